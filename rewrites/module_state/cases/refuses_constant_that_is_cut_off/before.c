#include <Python.h>

typedef struct {
    PyObject_HEAD
    int number;
} Job;

static PyObject *finished;

static void
note_finish(int number)
{
    PyObject *item = PyLong_FromLong(number);

    if (item == NULL || PyList_Append(finished, item) < 0) {
        PyErr_Clear();
    }
    Py_XDECREF(item);
}

enum { NOTE_NOTHING, NOTE_END, NOTE_ALL };

static void
note(signed char kind, int number)
{
    switch (kind) {
    case NOTE_NOTHING:
        break;
    case NOTE_END:
        number = -number;
        break;
    case NOTE_ALL:
        note_finish(number);
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
    note(NOTE_END, ((Job *)self)->number);
    tp->tp_free(self);
    Py_DECREF(tp);
}

static PyObject *
Job_stop(PyObject *self, PyObject *ignored)
{
    note(NOTE_ALL, ((Job *)self)->number);
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
    finished = PyList_New(0);
    type = PyType_FromModuleAndSpec(module, &Job_spec, NULL);
    if (finished == NULL || type == NULL || PyModule_AddType(module, (PyTypeObject *)type) < 0) {
        Py_XDECREF(type);
        Py_DECREF(module);
        return NULL;
    }
    Py_DECREF(type);
    return module;
}
