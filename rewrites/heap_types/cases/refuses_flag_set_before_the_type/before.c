/* The flag is set ahead of the creation, and the helper may be left between the two: it tells nothing of the type. */
#include <Python.h>

typedef struct {
    PyObject_HEAD
    long count;
} CounterObject;

static int initialized;

static PyTypeObject Counter_Type = {
    PyVarObject_HEAD_INIT(NULL, 0)
    .tp_name = "refuses_flag_set_before_the_type.Counter",
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
    initialized = 1;
    if (PyType_Ready(&Counter_Type) < 0) {
        return -1;
    }
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
    .m_name = "refuses_flag_set_before_the_type",
    .m_slots = counter_slots,
};

PyMODINIT_FUNC
PyInit_refuses_flag_set_before_the_type(void)
{
    return PyModuleDef_Init(&counter_module);
}
