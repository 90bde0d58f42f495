#include <Python.h>

/* A job with callbacks whose first parameter can't be relied on. */

typedef struct Job Job;
typedef void (*job_function)(Job *);

static job_function running;    /* for a debugger */

struct Job {
    PyObject_HEAD
    PyObject *log;      /* list */
};

static PyObject *idle_text;     /* its callback may be called without a job */
static PyObject *thread_text;   /* its callback takes the GIL itself */
static PyObject *other_text;    /* its callback changes its parameter */
static PyObject *checked_text;  /* its callback asks what it is given */
static PyObject *start_text;    /* its callback is always given a job */
static PyTypeObject Job_Type;

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

#define LEAST_STEPS 1
#define NEEDS_NOTE(job) (sizeof(job) >= LEAST_STEPS)

static void
note_from_thread(Job *job)
{
    PyGILState_STATE gil;

    if (!NEEDS_NOTE(job))
        return;
    gil = PyGILState_Ensure();
    add_text(job->log, thread_text);
    PyGILState_Release(gil);
}

#ifdef WITHOUT_LOG
static void
note_other(Job *job)
{
    PyObject *text = other_text;

    PySys_FormatStderr("%U\n", text);
}
#else
static void
note_other(Job *job)
{
    PyObject *log = job->log;

    job = (Job *)PyList_GetItem(log, 0);
    add_text(log, other_text);
}
#endif

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
    add_text(job->log, start_text);
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

static void
Job_dealloc(Job *job)
{
    Py_XDECREF(job->log);
    Py_TYPE(job)->tp_free((PyObject *)job);
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

static PyTypeObject Job_Type = {
    PyVarObject_HEAD_INIT(NULL, 0)
    .tp_name = "callbacks_asking_the_interpreter.Job",
    .tp_basicsize = sizeof(Job),
    .tp_flags = Py_TPFLAGS_DEFAULT,
    .tp_new = Job_new,
    .tp_dealloc = (destructor)Job_dealloc,
    .tp_methods = Job_methods,
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

static struct PyModuleDef jobs = {
    PyModuleDef_HEAD_INIT, "callbacks_asking_the_interpreter", "Jobs.", -1, functions
};

PyMODINIT_FUNC
PyInit_callbacks_asking_the_interpreter(void)
{
    PyObject *m;

    if (PyType_Ready(&Job_Type) < 0)
        return NULL;
    m = PyModule_Create(&jobs);
    if (m == NULL)
        return NULL;
    idle_text = PyUnicode_FromString("idle");
    thread_text = PyUnicode_FromString("thread");
    other_text = PyUnicode_FromString("other");
    checked_text = PyUnicode_FromString("checked");
    start_text = PyUnicode_FromString("start");
    if (idle_text == NULL || thread_text == NULL || other_text == NULL ||
            checked_text == NULL || start_text == NULL) {
        Py_DECREF(m);
        return NULL;
    }
    Py_INCREF(&Job_Type);
    if (PyModule_AddObject(m, "Job", (PyObject *)&Job_Type) < 0) {
        Py_DECREF(&Job_Type);
        Py_DECREF(m);
        return NULL;
    }
    return m;
}
