#include <Python.h>

#if PY_VERSION_HEX < 0x030A0000
#  define Py_TPFLAGS_IMMUTABLETYPE 0
#endif

typedef struct {
    PyObject_HEAD
    int failures;
} Source;

typedef struct {
    PyTypeObject *Source_Type;
    PyObject *ReadError;
} errors_told_by_a_dealloc_state;

static inline errors_told_by_a_dealloc_state *
get_errors_told_by_a_dealloc_state(PyObject *module)
{
    void *state = PyModule_GetState(module);
    assert(state != NULL);
    return (errors_told_by_a_dealloc_state *)state;
}

static inline errors_told_by_a_dealloc_state *
get_errors_told_by_a_dealloc_state_by_type(PyTypeObject *type)
{
    void *state = PyType_GetModuleState(type);
    assert(state != NULL);
    return (errors_told_by_a_dealloc_state *)state;
}

static PyType_Slot Source_slots[] = {
    {Py_tp_new, PyType_GenericNew},
    {0, NULL},
};

static PyType_Spec Source_spec = {
    .name = "errors_told_by_a_dealloc.Source",
    .basicsize = sizeof(Source),
    .flags = (Py_TPFLAGS_DEFAULT | Py_TPFLAGS_IMMUTABLETYPE),
    .slots = Source_slots,
};

/* What reads from a source may only find out at its end that something is wrong. */
typedef struct {
    PyObject_HEAD
    Source *source;
} Reader;

static PyObject *
error_object(errors_told_by_a_dealloc_state *state, int failures)
{
    if (failures == 0)
        Py_RETURN_NONE;
    return PyObject_CallFunction(state->ReadError, "i", failures);
}

static PyObject *
Reader_new(PyTypeObject *type, PyObject *args, PyObject *kwds)
{
    errors_told_by_a_dealloc_state *state =
        get_errors_told_by_a_dealloc_state_by_type(type);
    Source *source;
    Reader *self;

    if (!PyArg_ParseTuple(args, "O!", state->Source_Type, &source))
        return NULL;
    self = (Reader *)type->tp_alloc(type, 0);
    if (self == NULL)
        return NULL;
    Py_INCREF(source);
    source->failures++;
    self->source = source;
    return (PyObject *)self;
}

static void
Reader_dealloc(Reader *self)
{
    PyTypeObject *tp = Py_TYPE(self);

    if (self->source) {
        errors_told_by_a_dealloc_state *state =
            get_errors_told_by_a_dealloc_state_by_type(Py_TYPE(self));
        PyObject *error = error_object(state, self->source->failures);

        if (error != NULL && error != Py_None) {
            PyErr_SetObject((PyObject *)Py_TYPE(error), error);
            PyErr_WriteUnraisable(NULL);
        }
        Py_XDECREF(error);
        Py_DECREF(self->source);
        self->source = NULL;
    }
    tp->tp_free(self);
    Py_DECREF(tp);
}

static PyType_Slot Reader_slots[] = {
    {Py_tp_dealloc, Reader_dealloc},
    {Py_tp_new, Reader_new},
    {0, NULL},
};

static PyType_Spec Reader_spec = {
    .name = "errors_told_by_a_dealloc.Reader",
    .basicsize = sizeof(Reader),
    .flags = (Py_TPFLAGS_DEFAULT | Py_TPFLAGS_IMMUTABLETYPE),
    .slots = Reader_slots,
};

static int
errors_told_by_a_dealloc_traverse(PyObject *module, visitproc visit, void *arg)
{
    errors_told_by_a_dealloc_state *state =
        get_errors_told_by_a_dealloc_state(module);
    Py_VISIT(state->Source_Type);
    Py_VISIT(state->ReadError);
    return 0;
}

static int
errors_told_by_a_dealloc_clear(PyObject *module)
{
    errors_told_by_a_dealloc_state *state =
        get_errors_told_by_a_dealloc_state(module);
    Py_CLEAR(state->Source_Type);
    Py_CLEAR(state->ReadError);
    return 0;
}

static void
errors_told_by_a_dealloc_free(void *module)
{
    errors_told_by_a_dealloc_clear((PyObject *)module);
}

static int errors_told_by_a_dealloc_exec(PyObject *module);

static PyModuleDef_Slot errors_told_by_a_dealloc_slots[] = {
    {Py_mod_exec, errors_told_by_a_dealloc_exec},
#if PY_VERSION_HEX >= 0x030C0000
    {Py_mod_multiple_interpreters, Py_MOD_PER_INTERPRETER_GIL_SUPPORTED},
#endif
    {0, NULL}
};

static struct PyModuleDef definition = {
    PyModuleDef_HEAD_INIT,
    .m_name = "errors_told_by_a_dealloc",
    .m_size = sizeof(errors_told_by_a_dealloc_state),
    .m_traverse = errors_told_by_a_dealloc_traverse,
    .m_clear = errors_told_by_a_dealloc_clear,
    .m_free = errors_told_by_a_dealloc_free,
    .m_slots = errors_told_by_a_dealloc_slots,
};

static int
errors_told_by_a_dealloc_exec(PyObject *module)
{
    errors_told_by_a_dealloc_state *state =
        get_errors_told_by_a_dealloc_state(module);

    state->Source_Type =
        (PyTypeObject *)PyType_FromModuleAndSpec(module, &Source_spec, NULL);
    if (state->Source_Type == NULL)
        return -1;
    PyTypeObject *Reader_Type =
        (PyTypeObject *)PyType_FromModuleAndSpec(module, &Reader_spec, NULL);
    if (Reader_Type == NULL)
        return -1;
    state->ReadError = PyErr_NewException("errors_told_by_a_dealloc.ReadError",
                                          NULL, NULL);
    Py_XINCREF(state->ReadError);
    Py_INCREF(state->Source_Type);
    Py_INCREF(Reader_Type);
    if (PyModule_AddObject(module, "ReadError", state->ReadError) < 0
        || PyModule_AddObject(module, "Source", (PyObject *)state->Source_Type) < 0
        || PyModule_AddObject(module, "Reader", (PyObject *)Reader_Type) < 0) {
        Py_DECREF(Reader_Type);
        return -1;
    }
    Py_DECREF(Reader_Type);
    return 0;
}

PyMODINIT_FUNC
PyInit_errors_told_by_a_dealloc(void)
{
    return PyModuleDef_Init(&definition);
}
