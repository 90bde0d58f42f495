#include <Python.h>

typedef struct {
    PyObject_HEAD
    int number;
} Job;

typedef struct {
    PyObject *finished;
} jobs_state;

static inline jobs_state *
get_jobs_state(PyObject *module)
{
    void *state = PyModule_GetState(module);
    assert(state != NULL);
    return (jobs_state *)state;
}

static inline jobs_state *
get_jobs_state_by_type(PyTypeObject *type)
{
    void *state = PyType_GetModuleState(type);
    assert(state != NULL);
    return (jobs_state *)state;
}

static void
note_finish(jobs_state *state, int number)
{
    PyObject *item = PyLong_FromLong(number);

    if (item == NULL || PyList_Append(state->finished, item) < 0) {
        PyErr_Clear();
    }
    Py_XDECREF(item);
}

static void
Job_dealloc(Job *self)
{
    jobs_state *state = get_jobs_state_by_type(Py_TYPE(self));
    PyTypeObject *tp = Py_TYPE(self);

    note_finish(state, self->number);
    tp->tp_free(self);
    Py_DECREF(tp);
}

static PyType_Slot Job_slots[] = {
    {Py_tp_dealloc, Job_dealloc},
    {0, NULL},
};

static PyType_Spec Job_spec = {
    .name = "jobs.Job",
    .basicsize = sizeof(Job),
    .flags = Py_TPFLAGS_DEFAULT,
    .slots = Job_slots,
};

static int
jobs_traverse(PyObject *module, visitproc visit, void *arg)
{
    jobs_state *state = get_jobs_state(module);
    Py_VISIT(state->finished);
    return 0;
}

static int
jobs_clear(PyObject *module)
{
    jobs_state *state = get_jobs_state(module);
    Py_CLEAR(state->finished);
    return 0;
}

static void
jobs_free(void *module)
{
    jobs_clear((PyObject *)module);
}

static struct PyModuleDef jobs_module = {
    PyModuleDef_HEAD_INIT,
    .m_name = "jobs",
    .m_size = sizeof(jobs_state),
    .m_traverse = jobs_traverse,
    .m_clear = jobs_clear,
    .m_free = jobs_free,
};

PyMODINIT_FUNC
PyInit_jobs(void)
{
    jobs_state *state;
    PyObject *module = PyModule_Create(&jobs_module);
    PyObject *type;

    if (module == NULL) {
        return NULL;
    }
    state = get_jobs_state(module);
    state->finished = PyList_New(0);
    type = PyType_FromModuleAndSpec(module, &Job_spec, NULL);
    if (state->finished == NULL || type == NULL ||
        PyModule_AddType(module, (PyTypeObject *)type) < 0) {
        Py_XDECREF(type);
        Py_DECREF(module);
        return NULL;
    }
    Py_DECREF(type);
    return module;
}
