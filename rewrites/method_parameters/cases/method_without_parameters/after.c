/* Functions of the module and methods that take nothing, and that their tables cast. */
#include <Python.h>

#if PY_VERSION_HEX < 0x030A0000
#  define Py_TPFLAGS_IMMUTABLETYPE 0
#endif

typedef struct {
    PyObject *ShelfError;
    PyTypeObject *Box_Type;
} method_without_parameters_state;

static inline method_without_parameters_state *
get_method_without_parameters_state(PyObject *module)
{
    void *state = PyModule_GetState(module);
    assert(state != NULL);
    return (method_without_parameters_state *)state;
}

static inline method_without_parameters_state *
get_method_without_parameters_state_by_type(PyTypeObject *type)
{
    void *state = PyType_GetModuleState(type);
    assert(state != NULL);
    return (method_without_parameters_state *)state;
}

typedef struct {
    PyObject_HEAD
    int books;
} Box;

static PyObject *shelf_count(PyObject *self, PyObject *Py_UNUSED(args));

static PyObject *
shelf_fail(PyObject *self, PyObject *Py_UNUSED(args))
{
    method_without_parameters_state *state = get_method_without_parameters_state(self);

    PyErr_SetString(state->ShelfError, "the shelf is full");
    return NULL;
}

/* What needs nothing of the module stays as it is. */
static PyObject *
shelf_size(void)
{
    return PyLong_FromSize_t(sizeof(Box));
}

static PyObject *
Box_close(PyObject *self, PyObject *Py_UNUSED(args))
{
    method_without_parameters_state *state =
        get_method_without_parameters_state_by_type(Py_TYPE(self));

    PyErr_SetString(state->ShelfError, "boxes stay open");
    return NULL;
}

static PyMethodDef Box_methods[] = {
    {"close", (PyCFunction)Box_close, METH_NOARGS, NULL},
    {NULL, NULL, 0, NULL}
};

static PyType_Slot Box_slots[] = {
    {Py_tp_methods, Box_methods},
    {Py_tp_new, PyType_GenericNew},
    {0, NULL},
};

static PyType_Spec Box_spec = {
    .name = "method_without_parameters.Box",
    .basicsize = sizeof(Box),
    .flags = (Py_TPFLAGS_DEFAULT | Py_TPFLAGS_IMMUTABLETYPE),
    .slots = Box_slots,
};

static PyObject *
shelf_count(PyObject *self, PyObject *Py_UNUSED(args))
{
    method_without_parameters_state *state = get_method_without_parameters_state(self);
    Box *box = (Box *)state->Box_Type->tp_alloc(state->Box_Type, 0);
    if (box == NULL) {
        return NULL;
    }
    box->books = 1;
    return (PyObject *)box;
}

static PyMethodDef shelf_methods[] = {
    {"count", (PyCFunction)shelf_count, METH_NOARGS, NULL},
    {"fail", (PyCFunction)shelf_fail, METH_NOARGS, NULL},
    {"size", (PyCFunction)shelf_size, METH_NOARGS, NULL},
    {NULL, NULL, 0, NULL}
};

static int
method_without_parameters_traverse(PyObject *module, visitproc visit, void *arg)
{
    method_without_parameters_state *state =
        get_method_without_parameters_state(module);
    Py_VISIT(state->ShelfError);
    Py_VISIT(state->Box_Type);
    return 0;
}

static int
method_without_parameters_clear(PyObject *module)
{
    method_without_parameters_state *state =
        get_method_without_parameters_state(module);
    Py_CLEAR(state->ShelfError);
    Py_CLEAR(state->Box_Type);
    return 0;
}

static void
method_without_parameters_free(void *module)
{
    method_without_parameters_clear((PyObject *)module);
}

static int method_without_parameters_exec(PyObject *module);

static PyModuleDef_Slot method_without_parameters_slots[] = {
    {Py_mod_exec, method_without_parameters_exec},
    {0, NULL}
};

static struct PyModuleDef shelf_module = {
    PyModuleDef_HEAD_INIT,
    .m_name = "method_without_parameters",
    .m_size = sizeof(method_without_parameters_state),
    .m_methods = shelf_methods,
    .m_traverse = method_without_parameters_traverse,
    .m_clear = method_without_parameters_clear,
    .m_free = method_without_parameters_free,
    .m_slots = method_without_parameters_slots,
};

static int
method_without_parameters_exec(PyObject *module)
{
    method_without_parameters_state *state =
        get_method_without_parameters_state(module);

    state->Box_Type = (PyTypeObject *)PyType_FromModuleAndSpec(module, &Box_spec, NULL);
    if (state->Box_Type == NULL) {
        return -1;
    }
    state->ShelfError = PyErr_NewException("method_without_parameters.Error", NULL,
                                           NULL);
    if (state->ShelfError == NULL) {
        return -1;
    }
    Py_INCREF(state->ShelfError);
    if (PyModule_AddObject(module, "Error", state->ShelfError) < 0) {
        Py_DECREF(state->ShelfError);
        return -1;
    }
    return 0;
}

PyMODINIT_FUNC
PyInit_method_without_parameters(void)
{
    return PyModuleDef_Init(&shelf_module);
}
