/* A table of one function, which is made for an instance of the module's type each time, as a callback. */
#include <Python.h>

typedef struct {
    PyObject *error;
} tasks_state;

static struct PyModuleDef tasks_module;

static inline tasks_state *
get_tasks_state(PyObject *module)
{
    void *state = PyModule_GetState(module);
    assert(state != NULL);
    return (tasks_state *)state;
}

#if PY_VERSION_HEX < 0x030B0000
static PyObject *
PyType_GetModuleByDef(PyTypeObject *type, struct PyModuleDef *def)
{
    PyObject *mro = type->tp_mro;
    Py_ssize_t i, n = PyTuple_GET_SIZE(mro);

    for (i = 0; i < n; i++) {
        PyTypeObject *base = (PyTypeObject *)PyTuple_GET_ITEM(mro, i);
        if (PyType_HasFeature(base, Py_TPFLAGS_HEAPTYPE)) {
            PyObject *module = ((PyHeapTypeObject *)base)->ht_module;
            if (module != NULL && PyModule_GetDef(module) == def) {
                return module;
            }
        }
    }
    PyErr_Format(PyExc_TypeError,
        "No superclass of '%s' has the given module", type->tp_name);
    return NULL;
}
#endif

static inline tasks_state *
get_tasks_state_by_type(PyTypeObject *type)
{
    PyObject *module = PyType_GetModuleByDef(type, &tasks_module);
    assert(module != NULL);
    return get_tasks_state(module);
}

typedef struct {
    PyObject_HEAD
    int steps;
} Task;

static PyObject *
task_wake(Task *self, PyObject *value)
{
    if (self->steps == 0) {
        tasks_state *state = get_tasks_state_by_type(Py_TYPE(self));

        PyErr_SetObject(state->error, value);
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

static int
tasks_traverse(PyObject *module, visitproc visit, void *arg)
{
    tasks_state *state = get_tasks_state(module);
    Py_VISIT(state->error);
    return 0;
}

static int
tasks_clear(PyObject *module)
{
    tasks_state *state = get_tasks_state(module);
    Py_CLEAR(state->error);
    return 0;
}

static void
tasks_free(void *module)
{
    tasks_clear((PyObject *)module);
}

static struct PyModuleDef tasks_module = {
    PyModuleDef_HEAD_INIT,
    .m_name = "tasks",
    .m_size = sizeof(tasks_state),
    .m_traverse = tasks_traverse,
    .m_clear = tasks_clear,
    .m_free = tasks_free,
};

PyMODINIT_FUNC
PyInit_tasks(void)
{
    tasks_state *state;
    PyObject *module = PyModule_Create(&tasks_module);
    PyObject *type;

    if (module == NULL) {
        return NULL;
    }
    state = get_tasks_state(module);
    state->error = PyErr_NewException("tasks.error", NULL, NULL);
    type = PyType_FromModuleAndSpec(module, &Task_spec, NULL);
    if (state->error == NULL || type == NULL || PyModule_AddObject(module, "Task", type) < 0) {
        Py_XDECREF(type);
        Py_DECREF(module);
        return NULL;
    }
    return module;
}
