/* C code calls functions of the module with NULL for it, which they don't look at. */
#include <Python.h>

#if PY_VERSION_HEX < 0x030A0000
#  define Py_TPFLAGS_IMMUTABLETYPE 0
#endif

typedef struct {
    PyObject *ShelfError;
} module_functions_called_by_c_code_state;

static inline module_functions_called_by_c_code_state *
get_module_functions_called_by_c_code_state(PyObject *module)
{
    void *state = PyModule_GetState(module);
    assert(state != NULL);
    return (module_functions_called_by_c_code_state *)state;
}

static inline module_functions_called_by_c_code_state *
get_module_functions_called_by_c_code_state_by_type(PyTypeObject *type)
{
    void *state = PyType_GetModuleState(type);
    assert(state != NULL);
    return (module_functions_called_by_c_code_state *)state;
}

static PyObject *
shelf_size(module_functions_called_by_c_code_state *state, PyObject *ignored, PyObject *object)
{
    Py_ssize_t size = PyObject_Size(object);

    if (size < 0) {
        PyErr_SetString(state->ShelfError, "it has no size");
        return NULL;
    }
    return PyLong_FromSsize_t(size);
}

static PyObject *
shelf_size_function(PyObject *module, PyObject *object)
{
    module_functions_called_by_c_code_state *state =
        get_module_functions_called_by_c_code_state(module);

    return shelf_size(state, module, object);
}

static Py_ssize_t
size_of(module_functions_called_by_c_code_state *state, PyObject *object)
{
    PyObject *size = shelf_size(state, NULL, object);
    Py_ssize_t result = size != NULL ? PyLong_AsSsize_t(size) : -1;

    Py_XDECREF(size);
    return result;
}

static PyObject *
Shelf_size(PyObject *self, PyObject *object)
{
    module_functions_called_by_c_code_state *state =
        get_module_functions_called_by_c_code_state_by_type(Py_TYPE(self));
    Py_ssize_t size = size_of(state, object);

    return size < 0 ? NULL : PyLong_FromSsize_t(size + 1);
}

static PyMethodDef Shelf_methods[] = {
    {"size", Shelf_size, METH_O, NULL},
    {NULL, NULL},
};

static PyType_Slot Shelf_slots[] = {
    {Py_tp_methods, Shelf_methods},
    {Py_tp_new, PyType_GenericNew},
    {0, NULL},
};

static PyType_Spec Shelf_spec = {
    .name = "module_functions_called_by_c_code.Shelf",
    .basicsize = sizeof(PyObject),
    .flags = (Py_TPFLAGS_DEFAULT | Py_TPFLAGS_IMMUTABLETYPE),
    .slots = Shelf_slots,
};

static PyMethodDef shelf_functions[] = {
    {"size", shelf_size_function, METH_O, NULL},
    {NULL, NULL},
};

static int
module_functions_called_by_c_code_traverse(PyObject *module, visitproc visit, void *arg)
{
    module_functions_called_by_c_code_state *state =
        get_module_functions_called_by_c_code_state(module);
    Py_VISIT(state->ShelfError);
    return 0;
}

static int
module_functions_called_by_c_code_clear(PyObject *module)
{
    module_functions_called_by_c_code_state *state =
        get_module_functions_called_by_c_code_state(module);
    Py_CLEAR(state->ShelfError);
    return 0;
}

static void
module_functions_called_by_c_code_free(void *module)
{
    module_functions_called_by_c_code_clear((PyObject *)module);
}

static int module_functions_called_by_c_code_exec(PyObject *module);

static PyModuleDef_Slot module_functions_called_by_c_code_slots[] = {
    {Py_mod_exec, module_functions_called_by_c_code_exec},
    {0, NULL}
};

static struct PyModuleDef shelf_module = {
    PyModuleDef_HEAD_INIT,
    .m_name = "module_functions_called_by_c_code",
    .m_size = sizeof(module_functions_called_by_c_code_state),
    .m_methods = shelf_functions,
    .m_traverse = module_functions_called_by_c_code_traverse,
    .m_clear = module_functions_called_by_c_code_clear,
    .m_free = module_functions_called_by_c_code_free,
    .m_slots = module_functions_called_by_c_code_slots,
};

static int
module_functions_called_by_c_code_exec(PyObject *module)
{
    module_functions_called_by_c_code_state *state =
        get_module_functions_called_by_c_code_state(module);

    PyTypeObject *Shelf_Type =
        (PyTypeObject *)PyType_FromModuleAndSpec(module, &Shelf_spec, NULL);
    if (Shelf_Type == NULL) {
        return -1;
    }
    state->ShelfError = PyErr_NewException("module_functions_called_by_c_code.ShelfError", NULL,
                                           NULL);
    if (state->ShelfError == NULL) {
        Py_DECREF(Shelf_Type);
        goto error;
    }
    Py_INCREF(state->ShelfError);
    if (PyModule_AddObject(module, "ShelfError", state->ShelfError) < 0) {
        Py_DECREF(state->ShelfError);
        Py_DECREF(Shelf_Type);
        goto error;
    }
    if (PyModule_AddType(module, Shelf_Type) < 0) {
        Py_DECREF(Shelf_Type);
        goto error;
    }
    Py_DECREF(Shelf_Type);
    return 0;

error:
    return -1;
}

PyMODINIT_FUNC
PyInit_module_functions_called_by_c_code(void)
{
    return PyModuleDef_Init(&shelf_module);
}
