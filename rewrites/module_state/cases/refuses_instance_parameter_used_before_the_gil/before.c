#include <Python.h>

typedef struct Job Job;

struct Job {
    PyObject_HEAD
    PyObject *log;
    void (*finish)(Job *);
};

static PyObject *finish_text;

static int
is_logged(Job *job)
{
    return PyList_Size(job->log) > 0;
}

static void
note_finish(Job *job)
{
    int logged = is_logged(job);
    PyGILState_STATE gil = PyGILState_Ensure();

    if (!logged && PyList_Append(job->log, finish_text) < 0) {
        PyErr_Clear();
    }
    PyGILState_Release(gil);
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
    return (PyObject *)job;
}

static void
Job_dealloc(Job *job)
{
    PyTypeObject *tp = Py_TYPE(job);

    if (job->log != NULL) {
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

static struct PyModuleDef jobs_module = {
    PyModuleDef_HEAD_INIT,
    .m_name = "jobs",
    .m_size = -1,
};

PyMODINIT_FUNC
PyInit_jobs(void)
{
    PyObject *module = PyModule_Create(&jobs_module);
    PyObject *type;

    if (module == NULL) {
        return NULL;
    }
    finish_text = PyUnicode_FromString("finished");
    type = PyType_FromModuleAndSpec(module, &Job_spec, NULL);
    if (finish_text == NULL || type == NULL || PyModule_AddType(module, (PyTypeObject *)type) < 0) {
        Py_XDECREF(type);
        Py_DECREF(module);
        return NULL;
    }
    Py_DECREF(type);
    return module;
}
