#include <Python.h>

#if PY_VERSION_HEX < 0x030A0000
#  define Py_TPFLAGS_IMMUTABLETYPE 0
#endif

/* A job with callbacks whose first parameter can't be relied on. */

typedef struct Job Job;
typedef void (*job_function)(Job *);

static job_function running;    /* for a debugger */

struct Job {
    PyObject_HEAD
    PyObject *log;      /* list */
};

static PyObject *idle_text;     /* its callback may be called without a job */

typedef struct {
    PyObject *thread_text;  /* its callback takes the GIL itself */
    PyObject *start_text;   /* its callback is always given a job */
} callbacks_without_an_instance_state;

static inline callbacks_without_an_instance_state *
get_callbacks_without_an_instance_state(PyObject *module)
{
    void *state = PyModule_GetState(module);
    assert(state != NULL);
    return (callbacks_without_an_instance_state *)state;
}

static inline callbacks_without_an_instance_state *
get_callbacks_without_an_instance_state_by_type(PyTypeObject *type)
{
    void *state = PyType_GetModuleState(type);
    assert(state != NULL);
    return (callbacks_without_an_instance_state *)state;
}

static PyObject *other_text;    /* its callback changes its parameter */
static PyObject *checked_text;  /* its callback asks what it is given */
static void
add_text(PyObject *log, PyObject *text)
{
    if (PyList_Append(log, text) < 0)
        PyErr_Clear();
}

static void
note_idle(Job *job)
{
    if (job == NULL)
        PyErr_SetObject(PyExc_RuntimeError, idle_text);
    else
        add_text(job->log, idle_text);
}

static void
note_from_thread(Job *job)
{
    PyGILState_STATE gil = PyGILState_Ensure();
    callbacks_without_an_instance_state *state =
        get_callbacks_without_an_instance_state_by_type(Py_TYPE(job));

    add_text(job->log, state->thread_text);
    PyGILState_Release(gil);
}

static void
note_other(Job *job)
{
    PyObject *log = job->log;

    job = (Job *)PyList_GetItem(log, 0);
    add_text(log, other_text);
}

static void
note_checked(Job *job)
{
    if (PyObject_TypeCheck(job, &PyList_Type))
        add_text((PyObject *)job, checked_text);
    else
        add_text(job->log, checked_text);
}

static void
note_start(Job *job)
{
    callbacks_without_an_instance_state *state =
        get_callbacks_without_an_instance_state_by_type(Py_TYPE(job));

    add_text(job->log, state->start_text);
}

static void
run(Job *job, job_function function)
{
    running = function;
    function(job);
}

static PyObject *
Job_new(PyTypeObject *type, PyObject *args, PyObject *kwds)
{
    Job *job = (Job *)type->tp_alloc(type, 0);

    if (job == NULL)
        return NULL;
    job->log = PyList_New(0);
    if (job->log == NULL) {
        Py_DECREF(job);
        return NULL;
    }
    return (PyObject *)job;
}

static int
Job_traverse(Job *self, visitproc visit, void *arg)
{
    Py_VISIT(Py_TYPE(self));
    Py_VISIT(self->log);
    return 0;
}

static void
Job_dealloc(Job *job)
{
    PyTypeObject *tp = Py_TYPE(job);

    PyObject_GC_UnTrack(job);
    Py_XDECREF(job->log);
    tp->tp_free((PyObject *)job);
    Py_DECREF(tp);
}

static PyObject *
Job_run(Job *job, PyObject *unused)
{
    if (PyList_Append(job->log, Py_None) < 0)
        return NULL;
    run(job, note_idle);
    run(job, note_other);
    run((Job *)job->log, note_checked);
    run(job, note_start);
    Py_INCREF(job->log);
    return job->log;
}

static PyObject *
Job_run_taking_gil(Job *job, PyObject *unused)
{
    run(job, note_from_thread);
    Py_RETURN_NONE;
}

static PyMethodDef Job_methods[] = {
    {"run", (PyCFunction)Job_run, METH_NOARGS, NULL},
    {"run_taking_gil", (PyCFunction)Job_run_taking_gil, METH_NOARGS, NULL},
    {NULL, NULL, 0, NULL}
};

static PyType_Slot Job_slots[] = {
    {Py_tp_new, Job_new},
    {Py_tp_dealloc, Job_dealloc},
    {Py_tp_methods, Job_methods},
    {Py_tp_traverse, Job_traverse},
    {0, NULL},
};

static PyType_Spec Job_spec = {
    .name = "callbacks_without_an_instance.Job",
    .basicsize = sizeof(Job),
    .flags = (Py_TPFLAGS_DEFAULT | Py_TPFLAGS_HAVE_GC |
              Py_TPFLAGS_IMMUTABLETYPE),
    .slots = Job_slots,
};

static PyObject *
idle(PyObject *module, PyObject *unused)
{
    run(NULL, note_idle);
    return NULL;
}

static PyMethodDef functions[] = {
    {"idle", idle, METH_NOARGS, NULL},
    {NULL, NULL, 0, NULL}
};

static int
callbacks_without_an_instance_traverse(PyObject *module, visitproc visit,
                                       void *arg)
{
    callbacks_without_an_instance_state *state =
        get_callbacks_without_an_instance_state(module);
    Py_VISIT(state->thread_text);
    Py_VISIT(state->start_text);
    return 0;
}

static int
callbacks_without_an_instance_clear(PyObject *module)
{
    callbacks_without_an_instance_state *state =
        get_callbacks_without_an_instance_state(module);
    Py_CLEAR(state->thread_text);
    Py_CLEAR(state->start_text);
    return 0;
}

static void
callbacks_without_an_instance_free(void *module)
{
    callbacks_without_an_instance_clear((PyObject *)module);
}

static int callbacks_without_an_instance_exec(PyObject *m);

static int callbacks_without_an_instance_loaded = 0;
#ifdef Py_GIL_DISABLED
static PyMutex callbacks_without_an_instance_loaded_mutex = {0};
#endif

static int
callbacks_without_an_instance_exec_once(PyObject *module)
{
    int is_first, result;

#ifdef Py_GIL_DISABLED
    PyMutex_Lock(&callbacks_without_an_instance_loaded_mutex);
#endif
    is_first = !callbacks_without_an_instance_loaded;
    callbacks_without_an_instance_loaded = 1;
#ifdef Py_GIL_DISABLED
    PyMutex_Unlock(&callbacks_without_an_instance_loaded_mutex);
#endif
    if (!is_first) {
        PyErr_SetString(PyExc_ImportError,
            "callbacks_without_an_instance: cannot load module more than once per process");
        return -1;
    }
    result = callbacks_without_an_instance_exec(module);
    if (result < 0) {
#ifdef Py_GIL_DISABLED
        PyMutex_Lock(&callbacks_without_an_instance_loaded_mutex);
#endif
        callbacks_without_an_instance_loaded = 0;
#ifdef Py_GIL_DISABLED
        PyMutex_Unlock(&callbacks_without_an_instance_loaded_mutex);
#endif
    }
    return result;
}

static PyModuleDef_Slot callbacks_without_an_instance_slots[] = {
    {Py_mod_exec, callbacks_without_an_instance_exec_once},
#if PY_VERSION_HEX >= 0x030C0000
    {Py_mod_multiple_interpreters, Py_MOD_MULTIPLE_INTERPRETERS_NOT_SUPPORTED},
#endif
    {0, NULL}
};

static struct PyModuleDef jobs = {
    PyModuleDef_HEAD_INIT, "callbacks_without_an_instance", "Jobs.",
    sizeof(callbacks_without_an_instance_state), functions,
    callbacks_without_an_instance_slots,
    callbacks_without_an_instance_traverse,
    callbacks_without_an_instance_clear, callbacks_without_an_instance_free
};

static int
callbacks_without_an_instance_exec(PyObject *m)
{
    callbacks_without_an_instance_state *state =
        get_callbacks_without_an_instance_state(m);

    PyTypeObject *Job_Type =
        (PyTypeObject *)PyType_FromModuleAndSpec(m, &Job_spec, NULL);
    if (Job_Type == NULL)
        return -1;
    idle_text = PyUnicode_FromString("idle");
    state->thread_text = PyUnicode_FromString("thread");
    other_text = PyUnicode_FromString("other");
    checked_text = PyUnicode_FromString("checked");
    state->start_text = PyUnicode_FromString("start");
    if (idle_text == NULL || state->thread_text == NULL ||
        other_text == NULL ||
            checked_text == NULL || state->start_text == NULL) {
        Py_DECREF(Job_Type);
        return -1;
    }
    if (PyModule_AddObject(m, "Job", (PyObject *)Job_Type) < 0) {
        Py_DECREF(Job_Type);
        return -1;
    }
    return 0;
}

PyMODINIT_FUNC
PyInit_callbacks_without_an_instance(void)
{
    return PyModuleDef_Init(&jobs);
}
