/* View_find() calls Box_find() with a field that holds a box from View_init() on: the state is found there (G591). */
#include <Python.h>

#if PY_VERSION_HEX < 0x030A0000
#  define Py_TPFLAGS_IMMUTABLETYPE 0
#endif

typedef struct {
    PyObject *Missing;
    PyTypeObject *Box_Type;
} field_filled_by_its_type_state;

static inline field_filled_by_its_type_state *
get_field_filled_by_its_type_state(PyObject *module)
{
    void *state = PyModule_GetState(module);
    assert(state != NULL);
    return (field_filled_by_its_type_state *)state;
}

static inline field_filled_by_its_type_state *
get_field_filled_by_its_type_state_by_type(PyTypeObject *type)
{
    void *state = PyType_GetModuleState(type);
    assert(state != NULL);
    return (field_filled_by_its_type_state *)state;
}

typedef struct {
    PyObject_HEAD
    long lowest;
} Box;

typedef struct {
    PyObject_HEAD
    Box *box;
} View;

static PyObject *
Box_find(Box *self, PyObject *args)
{
    long number;

    if (!PyArg_ParseTuple(args, "l:find", &number))
        return NULL;
    if (number < self->lowest) {
        field_filled_by_its_type_state *state =
            get_field_filled_by_its_type_state_by_type(Py_TYPE(self));

        PyErr_SetNone(state->Missing);
        return NULL;
    }
    return PyLong_FromLong(number - self->lowest);
}

static PyMethodDef Box_methods[] = {
    {"find", (PyCFunction)Box_find, METH_VARARGS, NULL},
    {NULL, NULL, 0, NULL}
};

static PyType_Slot Box_slots[] = {
    {Py_tp_methods, Box_methods},
    {Py_tp_new, PyType_GenericNew},
    {0, NULL},
};

static PyType_Spec Box_spec = {
    .name = "field_filled_by_its_type.Box",
    .basicsize = sizeof(Box),
    .flags = (Py_TPFLAGS_DEFAULT | Py_TPFLAGS_IMMUTABLETYPE),
    .slots = Box_slots,
};

static int
View_init(View *self, PyObject *args, PyObject *kwargs)
{
    field_filled_by_its_type_state *state =
        get_field_filled_by_its_type_state_by_type(Py_TYPE(self));
    PyObject *box;

    if (!PyArg_ParseTuple(args, "O!:View", state->Box_Type, &box))
        return -1;
    Py_INCREF(box);
    self->box = (Box *)box;
    return 0;
}

static int
View_traverse(View *self, visitproc visit, void *arg)
{
    Py_VISIT(Py_TYPE(self));
    Py_VISIT(self->box);
    return 0;
}

static void
View_dealloc(View *self)
{
    PyTypeObject *tp = Py_TYPE(self);

    PyObject_GC_UnTrack(self);
    Py_XDECREF(self->box);
    tp->tp_free((PyObject *)self);
    Py_DECREF(tp);
}

static PyObject *
View_find(View *self, PyObject *args)
{
    return Box_find(self->box, args);
}

static PyMethodDef View_methods[] = {
    {"find", (PyCFunction)View_find, METH_VARARGS, NULL},
    {NULL, NULL, 0, NULL}
};

static PyType_Slot View_slots[] = {
    {Py_tp_dealloc, View_dealloc},
    {Py_tp_methods, View_methods},
    {Py_tp_init, View_init},
    {Py_tp_new, PyType_GenericNew},
    {Py_tp_traverse, View_traverse},
    {0, NULL},
};

static PyType_Spec View_spec = {
    .name = "field_filled_by_its_type.View",
    .basicsize = sizeof(View),
    .flags = (Py_TPFLAGS_DEFAULT | Py_TPFLAGS_HAVE_GC |
              Py_TPFLAGS_IMMUTABLETYPE),
    .slots = View_slots,
};

static int
field_filled_by_its_type_traverse(PyObject *module, visitproc visit, void *arg)
{
    field_filled_by_its_type_state *state =
        get_field_filled_by_its_type_state(module);
    Py_VISIT(state->Missing);
    Py_VISIT(state->Box_Type);
    return 0;
}

static int
field_filled_by_its_type_clear(PyObject *module)
{
    field_filled_by_its_type_state *state =
        get_field_filled_by_its_type_state(module);
    Py_CLEAR(state->Missing);
    Py_CLEAR(state->Box_Type);
    return 0;
}

static void
field_filled_by_its_type_free(void *module)
{
    field_filled_by_its_type_clear((PyObject *)module);
}

static int field_filled_by_its_type_exec(PyObject *m);

static PyModuleDef_Slot field_filled_by_its_type_slots[] = {
    {Py_mod_exec, field_filled_by_its_type_exec},
#if PY_VERSION_HEX >= 0x030C0000
    {Py_mod_multiple_interpreters, Py_MOD_PER_INTERPRETER_GIL_SUPPORTED},
#endif
    {0, NULL}
};

static struct PyModuleDef boxes_module = {
    PyModuleDef_HEAD_INIT, "field_filled_by_its_type", NULL,
    sizeof(field_filled_by_its_type_state), NULL,
    field_filled_by_its_type_slots, field_filled_by_its_type_traverse,
    field_filled_by_its_type_clear, field_filled_by_its_type_free
};

static int
field_filled_by_its_type_exec(PyObject *m)
{
    field_filled_by_its_type_state *state =
        get_field_filled_by_its_type_state(m);

    state->Box_Type =
        (PyTypeObject *)PyType_FromModuleAndSpec(m, &Box_spec, NULL);
    if (state->Box_Type == NULL)
        return -1;
    PyTypeObject *View_Type =
        (PyTypeObject *)PyType_FromModuleAndSpec(m, &View_spec, NULL);
    if (View_Type == NULL)
        return -1;
    state->Missing = PyErr_NewException("field_filled_by_its_type.Missing", NULL,
                                        NULL);
    if (PyModule_AddObjectRef(m, "Missing", state->Missing) < 0 ||
        PyModule_AddObjectRef(m, "Box", (PyObject *)state->Box_Type) < 0 ||
        PyModule_AddObjectRef(m, "View", (PyObject *)View_Type) < 0) {
        Py_DECREF(View_Type);
        return -1;
    }
    Py_DECREF(View_Type);
    return 0;
}

PyMODINIT_FUNC
PyInit_field_filled_by_its_type(void)
{
    return PyModuleDef_Init(&boxes_module);
}
