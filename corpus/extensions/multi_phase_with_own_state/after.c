#include <Python.h>

#if PY_VERSION_HEX < 0x030A0000
#  define Py_TPFLAGS_IMMUTABLETYPE 0
#  define Py_TPFLAGS_DISALLOW_INSTANTIATION 0
#endif

typedef struct _plot_state {
    PyObject *PlotError;
    PyObject *labels;   /* name to label */
    PyTypeObject *PointType;
    PyObject *origin_text;
} plot_state;

static inline plot_state *
plot_get_state(PyObject *module)
{
    void *found = PyModule_GetState(module);

    assert(found != NULL);
    return (plot_state *)found;
}

static inline plot_state *
plot_get_state_by_type(PyTypeObject *type)
{
    void *state = PyType_GetModuleState(type);
    assert(state != NULL);
    return (plot_state *)state;
}

typedef struct {
    PyObject_HEAD
    double x, y;
} PointObject;

static PyObject *
plot_point(PyObject *module, PyObject *args)
{
    plot_state *st = plot_get_state(module);
    PointObject *point;
    double x, y;

    if (!PyArg_ParseTuple(args, "dd:point", &x, &y))
        return NULL;
    if (x < 0 || y < 0) {
        PyErr_SetString(st->PlotError, "not in the plot");
        return NULL;
    }
    point = (PointObject *)st->PointType->tp_alloc(st->PointType, 0);
    if (point == NULL)
        return NULL;
    point->x = x;
    point->y = y;
    return (PyObject *)point;
}

static PyObject *
plot_label(PyObject *module, PyObject *name)
{
    PyObject *found = PyDict_GetItemWithError(plot_get_state(module)->labels, name);

    if (found == NULL) {
        plot_state *state = plot_get_state(module);

        if (PyErr_Occurred())
            return NULL;
        found = state->origin_text;
    }
    Py_INCREF(found);
    return found;
}

static PyObject *
plot_set_label(PyObject *module, PyObject *args)
{
    PyObject *name, *label;

    if (!PyArg_ParseTuple(args, "OO:set_label", &name, &label))
        return NULL;
    if (PyDict_SetItem(plot_get_state(module)->labels, name, label) < 0)
        return NULL;
    Py_RETURN_NONE;
}

static PyMethodDef plot_functions[] = {
    {"point", plot_point, METH_VARARGS, NULL},
    {"label", plot_label, METH_O, NULL},
    {"set_label", plot_set_label, METH_VARARGS, NULL},
    {NULL, NULL, 0, NULL}
};

static PyObject *
Point_repr(PointObject *self)
{
    if (self->x == 0 && self->y == 0) {
        plot_state *state = plot_get_state_by_type(Py_TYPE(self));

        Py_INCREF(state->origin_text);
        return state->origin_text;
    }
    return PyUnicode_FromFormat("point(%d, %d)", (int)self->x, (int)self->y);
}

/* Protocols 0 and 1 would write what nobody can read. */
static PyObject *
Point_reduce(PyObject *self, PyObject *Py_UNUSED(ignored))
{
    PyErr_Format(PyExc_TypeError, "cannot pickle '%.100s' object",
                 Py_TYPE(self)->tp_name);
    return NULL;
}

static PyMethodDef Point_methods[] = {
    {"__reduce__", Point_reduce, METH_NOARGS, NULL},
    {NULL}
};

static PyType_Slot Point_slots[] = {
    {Py_tp_repr, Point_repr},
    {Py_tp_methods, Point_methods},
    {0, NULL},
};

static PyType_Spec Point_spec = {
    .name = "multi_phase_with_own_state.Point",
    .basicsize = sizeof(PointObject),
    .flags = (Py_TPFLAGS_DEFAULT | Py_TPFLAGS_DISALLOW_INSTANTIATION |
              Py_TPFLAGS_IMMUTABLETYPE),
    .slots = Point_slots,
};

static int
plot_exec(PyObject *module)
{
    plot_state *st = plot_get_state(module);

    if (st->origin_text == NULL) {
        st->origin_text = PyUnicode_InternFromString("origin");
        if (st->origin_text == NULL)
            return -1;
    }
    st->labels = PyDict_New();
    if (st->labels == NULL)
        return -1;
    st->PlotError = PyErr_NewException("multi_phase_with_own_state.PlotError", NULL, NULL);
    if (st->PlotError == NULL)
        return -1;
    st->PointType =
        (PyTypeObject *)PyType_FromModuleAndSpec(module, &Point_spec, NULL);
    if (st->PointType == NULL)
        return -1;
#if PY_VERSION_HEX < 0x030A0000
    /* Py_TPFLAGS_DISALLOW_INSTANTIATION */
    st->PointType->tp_new = NULL;
#endif
    Py_INCREF(st->PointType);
    if (PyModule_AddObject(module, "Point", (PyObject *)st->PointType) < 0) {
        Py_DECREF(st->PointType);
        return -1;
    }
    return 0;
}

static PyModuleDef_Slot plot_slots[] = {
    {Py_mod_exec, plot_exec},
#if PY_VERSION_HEX >= 0x030C0000
    {Py_mod_multiple_interpreters, Py_MOD_PER_INTERPRETER_GIL_SUPPORTED},
#endif
    {0, NULL}
};

static int
plot_traverse(PyObject *module, visitproc visit, void *arg)
{
    plot_state *st = plot_get_state(module);
    Py_VISIT(st->PointType);
    Py_VISIT(st->origin_text);
    Py_VISIT(st->PlotError);
    Py_VISIT(st->labels);
    return 0;
}

static int
plot_clear(PyObject *module)
{
    plot_state *st = plot_get_state(module);
    Py_CLEAR(st->PointType);
    Py_CLEAR(st->origin_text);
    Py_CLEAR(st->PlotError);
    Py_CLEAR(st->labels);
    return 0;
}

static void
plot_free(void *module)
{
    plot_clear((PyObject *)module);
}

static struct PyModuleDef plot_module = {
    PyModuleDef_HEAD_INIT,
    .m_name = "multi_phase_with_own_state",
    .m_size = sizeof(plot_state),
    .m_methods = plot_functions,
    .m_slots = plot_slots,
    .m_traverse = plot_traverse,
    .m_clear = plot_clear,
    .m_free = plot_free,
};

PyMODINIT_FUNC
PyInit_multi_phase_with_own_state(void)
{
    return PyModuleDef_Init(&plot_module);
}
