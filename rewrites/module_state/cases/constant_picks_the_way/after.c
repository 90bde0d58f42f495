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

enum { NOTE_NOTHING, NOTE_END, NOTE_ALL };

static void
note(jobs_state *state, int kind, int number)
{
    switch (kind) {
    case NOTE_NOTHING:
        break;
    case NOTE_END:
        number = -number;
        break;
    case NOTE_ALL:
        note_finish(state, number);
        break;
    }
}

static int
Job_traverse(Job *self, visitproc visit, void *arg)
{
    Py_VISIT(Py_TYPE(self));
    return 0;
}

static void
Job_dealloc(PyObject *self)
{
    PyTypeObject *tp = Py_TYPE(self);

    PyObject_GC_UnTrack(self);
    note(NULL, NOTE_END, ((Job *)self)->number);
    tp->tp_free(self);
    Py_DECREF(tp);
}

static PyObject *
Job_stop(PyObject *self, PyObject *ignored)
{
    jobs_state *state = get_jobs_state_by_type(Py_TYPE(self));

    note(state, NOTE_ALL, ((Job *)self)->number);
    Py_RETURN_NONE;
}

static PyMethodDef Job_methods[] = {
    {"stop", Job_stop, METH_NOARGS, "stop()"},
    {NULL, NULL, 0, NULL}
};

static PyType_Slot Job_slots[] = {
    {Py_tp_traverse, Job_traverse},
    {Py_tp_dealloc, Job_dealloc},
    {Py_tp_methods, Job_methods},
    {0, NULL},
};

static PyType_Spec Job_spec = {
    .name = "jobs.Job",
    .basicsize = sizeof(Job),
    .flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_HAVE_GC,
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
    if (state->finished == NULL || type == NULL || PyModule_AddType(module, (PyTypeObject *)type) < 0) {
        Py_XDECREF(type);
        Py_DECREF(module);
        return NULL;
    }
    Py_DECREF(type);
    return module;
}
