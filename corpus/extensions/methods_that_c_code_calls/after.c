/* C code asks any stream what the method of one type tells, and copies what a global holds. */
#include <Python.h>

#if PY_VERSION_HEX < 0x030A0000
#  define Py_TPFLAGS_IMMUTABLETYPE 0
#endif

typedef struct {
    PyTypeObject *Stream_Type;
    PyObject *NotReadable;
    PyObject *standard;
} methods_that_c_code_calls_state;

static inline methods_that_c_code_calls_state *
get_methods_that_c_code_calls_state(PyObject *module)
{
    void *state = PyModule_GetState(module);
    assert(state != NULL);
    return (methods_that_c_code_calls_state *)state;
}

static inline methods_that_c_code_calls_state *
get_methods_that_c_code_calls_state_by_type(PyTypeObject *type)
{
    void *state = PyType_GetModuleState(type);
    assert(state != NULL);
    return (methods_that_c_code_calls_state *)state;
}

static PyObject *
stream_check(methods_that_c_code_calls_state *state, PyObject *self, PyObject *args)
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
    methods_that_c_code_calls_state *state =
        get_methods_that_c_code_calls_state_by_type(Py_TYPE(self));

    return stream_check(state, self, NULL);
}

static PyObject *
stream_copy(methods_that_c_code_calls_state *state, PyObject *self,
            PyObject *Py_UNUSED(ignored))
{
    return PyObject_CallFunctionObjArgs((PyObject *)state->Stream_Type, self, NULL);
}

static PyObject *
stream_copy_method(PyObject *self, PyObject *Py_UNUSED(ignored))
{
    methods_that_c_code_calls_state *state =
        get_methods_that_c_code_calls_state_by_type(Py_TYPE(self));

    return stream_copy(state, self, NULL);
}

static PyObject *
stream_scaled(methods_that_c_code_calls_state *state, PyObject *self, PyObject *factor)
{
    if (!PyObject_TypeCheck(self, state->Stream_Type)) {
        return PyNumber_Multiply(self, factor);
    }
    return PyNumber_Positive(factor);
}

static PyObject *
stream_scaled_method(PyObject *self, PyObject *factor)
{
    methods_that_c_code_calls_state *state =
        get_methods_that_c_code_calls_state_by_type(Py_TYPE(self));

    return stream_scaled(state, self, factor);
}

static PyObject *
stream_new(PyTypeObject *type, PyObject *args, PyObject *kwargs)
{
    methods_that_c_code_calls_state *state = get_methods_that_c_code_calls_state_by_type(type);
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
    .name = "methods_that_c_code_calls.Stream",
    .basicsize = sizeof(PyObject),
    .flags = (Py_TPFLAGS_DEFAULT | Py_TPFLAGS_HAVE_GC |
              Py_TPFLAGS_IMMUTABLETYPE),
    .slots = Stream_slots,
};

static PyObject *
another(PyObject *module, PyObject *ignored)
{
    methods_that_c_code_calls_state *state = get_methods_that_c_code_calls_state(module);

    return stream_copy(state, state->standard, NULL);
}

static PyObject *
scaled(PyObject *module, PyObject *number)
{
    methods_that_c_code_calls_state *state = get_methods_that_c_code_calls_state(module);

    return stream_scaled(state, number, number);
}

static PyMethodDef methods[] = {
    {"another", another, METH_NOARGS, NULL},
    {"scaled", scaled, METH_O, NULL},
    {NULL, NULL},
};

static int
methods_that_c_code_calls_traverse(PyObject *module, visitproc visit, void *arg)
{
    methods_that_c_code_calls_state *state = get_methods_that_c_code_calls_state(module);
    Py_VISIT(state->Stream_Type);
    Py_VISIT(state->NotReadable);
    Py_VISIT(state->standard);
    return 0;
}

static int
methods_that_c_code_calls_clear(PyObject *module)
{
    methods_that_c_code_calls_state *state = get_methods_that_c_code_calls_state(module);
    Py_CLEAR(state->Stream_Type);
    Py_CLEAR(state->NotReadable);
    Py_CLEAR(state->standard);
    return 0;
}

static void
methods_that_c_code_calls_free(void *module)
{
    methods_that_c_code_calls_clear((PyObject *)module);
}

static int methods_that_c_code_calls_exec(PyObject *module);

static PyModuleDef_Slot methods_that_c_code_calls_slots[] = {
    {Py_mod_exec, methods_that_c_code_calls_exec},
#if PY_VERSION_HEX >= 0x030C0000
    {Py_mod_multiple_interpreters, Py_MOD_PER_INTERPRETER_GIL_SUPPORTED},
#endif
    {0, NULL}
};

static struct PyModuleDef streams = {PyModuleDef_HEAD_INIT, "methods_that_c_code_calls", NULL, sizeof(methods_that_c_code_calls_state), methods,
    methods_that_c_code_calls_slots, methods_that_c_code_calls_traverse,
    methods_that_c_code_calls_clear, methods_that_c_code_calls_free};

static int
methods_that_c_code_calls_exec(PyObject *module)
{
    methods_that_c_code_calls_state *state = get_methods_that_c_code_calls_state(module);

    state->Stream_Type = (PyTypeObject *)PyType_FromModuleAndSpec(module, &Stream_spec, NULL);
    if (state->Stream_Type == NULL) {
        return -1;
    }
    Py_INCREF(state->Stream_Type);
    if (PyModule_AddObject(module, "Stream", (PyObject *)state->Stream_Type) < 0) {
        return -1;
    }
    state->NotReadable = PyErr_NewException("methods_that_c_code_calls.NotReadable", NULL,
                                            NULL);
    if (state->NotReadable == NULL) {
        return -1;
    }
    Py_INCREF(state->NotReadable);
    if (PyModule_AddObject(module, "NotReadable", state->NotReadable) < 0) {
        Py_DECREF(state->NotReadable);
        return -1;
    }
    state->standard = PyObject_CallObject((PyObject *)state->Stream_Type, NULL);
    if (state->standard == NULL) {
        return -1;
    }
    return 0;
}

PyMODINIT_FUNC
PyInit_methods_that_c_code_calls(void)
{
    return PyModuleDef_Init(&streams);
}
