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

typedef struct {
    PyObject *idle_text;     /* its callback may be called without a job */
    PyObject *thread_text;   /* its callback takes the GIL itself */
    PyObject *other_text;    /* its callback changes its parameter */
    PyObject *checked_text;  /* its callback asks what it is given */
    PyObject *start_text;    /* its callback is always given a job */
} callbacks_asking_the_interpreter_state;

static inline callbacks_asking_the_interpreter_state *
get_callbacks_asking_the_interpreter_state(PyObject *module)
{
    void *state = PyModule_GetState(module);
    assert(state != NULL);
    return (callbacks_asking_the_interpreter_state *)state;
}

static inline callbacks_asking_the_interpreter_state *
get_callbacks_asking_the_interpreter_state_by_type(PyTypeObject *type)
{
    void *state = PyType_GetModuleState(type);
    assert(state != NULL);
    return (callbacks_asking_the_interpreter_state *)state;
}

/* For callbacks: they find the module imported last of those that live. */
static inline int
keep_callbacks_asking_the_interpreter(PyObject *module)
{
    PyObject *dict = PyInterpreterState_GetDict(PyInterpreterState_Get());
    PyObject *modules, *remove, *reference;
    int result;

    if (dict == NULL) {
        PyErr_SetString(PyExc_RuntimeError, "the interpreter has no dict");
        return -1;
    }
    modules = PyDict_GetItemString(dict, "callbacks_asking_the_interpreter");
    if (modules == NULL) {
        modules = PyList_New(0);
        if (modules == NULL) {
            return -1;
        }
        result = PyDict_SetItemString(dict, "callbacks_asking_the_interpreter",
                                      modules);
        Py_DECREF(modules);
        if (result < 0) {
            return -1;
        }
    }
    remove = PyObject_GetAttrString(modules, "remove");
    if (remove == NULL) {
        return -1;
    }
    reference = PyWeakref_NewRef(module, remove);
    Py_DECREF(remove);
    if (reference == NULL) {
        return -1;
    }
    result = PyList_Append(modules, reference);
    Py_DECREF(reference);
    return result;
}

static inline callbacks_asking_the_interpreter_state *
find_callbacks_asking_the_interpreter_state(void)
{
    PyObject *dict = PyInterpreterState_GetDict(PyInterpreterState_Get());
    PyObject *modules = dict == NULL ? NULL
        : PyDict_GetItemString(dict, "callbacks_asking_the_interpreter");
    Py_ssize_t count = modules == NULL ? 0 : PyList_GET_SIZE(modules);
    PyObject *reference = count == 0 ? NULL
        : PyList_GET_ITEM(modules, count - 1);
    PyObject *module = NULL;

#if PY_VERSION_HEX >= 0x030D0000
    if (reference != NULL && PyWeakref_GetRef(reference, &module) > 0) {
        Py_DECREF(module);
    }
#else
    if (reference != NULL && PyWeakref_GetObject(reference) != Py_None) {
        module = PyWeakref_GetObject(reference);
    }
#endif
    if (module == NULL) {
        PyErr_SetString(
            PyExc_RuntimeError,
            "callbacks_asking_the_interpreter is not imported any more");
        return NULL;
    }
    return get_callbacks_asking_the_interpreter_state(module);
}

static void
add_text(PyObject *log, PyObject *text)
{
    if (PyList_Append(log, text) < 0)
        PyErr_Clear();
}

static void
note_idle(Job *job)
{
    callbacks_asking_the_interpreter_state *state =
        find_callbacks_asking_the_interpreter_state();

    if (state == NULL) {
        PyErr_WriteUnraisable(NULL);
        return;
    }
    if (job == NULL)
        PyErr_SetObject(PyExc_RuntimeError, state->idle_text);
    else
        add_text(job->log, state->idle_text);
}

#define LEAST_STEPS 1
#define NEEDS_NOTE(job) (sizeof(job) >= LEAST_STEPS)

static void
note_from_thread(Job *job)
{
    callbacks_asking_the_interpreter_state *state;
    PyGILState_STATE gil;

    if (!NEEDS_NOTE(job))
        return;
    gil = PyGILState_Ensure();
    state = get_callbacks_asking_the_interpreter_state_by_type(Py_TYPE(job));
    add_text(job->log, state->thread_text);
    PyGILState_Release(gil);
}

#ifdef WITHOUT_LOG
static void
note_other(Job *job)
{
    callbacks_asking_the_interpreter_state *state =
        find_callbacks_asking_the_interpreter_state();

    if (state == NULL) {
        PyErr_WriteUnraisable(NULL);
        return;
    }

    PyObject *text = state->other_text;

    PySys_FormatStderr("%U\n", text);
}
#else
static void
note_other(Job *job)
{
    callbacks_asking_the_interpreter_state *state =
        find_callbacks_asking_the_interpreter_state();
    PyObject *log = job->log;

    if (state == NULL) {
        PyErr_WriteUnraisable(NULL);
        return;
    }
    job = (Job *)PyList_GetItem(log, 0);
    add_text(log, state->other_text);
}
#endif

static void
note_checked(Job *job)
{
    callbacks_asking_the_interpreter_state *state =
        find_callbacks_asking_the_interpreter_state();

    if (state == NULL) {
        PyErr_WriteUnraisable(NULL);
        return;
    }
    if (PyObject_TypeCheck(job, &PyList_Type))
        add_text((PyObject *)job, state->checked_text);
    else
        add_text(job->log, state->checked_text);
}

static void
note_start(Job *job)
{
    callbacks_asking_the_interpreter_state *state =
        get_callbacks_asking_the_interpreter_state_by_type(Py_TYPE(job));

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
    .name = "callbacks_asking_the_interpreter.Job",
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
callbacks_asking_the_interpreter_traverse(PyObject *module, visitproc visit,
                                          void *arg)
{
    callbacks_asking_the_interpreter_state *state =
        get_callbacks_asking_the_interpreter_state(module);
    Py_VISIT(state->idle_text);
    Py_VISIT(state->thread_text);
    Py_VISIT(state->other_text);
    Py_VISIT(state->checked_text);
    Py_VISIT(state->start_text);
    return 0;
}

static int
callbacks_asking_the_interpreter_clear(PyObject *module)
{
    callbacks_asking_the_interpreter_state *state =
        get_callbacks_asking_the_interpreter_state(module);
    Py_CLEAR(state->idle_text);
    Py_CLEAR(state->thread_text);
    Py_CLEAR(state->other_text);
    Py_CLEAR(state->checked_text);
    Py_CLEAR(state->start_text);
    return 0;
}

static void
callbacks_asking_the_interpreter_free(void *module)
{
    callbacks_asking_the_interpreter_clear((PyObject *)module);
}

static int callbacks_asking_the_interpreter_exec(PyObject *m);

static PyModuleDef_Slot callbacks_asking_the_interpreter_slots[] = {
    {Py_mod_exec, callbacks_asking_the_interpreter_exec},
    {Py_mod_exec, keep_callbacks_asking_the_interpreter},
#if PY_VERSION_HEX >= 0x030C0000
    {Py_mod_multiple_interpreters, Py_MOD_MULTIPLE_INTERPRETERS_SUPPORTED},
#endif
    {0, NULL}
};

static struct PyModuleDef jobs = {
    PyModuleDef_HEAD_INIT, "callbacks_asking_the_interpreter", "Jobs.",
    sizeof(callbacks_asking_the_interpreter_state), functions,
    callbacks_asking_the_interpreter_slots,
    callbacks_asking_the_interpreter_traverse,
    callbacks_asking_the_interpreter_clear,
    callbacks_asking_the_interpreter_free
};

static int
callbacks_asking_the_interpreter_exec(PyObject *m)
{
    callbacks_asking_the_interpreter_state *state =
        get_callbacks_asking_the_interpreter_state(m);

    PyTypeObject *Job_Type =
        (PyTypeObject *)PyType_FromModuleAndSpec(m, &Job_spec, NULL);
    if (Job_Type == NULL)
        return -1;
    state->idle_text = PyUnicode_FromString("idle");
    state->thread_text = PyUnicode_FromString("thread");
    state->other_text = PyUnicode_FromString("other");
    state->checked_text = PyUnicode_FromString("checked");
    state->start_text = PyUnicode_FromString("start");
    if (state->idle_text == NULL || state->thread_text == NULL ||
        state->other_text == NULL ||
            state->checked_text == NULL || state->start_text == NULL) {
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
PyInit_callbacks_asking_the_interpreter(void)
{
    return PyModuleDef_Init(&jobs);
}
