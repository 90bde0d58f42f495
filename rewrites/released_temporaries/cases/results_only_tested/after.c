/* What registering a type gives is that type: it was lost with each import, and would keep the module alive. */
#include <Python.h>

#if PY_VERSION_HEX < 0x030A0000
#  define Py_TPFLAGS_IMMUTABLETYPE 0
#endif

typedef struct {
    PyObject_HEAD
    long size;
} Box;

typedef struct {
    PyTypeObject *Box_Type;
} results_only_tested_state;

static inline results_only_tested_state *
get_results_only_tested_state(PyObject *module)
{
    void *state = PyModule_GetState(module);
    assert(state != NULL);
    return (results_only_tested_state *)state;
}

static PyType_Slot Box_slots[] = {
    {Py_tp_new, PyType_GenericNew},
    {0, NULL},
};

static PyType_Spec Box_spec = {
    .name = "results_only_tested.Box",
    .basicsize = sizeof(Box),
    .flags = (Py_TPFLAGS_DEFAULT | Py_TPFLAGS_IMMUTABLETYPE),
    .slots = Box_slots,
};

static int
results_only_tested_traverse(PyObject *module, visitproc visit, void *arg)
{
    results_only_tested_state *state = get_results_only_tested_state(module);
    Py_VISIT(state->Box_Type);
    return 0;
}

static int
results_only_tested_clear(PyObject *module)
{
    results_only_tested_state *state = get_results_only_tested_state(module);
    Py_CLEAR(state->Box_Type);
    return 0;
}

static void
results_only_tested_free(void *module)
{
    results_only_tested_clear((PyObject *)module);
}

static int results_only_tested_exec(PyObject *module);

static PyModuleDef_Slot results_only_tested_slots[] = {
    {Py_mod_exec, results_only_tested_exec},
    {0, NULL}
};

static struct PyModuleDef boxes_module = {
    PyModuleDef_HEAD_INIT,
    .m_name = "results_only_tested",
    .m_size = sizeof(results_only_tested_state),
    .m_traverse = results_only_tested_traverse,
    .m_clear = results_only_tested_clear,
    .m_free = results_only_tested_free,
    .m_slots = results_only_tested_slots,
};

static int
results_only_tested_exec(PyObject *module)
{
    results_only_tested_state *state = get_results_only_tested_state(module);
    PyObject *abc, *sized = NULL, *container = NULL;
    PyObject *result;

    state->Box_Type = (PyTypeObject *)PyType_FromModuleAndSpec(module, &Box_spec, NULL);
    if (state->Box_Type == NULL)
        return -1;
    abc = PyImport_ImportModule("collections.abc");
    if (abc == NULL)
        goto error;
    sized = PyObject_GetAttrString(abc, "Sized");
    if (sized == NULL)
        goto error;
    result = PyObject_CallMethod(
        sized, "register", "O", state->Box_Type);
    if (NULL == result) {
        goto error;
    }
    Py_DECREF(result);
    container = PyObject_GetAttrString(abc, "Container");
    if (container != NULL) {
        PyObject *result2 = PyObject_CallMethod(container, "register", "O", (PyObject *)state->Box_Type);
        if (!result2)
            PyErr_Clear();
        Py_XDECREF(result2);
        Py_XDECREF(PyObject_CallMethod(container, "register", "O", (PyObject *)state->Box_Type));
    }
    result = PyObject_CallMethod(container, "register", "(O)",
                                 state->Box_Type);
    if (result == NULL)
        goto error;
    Py_DECREF(result);
    Py_DECREF(container);
    Py_DECREF(sized);
    Py_DECREF(abc);
    Py_INCREF(state->Box_Type);
    if (PyModule_AddObject(module, "Box", (PyObject *)state->Box_Type) < 0) {
        Py_DECREF(state->Box_Type);
        return -1;
    }
    return 0;

error:
    Py_XDECREF(container);
    Py_XDECREF(sized);
    Py_XDECREF(abc);
    return -1;
}

PyMODINIT_FUNC
PyInit_results_only_tested(void)
{
    return PyModuleDef_Init(&boxes_module);
}
