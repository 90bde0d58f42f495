/* C code asks any stream what the method of one type tells, and copies what a global holds. */
#include <Python.h>

#if PY_VERSION_HEX < 0x030A0000
#  define Py_TPFLAGS_IMMUTABLETYPE 0
#endif

typedef struct {
    PyTypeObject *Stream_Type;
    PyObject *NotReadable;
    PyObject *standard;
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

static PyObject *
stream_check(streams_state *state, PyObject *self, PyObject *args)
{
    PyObject *answer = PyObject_CallMethod(self, "readable", NULL);
    if (answer == NULL) {
        return NULL;
    }
    if (answer != Py_True) {
        Py_DECREF(answer);
        PyErr_SetString(state->NotReadable, "not readable");
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
stream_copy(streams_state *state, PyObject *self, PyObject *Py_UNUSED(ignored))
{
    return PyObject_CallOneArg((PyObject *)state->Stream_Type, self);
}

static PyObject *
stream_copy_method(PyObject *self, PyObject *Py_UNUSED(ignored))
{
    streams_state *state = get_streams_state_by_type(Py_TYPE(self));

    return stream_copy(state, self, NULL);
}

static PyObject *
stream_scaled(streams_state *state, PyObject *self, PyObject *factor)
{
    if (!PyObject_TypeCheck(self, state->Stream_Type)) {
        return PyNumber_Multiply(self, factor);
    }
    return PyNumber_Add(self, factor);
}

static PyObject *
stream_scaled_method(PyObject *self, PyObject *factor)
{
    streams_state *state = get_streams_state_by_type(Py_TYPE(self));

    return stream_scaled(state, self, factor);
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

static PyObject *
stream_readable(PyObject *self, PyObject *ignored)
{
    Py_RETURN_TRUE;
}

static PyMethodDef stream_methods[] = {
    {"readable", stream_readable, METH_NOARGS, NULL},
    {"check", stream_check_method, METH_NOARGS, NULL},
    {"copy", (PyCFunction)stream_copy_method, METH_NOARGS, NULL},
    {"__copy__", (PyCFunction)stream_copy_method, METH_NOARGS, NULL},
    {"scaled", stream_scaled_method, METH_O, NULL},
    {NULL, NULL},
};

static int
Stream_traverse(PyObject *self, visitproc visit, void *arg)
{
    Py_VISIT(Py_TYPE(self));
    return 0;
}

static PyType_Slot Stream_slots[] = {
    {Py_tp_methods, stream_methods},
    {Py_tp_new, stream_new},
    {Py_tp_traverse, Stream_traverse},
    {0, NULL},
};

static PyType_Spec Stream_spec = {
    .name = "streams.Stream",
    .basicsize = sizeof(PyObject),
    .flags = (Py_TPFLAGS_DEFAULT | Py_TPFLAGS_HAVE_GC |
              Py_TPFLAGS_IMMUTABLETYPE),
    .slots = Stream_slots,
};

static PyObject *
another(PyObject *module, PyObject *ignored)
{
    streams_state *state = get_streams_state(module);

    return stream_copy(state, state->standard, NULL);
}

static PyObject *
scaled(PyObject *module, PyObject *number)
{
    streams_state *state = get_streams_state(module);

    return stream_scaled(state, number, number);
}

static PyMethodDef methods[] = {
    {"another", another, METH_NOARGS, NULL},
    {"scaled", scaled, METH_O, NULL},
    {NULL, NULL},
};

static int
streams_traverse(PyObject *module, visitproc visit, void *arg)
{
    streams_state *state = get_streams_state(module);
    Py_VISIT(state->Stream_Type);
    Py_VISIT(state->NotReadable);
    Py_VISIT(state->standard);
    return 0;
}

static int
streams_clear(PyObject *module)
{
    streams_state *state = get_streams_state(module);
    Py_CLEAR(state->Stream_Type);
    Py_CLEAR(state->NotReadable);
    Py_CLEAR(state->standard);
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
    state->NotReadable = PyErr_NewException("streams.NotReadable", NULL, NULL);
    if (state->NotReadable == NULL) {
        return -1;
    }
    state->standard = PyObject_CallNoArgs((PyObject *)state->Stream_Type);
    if (state->standard == NULL) {
        return -1;
    }
    return 0;
}

PyMODINIT_FUNC
PyInit_streams(void)
{
    return PyModuleDef_Init(&streams);
}
