/* The function that is made asks whether it has an instance: the variable may be NULL. */
#include <Python.h>

static PyObject *error;

typedef struct {
    PyObject_HEAD
    int steps;
} Task;

static PyObject *
task_wake(Task *self, PyObject *value)
{
    if (self == NULL || self->steps == 0) {
        PyErr_SetObject(error, value);
        return NULL;
    }
    return PyLong_FromLong(--self->steps);
}

static PyMethodDef WakeDef = {
    "wake",
    (PyCFunction)task_wake,
    METH_O,
    NULL
};

static PyObject *
task_waker(Task *task, PyObject *unused)
{
    return PyCFunction_New(&WakeDef, (PyObject *)task);
}

static PyMethodDef task_methods[] = {
    {"waker", (PyCFunction)task_waker, METH_NOARGS, NULL},
    {NULL, NULL, 0, NULL}
};

static PyType_Slot Task_slots[] = {
    {Py_tp_methods, task_methods},
    {Py_tp_new, PyType_GenericNew},
    {0, NULL},
};

static PyType_Spec Task_spec = {
    .name = "tasks.Task",
    .basicsize = sizeof(Task),
    .flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_BASETYPE,
    .slots = Task_slots,
};

static struct PyModuleDef tasks_module = {
    PyModuleDef_HEAD_INIT,
    .m_name = "tasks",
    .m_size = -1,
};

PyMODINIT_FUNC
PyInit_tasks(void)
{
    PyObject *module = PyModule_Create(&tasks_module);
    PyObject *type;

    if (module == NULL) {
        return NULL;
    }
    error = PyErr_NewException("tasks.error", NULL, NULL);
    type = PyType_FromModuleAndSpec(module, &Task_spec, NULL);
    if (error == NULL || type == NULL || PyModule_AddObject(module, "Task", type) < 0) {
        Py_XDECREF(type);
        Py_DECREF(module);
        return NULL;
    }
    return module;
}
