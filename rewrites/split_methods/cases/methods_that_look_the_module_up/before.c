/* C code asks any stream by a method whose error is in the state of the one module. */
#include <Python.h>

typedef struct {
    PyObject *not_readable;
} streams_state;

static struct PyModuleDef streams;
static PyTypeObject Stream_Type;

static PyObject *
stream_check(PyObject *self, PyObject *args)
{
    PyObject *answer = PyObject_CallMethod(self, "readable", NULL);
    if (answer == NULL) {
        return NULL;
    }
    if (answer != Py_True) {
        streams_state *state = (streams_state *)PyModule_GetState(PyState_FindModule(&streams));
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
stream_readable(PyObject *self, PyObject *ignored)
{
    Py_RETURN_TRUE;
}

static PyObject *
stream_new(PyTypeObject *type, PyObject *args, PyObject *kwargs)
{
    PyObject *raw = NULL;

    if (!PyArg_ParseTuple(args, "|O", &raw)) {
        return NULL;
    }
    if (raw != NULL && stream_check(raw, Py_True) == NULL) {
        return NULL;
    }
    return type->tp_alloc(type, 0);
}

static PyMethodDef stream_methods[] = {
    {"readable", stream_readable, METH_NOARGS, NULL},
    {"check", stream_check, METH_NOARGS, NULL},
    {NULL, NULL},
};

static PyTypeObject Stream_Type = {
    PyVarObject_HEAD_INIT(NULL, 0)
    .tp_name = "streams.Stream",
    .tp_basicsize = sizeof(PyObject),
    .tp_flags = Py_TPFLAGS_DEFAULT,
    .tp_methods = stream_methods,
    .tp_new = stream_new,
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

static struct PyModuleDef streams = {
    PyModuleDef_HEAD_INIT,
    .m_name = "streams",
    .m_size = sizeof(streams_state),
    .m_traverse = streams_traverse,
    .m_clear = streams_clear,
};

PyMODINIT_FUNC
PyInit_streams(void)
{
    PyObject *module = PyModule_Create(&streams);
    if (module == NULL) {
        return NULL;
    }
    streams_state *state = (streams_state *)PyModule_GetState(module);
    state->not_readable = PyErr_NewException("streams.NotReadable", NULL, NULL);
    if (state->not_readable == NULL || PyModule_AddType(module, &Stream_Type) < 0) {
        Py_DECREF(module);
        return NULL;
    }
    return module;
}
