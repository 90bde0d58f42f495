// Boxes, of a module whose definition stands in the function that makes it.
#include <Python.h>

#if PY_VERSION_HEX < 0x030A0000
#  define Py_TPFLAGS_IMMUTABLETYPE 0
#endif

typedef struct {
    PyObject *BoxError;
} cpp_definition_in_the_init_function_state;

static PyModuleDef *cpp_definition_in_the_init_function_definition();

static inline cpp_definition_in_the_init_function_state *
get_cpp_definition_in_the_init_function_state(PyObject *module)
{
    void *state = PyModule_GetState(module);
    assert(state != NULL);
    return (cpp_definition_in_the_init_function_state *)state;
}

#if PY_VERSION_HEX < 0x030B0000
static PyObject *
PyType_GetModuleByDef(PyTypeObject *type, struct PyModuleDef *def)
{
    PyObject *mro = type->tp_mro;
    Py_ssize_t i, n = PyTuple_GET_SIZE(mro);

    for (i = 0; i < n; i++) {
        PyTypeObject *base = (PyTypeObject *)PyTuple_GET_ITEM(mro, i);
        if (PyType_HasFeature(base, Py_TPFLAGS_HEAPTYPE)) {
            PyObject *module = ((PyHeapTypeObject *)base)->ht_module;
            if (module != NULL && PyModule_GetDef(module) == def) {
                return module;
            }
        }
    }
    PyErr_Format(PyExc_TypeError,
        "No superclass of '%s' has the given module", type->tp_name);
    return NULL;
}
#endif

static inline cpp_definition_in_the_init_function_state *
get_cpp_definition_in_the_init_function_state_by_type(PyTypeObject *type)
{
    PyObject *module = PyType_GetModuleByDef(type, cpp_definition_in_the_init_function_definition());
    assert(module != NULL);
    return get_cpp_definition_in_the_init_function_state(module);
}

typedef struct {
    PyObject_HEAD
    int size;
} Box;

static PyObject *
box_fail(PyObject *self, PyObject *)
{
    cpp_definition_in_the_init_function_state *state =
        get_cpp_definition_in_the_init_function_state_by_type(Py_TYPE(self));

    PyErr_SetString(state->BoxError, "no");
    return NULL;
}

static PyMethodDef box_methods[] = {
    {"fail", box_fail, METH_NOARGS, NULL},
    {NULL, NULL, 0, NULL}
};

static PyType_Slot Box_slots[] = {
    {Py_tp_new, (void *)PyType_GenericNew},
    {Py_tp_methods, (void *)box_methods},
    {0, NULL}
};

static PyType_Spec Box_spec = {
    "cpp_definition_in_the_init_function.Box",
    sizeof(Box),
    0,
    Py_TPFLAGS_DEFAULT | Py_TPFLAGS_BASETYPE | Py_TPFLAGS_IMMUTABLETYPE,
    Box_slots
};

static int
cpp_definition_in_the_init_function_traverse(PyObject *module, visitproc visit, void *arg)
{
    cpp_definition_in_the_init_function_state *state =
        get_cpp_definition_in_the_init_function_state(module);
    Py_VISIT(state->BoxError);
    return 0;
}

static int
cpp_definition_in_the_init_function_clear(PyObject *module)
{
    cpp_definition_in_the_init_function_state *state =
        get_cpp_definition_in_the_init_function_state(module);
    Py_CLEAR(state->BoxError);
    return 0;
}

static void
cpp_definition_in_the_init_function_free(void *module)
{
    cpp_definition_in_the_init_function_clear((PyObject *)module);
}

static int cpp_definition_in_the_init_function_exec(PyObject *module);

static PyModuleDef_Slot cpp_definition_in_the_init_function_slots[] = {
    {Py_mod_exec, (void *)cpp_definition_in_the_init_function_exec},
#if PY_VERSION_HEX >= 0x030C0000
    {Py_mod_multiple_interpreters, Py_MOD_PER_INTERPRETER_GIL_SUPPORTED},
#endif
    {0, NULL}
};

static struct PyModuleDef definition = {
    PyModuleDef_HEAD_INIT, "cpp_definition_in_the_init_function", NULL,
    sizeof(cpp_definition_in_the_init_function_state), NULL, cpp_definition_in_the_init_function_slots,
    cpp_definition_in_the_init_function_traverse, cpp_definition_in_the_init_function_clear,
    cpp_definition_in_the_init_function_free
};

static PyModuleDef *
cpp_definition_in_the_init_function_definition()
{
    return &definition;
}

static int
cpp_definition_in_the_init_function_exec(PyObject *module)
{
    cpp_definition_in_the_init_function_state *state =
        get_cpp_definition_in_the_init_function_state(module);
    PyTypeObject *Box_Type = (PyTypeObject *)PyType_FromModuleAndSpec(module, &Box_spec, NULL);
    if (Box_Type == NULL)
        return -1;
    state->BoxError = PyErr_NewException("cpp_definition_in_the_init_function.BoxError", NULL, NULL);
    if (state->BoxError == NULL || PyModule_AddType(module, Box_Type) < 0) {
        Py_DECREF(Box_Type);
        return -1;
    }
    Py_DECREF(Box_Type);
    Py_INCREF(state->BoxError);
    if (PyModule_AddObject(module, "BoxError", state->BoxError) < 0) {
        Py_DECREF(state->BoxError);
        return -1;
    }
    return 0;
}

PyMODINIT_FUNC
PyInit_cpp_definition_in_the_init_function(void)
{
    return PyModuleDef_Init(&definition);
}
