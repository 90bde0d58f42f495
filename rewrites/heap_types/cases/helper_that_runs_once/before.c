/* A flag lets the helper run once, and is set behind the creation: where it is set, the type is made. */
#include <Python.h>

typedef struct {
    PyObject_HEAD
    long count;
} CounterObject;

static int initialized;

static PyTypeObject Counter_Type = {
    PyVarObject_HEAD_INIT(NULL, 0)
    .tp_name = "helper_that_runs_once.Counter",
    .tp_basicsize = sizeof(CounterObject),
    .tp_flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_BASETYPE,
    .tp_new = PyType_GenericNew,
};

static int
init_types(void)
{
    if (initialized) {
        return 0;
    }
    if (PyType_Ready(&Counter_Type) < 0) {
        return -1;
    }
    initialized = 1;
    return 0;
}

static int
counter_exec(PyObject *module)
{
    if (init_types() < 0) {
        return -1;
    }
    return PyModule_AddObjectRef(module, "Counter", (PyObject *)&Counter_Type);
}

static PyModuleDef_Slot counter_slots[] = {
    {Py_mod_exec, counter_exec},
    {0, NULL}
};

static struct PyModuleDef counter_module = {
    PyModuleDef_HEAD_INIT,
    .m_name = "helper_that_runs_once",
    .m_slots = counter_slots,
};

PyMODINIT_FUNC
PyInit_helper_that_runs_once(void)
{
    return PyModuleDef_Init(&counter_module);
}
