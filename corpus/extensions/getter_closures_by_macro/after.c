/* A macro writes the rows of a getter that is given the addresses of exceptions, and makes their names of them. */
#include <Python.h>
#include <stddef.h>

#if PY_VERSION_HEX < 0x030A0000
#  define Py_TPFLAGS_IMMUTABLETYPE 0
#endif

typedef struct {
    PyObject *Error;
    PyObject *NotFoundError;
} getter_closures_by_macro_state;

static inline getter_closures_by_macro_state *
get_getter_closures_by_macro_state(PyObject *module)
{
    void *state = PyModule_GetState(module);
    assert(state != NULL);
    return (getter_closures_by_macro_state *)state;
}

static inline getter_closures_by_macro_state *
get_getter_closures_by_macro_state_by_type(PyTypeObject *type)
{
    void *state = PyType_GetModuleState(type);
    assert(state != NULL);
    return (getter_closures_by_macro_state *)state;
}

static PyObject *
Connection_exception(PyObject *self, void *closure)
{
    getter_closures_by_macro_state *state = get_getter_closures_by_macro_state_by_type(Py_TYPE(self));
    PyObject *exception = *(PyObject **)((char *)state + (size_t)closure);

    Py_INCREF(exception);
    return exception;
}

#define EXCEPTION(exc) \
    { #exc, Connection_exception, NULL, "the class " #exc, (void *)offsetof(getter_closures_by_macro_state, exc) }

static PyGetSetDef Connection_getset[] = {
    EXCEPTION(Error),
    EXCEPTION(NotFoundError),
    {NULL}
};

static PyType_Slot Connection_slots[] = {
    {Py_tp_new, PyType_GenericNew},
    {Py_tp_getset, Connection_getset},
    {0, NULL},
};

static PyType_Spec Connection_spec = {
    .name = "getter_closures_by_macro.Connection",
    .basicsize = sizeof(PyObject),
    .flags = (Py_TPFLAGS_DEFAULT | Py_TPFLAGS_IMMUTABLETYPE),
    .slots = Connection_slots,
};

static int
getter_closures_by_macro_traverse(PyObject *module, visitproc visit, void *arg)
{
    getter_closures_by_macro_state *state = get_getter_closures_by_macro_state(module);
    Py_VISIT(state->Error);
    Py_VISIT(state->NotFoundError);
    return 0;
}

static int
getter_closures_by_macro_clear(PyObject *module)
{
    getter_closures_by_macro_state *state = get_getter_closures_by_macro_state(module);
    Py_CLEAR(state->Error);
    Py_CLEAR(state->NotFoundError);
    return 0;
}

static void
getter_closures_by_macro_free(void *module)
{
    getter_closures_by_macro_clear((PyObject *)module);
}

static int getter_closures_by_macro_exec(PyObject *module);

static PyModuleDef_Slot getter_closures_by_macro_slots[] = {
    {Py_mod_exec, getter_closures_by_macro_exec},
#if PY_VERSION_HEX >= 0x030C0000
    {Py_mod_multiple_interpreters, Py_MOD_PER_INTERPRETER_GIL_SUPPORTED},
#endif
    {0, NULL}
};

static struct PyModuleDef definition = {
    PyModuleDef_HEAD_INIT,
    .m_name = "getter_closures_by_macro",
    .m_size = sizeof(getter_closures_by_macro_state),
    .m_traverse = getter_closures_by_macro_traverse,
    .m_clear = getter_closures_by_macro_clear,
    .m_free = getter_closures_by_macro_free,
    .m_slots = getter_closures_by_macro_slots,
};

static int
getter_closures_by_macro_exec(PyObject *module)
{
    getter_closures_by_macro_state *state = get_getter_closures_by_macro_state(module);

    state->Error = PyErr_NewException("getter_closures_by_macro.Error", NULL, NULL);
    if (state->Error == NULL) {
        goto error;
    }
    state->NotFoundError = PyErr_NewException("getter_closures_by_macro.NotFoundError", state->Error, NULL);
    if (state->NotFoundError == NULL) {
        goto error;
    }
    PyTypeObject *Connection_Type = (PyTypeObject *)PyType_FromModuleAndSpec(module, &Connection_spec, NULL);
    if (Connection_Type == NULL) {
        goto error;
    }
    if (PyModule_AddObject(module, "Connection", (PyObject *)Connection_Type) < 0) {
        Py_DECREF(Connection_Type);
        goto error;
    }
    return 0;

error:
    return -1;
}

PyMODINIT_FUNC
PyInit_getter_closures_by_macro(void)
{
    return PyModuleDef_Init(&definition);
}
