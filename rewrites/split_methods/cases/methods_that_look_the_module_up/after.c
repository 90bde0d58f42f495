/* C code asks any stream by a method whose error is in the state of the one module. */
#include <Python.h>

#if PY_VERSION_HEX < 0x030A0000
#  define Py_TPFLAGS_IMMUTABLETYPE 0
#endif

typedef struct {
    PyObject *not_readable;
} streams_state;

static inline streams_state *
get_streams_state_by_type(PyTypeObject *type)
{
    void *state = PyType_GetModuleState(type);
    assert(state != NULL);
    return (streams_state *)state;
}

static struct PyModuleDef streams;

static PyObject *
stream_check(streams_state *state, PyObject *self, PyObject *args)
{
    PyObject *answer = PyObject_CallMethod(self, "readable", NULL);
    if (answer == NULL) {
        return NULL;
    }
    if (answer != Py_True) {
        Py_DECREF(answer);
        PyErr_SetString(state->not_readable, "not readable");
        return NULL;
    }
    if (args == Py_True) {
        Py_DECREF(answer);
    }
    return answer;
}

static PyObject *
stream_check_method(PyObject *self, PyObject *Py_UNUSED(ignored))
{
    streams_state *state = get_streams_state_by_type(Py_TYPE(self));

    return stream_check(state, self, NULL);
}

static PyObject *
stream_readable(PyObject *self, PyObject *ignored)
{
    Py_RETURN_TRUE;
}

static PyObject *
stream_new(PyTypeObject *type, PyObject *args, PyObject *kwargs)
{
    streams_state *state = get_streams_state_by_type(type);
    PyObject *raw = NULL;

    if (!PyArg_ParseTuple(args, "|O", &raw)) {
        return NULL;
    }
    if (raw != NULL && stream_check(state, raw, Py_True) == NULL) {
        return NULL;
    }
    return type->tp_alloc(type, 0);
}

static PyMethodDef stream_methods[] = {
    {"readable", stream_readable, METH_NOARGS, NULL},
    {"check", stream_check_method, METH_NOARGS, NULL},
    {NULL, NULL},
};

static PyType_Slot Stream_slots[] = {
    {Py_tp_methods, stream_methods},
    {Py_tp_new, stream_new},
    {0, NULL},
};

static PyType_Spec Stream_spec = {
    .name = "streams.Stream",
    .basicsize = sizeof(PyObject),
    .flags = (Py_TPFLAGS_DEFAULT | Py_TPFLAGS_IMMUTABLETYPE),
    .slots = Stream_slots,
};

static int
streams_traverse(PyObject *module, visitproc visit, void *arg)
{
    Py_VISIT(((streams_state *)PyModule_GetState(module))->not_readable);
    return 0;
}

static int
streams_clear(PyObject *module)
{
    Py_CLEAR(((streams_state *)PyModule_GetState(module))->not_readable);
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

static struct PyModuleDef streams = {
    PyModuleDef_HEAD_INIT,
    .m_name = "streams",
    .m_size = sizeof(streams_state),
    .m_traverse = streams_traverse,
    .m_clear = streams_clear,
    .m_slots = streams_slots,
    .m_free = streams_free,
};

static int
streams_exec(PyObject *module)
{
    PyTypeObject *Stream_Type =
        (PyTypeObject *)PyType_FromModuleAndSpec(module, &Stream_spec, NULL);
    if (Stream_Type == NULL) {
        return -1;
    }
    streams_state *state = (streams_state *)PyModule_GetState(module);
    state->not_readable = PyErr_NewException("streams.NotReadable", NULL, NULL);
    if (state->not_readable == NULL || PyModule_AddType(module, Stream_Type) < 0) {
        Py_DECREF(Stream_Type);
        return -1;
    }
    Py_DECREF(Stream_Type);
    return 0;
}

PyMODINIT_FUNC
PyInit_streams(void)
{
    return PyModuleDef_Init(&streams);
}
