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

static void
Job_dealloc(Job *self)
{
    PyTypeObject *tp = Py_TYPE(self);

    note_finish(self->number);
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
