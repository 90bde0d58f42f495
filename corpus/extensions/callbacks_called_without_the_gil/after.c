/* Steps of a reader are called while other threads run; how they went is kept for all readers. */
#include <Python.h>

#if PY_VERSION_HEX < 0x030A0000
#  define Py_TPFLAGS_IMMUTABLETYPE 0
#endif

typedef struct {
    PyObject_HEAD
    long at;
} Reader;

typedef struct {
    PyObject *ReaderError;
} callbacks_called_without_the_gil_state;

static inline callbacks_called_without_the_gil_state *
get_callbacks_called_without_the_gil_state(PyObject *module)
{
    void *state = PyModule_GetState(module);
    assert(state != NULL);
    return (callbacks_called_without_the_gil_state *)state;
}

static inline callbacks_called_without_the_gil_state *
get_callbacks_called_without_the_gil_state_by_type(PyTypeObject *type)
{
    void *state = PyType_GetModuleState(type);
    assert(state != NULL);
    return (callbacks_called_without_the_gil_state *)state;
}

static int large_steps = -1;

static long
run(Reader *self, long (*step)(Reader *))
{
    long found;

    Py_BEGIN_ALLOW_THREADS
    found = step(self);
    Py_END_ALLOW_THREADS
    return found;
}

static long
forward(Reader *self)
{
    if (large_steps == -1) {
        large_steps = self->at > 100;
    }
    self->at += large_steps ? 10 : 1;
    return self->at;
}

static PyObject *
Reader_forward(PyObject *self, PyObject *unused)
{
    long found = run((Reader *)self, forward);

    if (found > 1000) {
        callbacks_called_without_the_gil_state *state =
            get_callbacks_called_without_the_gil_state_by_type(Py_TYPE(self));

        PyErr_SetString(state->ReaderError, "too far");
        return NULL;
    }
    return PyLong_FromLong(found);
}

static PyObject *
Reader_new(PyTypeObject *type, PyObject *args, PyObject *kwargs)
{
    long at;
    Reader *self;

    if (!PyArg_ParseTuple(args, "l:Reader", &at)) {
        return NULL;
    }
    self = (Reader *)type->tp_alloc(type, 0);
    if (self != NULL) {
        self->at = at;
    }
    return (PyObject *)self;
}

static PyMethodDef Reader_methods[] = {
    {"forward", Reader_forward, METH_NOARGS, NULL},
    {NULL, NULL, 0, NULL}
};

static PyType_Slot Reader_slots[] = {
    {Py_tp_methods, Reader_methods},
    {Py_tp_new, Reader_new},
    {0, NULL},
};

static PyType_Spec Reader_spec = {
    .name = "callbacks_called_without_the_gil.Reader",
    .basicsize = sizeof(Reader),
    .flags = (Py_TPFLAGS_DEFAULT | Py_TPFLAGS_IMMUTABLETYPE),
    .slots = Reader_slots,
};

static int
callbacks_called_without_the_gil_traverse(PyObject *module, visitproc visit, void *arg)
{
    callbacks_called_without_the_gil_state *state =
        get_callbacks_called_without_the_gil_state(module);
    Py_VISIT(state->ReaderError);
    return 0;
}

static int
callbacks_called_without_the_gil_clear(PyObject *module)
{
    callbacks_called_without_the_gil_state *state =
        get_callbacks_called_without_the_gil_state(module);
    Py_CLEAR(state->ReaderError);
    return 0;
}

static void
callbacks_called_without_the_gil_free(void *module)
{
    callbacks_called_without_the_gil_clear((PyObject *)module);
}

static int callbacks_called_without_the_gil_exec(PyObject *module);

static PyModuleDef_Slot callbacks_called_without_the_gil_slots[] = {
    {Py_mod_exec, callbacks_called_without_the_gil_exec},
#if PY_VERSION_HEX >= 0x030C0000
    {Py_mod_multiple_interpreters, Py_MOD_MULTIPLE_INTERPRETERS_SUPPORTED},
#endif
    {0, NULL}
};

static struct PyModuleDef reader_module = {
    PyModuleDef_HEAD_INIT,
    .m_name = "callbacks_called_without_the_gil",
    .m_size = sizeof(callbacks_called_without_the_gil_state),
    .m_traverse = callbacks_called_without_the_gil_traverse,
    .m_clear = callbacks_called_without_the_gil_clear,
    .m_free = callbacks_called_without_the_gil_free,
    .m_slots = callbacks_called_without_the_gil_slots,
};

static int
callbacks_called_without_the_gil_exec(PyObject *module)
{
    callbacks_called_without_the_gil_state *state =
        get_callbacks_called_without_the_gil_state(module);

    PyTypeObject *Reader_Type =
        (PyTypeObject *)PyType_FromModuleAndSpec(module, &Reader_spec, NULL);
    if (Reader_Type == NULL) {
        return -1;
    }
    state->ReaderError = PyErr_NewException("callbacks_called_without_the_gil.ReaderError", NULL,
                                            NULL);
    Py_XINCREF(state->ReaderError);
    if (state->ReaderError == NULL ||
        PyModule_AddObject(module, "ReaderError", state->ReaderError) < 0) {
        Py_XDECREF(state->ReaderError);
        Py_DECREF(Reader_Type);
        return -1;
    }
    if (PyModule_AddObject(module, "Reader", (PyObject *)Reader_Type) < 0) {
        Py_DECREF(Reader_Type);
        return -1;
    }
    return 0;
}

PyMODINIT_FUNC
PyInit_callbacks_called_without_the_gil(void)
{
    return PyModuleDef_Init(&reader_module);
}
