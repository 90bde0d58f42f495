#include <Python.h>

typedef struct Job Job;

struct Job {
    PyObject_HEAD
    PyObject *log;
    void (*finish)(Job *);
    void (*progress)(Job *);
};

typedef struct {
    PyObject *finish_text;
    PyObject *progress_text;
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
note_finish(Job *job)
{
    jobs_state *state = get_jobs_state_by_type(Py_TYPE(job));

    if (PyList_Append(job->log, state->finish_text) < 0) {
        PyErr_Clear();
    }
}

static void
note_progress(Job *job)
{
#ifdef WITH_THREAD
    PyGILState_STATE gil = PyGILState_Ensure();
#endif
    jobs_state *state = get_jobs_state_by_type(Py_TYPE(job));
    int failed = PyList_Append(job->log, state->progress_text);

    if (failed) {
        PyErr_Clear();
    }
#ifdef WITH_THREAD
    PyGILState_Release(gil);
#endif
}

static PyObject *
Job_new(PyTypeObject *type, PyObject *args, PyObject *kwds)
{
    Job *job = (Job *)type->tp_alloc(type, 0);

    if (job == NULL) {
        return NULL;
    }
    job->log = PyList_New(0);
    job->finish = note_finish;
    job->progress = (void (*)(Job *))note_progress;
    return (PyObject *)job;
}

static void
Job_dealloc(Job *job)
{
    PyTypeObject *tp = Py_TYPE(job);

    if (job->log != NULL) {
        job->progress(job);
        job->finish(job);
    }
    Py_XDECREF(job->log);
    tp->tp_free(job);
    Py_DECREF(tp);
}

static PyType_Slot Job_slots[] = {
    {Py_tp_new, Job_new},
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
    Py_VISIT(state->finish_text);
    Py_VISIT(state->progress_text);
    return 0;
}

static int
jobs_clear(PyObject *module)
{
    jobs_state *state = get_jobs_state(module);
    Py_CLEAR(state->finish_text);
    Py_CLEAR(state->progress_text);
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
    state->finish_text = PyUnicode_FromString("finished");
    state->progress_text = PyUnicode_FromString("going on");
    type = PyType_FromModuleAndSpec(module, &Job_spec, NULL);
    if (state->finish_text == NULL || state->progress_text == NULL || type == NULL || PyModule_AddType(module, (PyTypeObject *)type) < 0) {
        Py_XDECREF(type);
        Py_DECREF(module);
        return NULL;
    }
    Py_DECREF(type);
    return module;
}
