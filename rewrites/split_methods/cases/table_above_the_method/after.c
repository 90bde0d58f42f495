/* The table is written above the method, and C code calls the method with anything. */
#include <Python.h>

#if PY_VERSION_HEX < 0x030A0000
#  define Py_TPFLAGS_IMMUTABLETYPE 0
#endif

typedef struct {
    PyTypeObject *Stream_Type;
} streams_state;

static inline streams_state *
get_streams_state(PyObject *module)
{
    void *state = PyModule_GetState(module);
    assert(state != NULL);
    return (streams_state *)state;
}

static inline streams_state *
get_streams_state_by_type(PyTypeObject *type)
{
    void *state = PyType_GetModuleState(type);
    assert(state != NULL);
    return (streams_state *)state;
}

static PyObject *stream_check(streams_state *state, PyObject *self, PyObject *other);

static PyObject *stream_check_method(PyObject *self, PyObject *other);

static PyMethodDef stream_methods[] = {
    {"check", stream_check_method, METH_O, NULL},
    {NULL, NULL},
};

static PyType_Slot Stream_slots[] = {
    {Py_tp_methods, stream_methods},
    {Py_tp_new, PyType_GenericNew},
    {0, NULL},
};

static PyType_Spec Stream_spec = {
    .name = "streams.Stream",
    .basicsize = sizeof(PyObject),
    .flags = (Py_TPFLAGS_DEFAULT | Py_TPFLAGS_IMMUTABLETYPE),
    .slots = Stream_slots,
};

static PyObject *
stream_check(streams_state *state, PyObject *self, PyObject *other)
{
    return PyBool_FromLong(PyObject_TypeCheck(self, state->Stream_Type) && self != other);
}

static PyObject *
stream_check_method(PyObject *self, PyObject *other)
{
    streams_state *state = get_streams_state_by_type(Py_TYPE(self));

    return stream_check(state, self, other);
}

static PyObject *
check(PyObject *module, PyObject *object)
{
    streams_state *state = get_streams_state(module);

    return stream_check(state, object, module);
}

static PyMethodDef methods[] = {
    {"check", check, METH_O, NULL},
    {NULL, NULL},
};

static int
streams_traverse(PyObject *module, visitproc visit, void *arg)
{
    streams_state *state = get_streams_state(module);
    Py_VISIT(state->Stream_Type);
    return 0;
}

static int
streams_clear(PyObject *module)
{
    streams_state *state = get_streams_state(module);
    Py_CLEAR(state->Stream_Type);
    return 0;
}

static void
streams_free(void *module)
{
    streams_clear((PyObject *)module);
}

static int streams_exec(PyObject *module);

static PyModuleDef_Slot streams_slots[] = {
    {Py_mod_exec, streams_exec},
    {0, NULL}
};

static struct PyModuleDef streams = {PyModuleDef_HEAD_INIT, "streams", NULL,
    sizeof(streams_state), methods, streams_slots, streams_traverse, streams_clear,
    streams_free};

static int
streams_exec(PyObject *module)
{
    streams_state *state = get_streams_state(module);

    state->Stream_Type =
        (PyTypeObject *)PyType_FromModuleAndSpec(module, &Stream_spec, NULL);
    if (state->Stream_Type == NULL) {
        return -1;
    }
    if (PyModule_AddType(module, state->Stream_Type) < 0) {
        return -1;
    }
    return 0;
}

PyMODINIT_FUNC
PyInit_streams(void)
{
    return PyModuleDef_Init(&streams);
}
