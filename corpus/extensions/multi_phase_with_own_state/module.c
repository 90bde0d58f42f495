#include <Python.h>

typedef struct _plot_state {
    PyObject *PlotError;
    PyObject *labels;   /* name to label */
} plot_state;

static inline plot_state *
plot_get_state(PyObject *module)
{
    void *found = PyModule_GetState(module);

    assert(found != NULL);
    return (plot_state *)found;
}

typedef struct {
    PyObject_HEAD
    double x, y;
} PointObject;

static PyTypeObject PointType;
static PyObject *origin_text = NULL;

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
    point = PyObject_New(PointObject, &PointType);
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
        if (PyErr_Occurred())
            return NULL;
        found = origin_text;
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
        Py_INCREF(origin_text);
        return origin_text;
    }
    return PyUnicode_FromFormat("point(%d, %d)", (int)self->x, (int)self->y);
}

static PyTypeObject PointType = {
    PyVarObject_HEAD_INIT(NULL, 0)
    .tp_name = "multi_phase_with_own_state.Point",
    .tp_basicsize = sizeof(PointObject),
    .tp_repr = (reprfunc)Point_repr,
    .tp_flags = Py_TPFLAGS_DEFAULT,
};

static int
plot_exec(PyObject *module)
{
    plot_state *st = plot_get_state(module);

    if (origin_text == NULL) {
        origin_text = PyUnicode_InternFromString("origin");
        if (origin_text == NULL)
            return -1;
    }
    st->labels = PyDict_New();
    if (st->labels == NULL)
        return -1;
    st->PlotError = PyErr_NewException("multi_phase_with_own_state.PlotError", NULL, NULL);
    if (st->PlotError == NULL)
        return -1;
    if (PyType_Ready(&PointType) < 0)
        return -1;
    Py_INCREF(&PointType);
    if (PyModule_AddObject(module, "Point", (PyObject *)&PointType) < 0) {
        Py_DECREF(&PointType);
        return -1;
    }
    return 0;
}

static PyModuleDef_Slot plot_slots[] = {
    {Py_mod_exec, plot_exec},
    {0, NULL}
};

static int
plot_traverse(PyObject *module, visitproc visit, void *arg)
{
    plot_state *st = plot_get_state(module);
    Py_VISIT(st->PlotError);
    Py_VISIT(st->labels);
    return 0;
}

static int
plot_clear(PyObject *module)
{
    plot_state *st = plot_get_state(module);
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
