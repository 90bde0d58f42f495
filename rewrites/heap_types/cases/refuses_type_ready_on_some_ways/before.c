/* The type is made ready under a condition, and used whatever that was. */
#include <Python.h>

typedef struct {
    PyObject_HEAD
    long count;
} CounterObject;

static PyTypeObject Counter_Type = {
    PyVarObject_HEAD_INIT(NULL, 0)
    .tp_name = "refuses_type_ready_on_some_ways.Counter",
    .tp_basicsize = sizeof(CounterObject),
    .tp_flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_BASETYPE,
    .tp_new = PyType_GenericNew,
};

static int
counter_exec(PyObject *module)
{
    if (PyModule_AddIntConstant(module, "is_final", 1) == 0) {
        if (PyType_Ready(&Counter_Type) < 0) {
            return -1;
        }
    }
    Py_INCREF(&Counter_Type);
    if (PyModule_AddObject(module, "Counter", (PyObject *)&Counter_Type) < 0) {
        Py_DECREF(&Counter_Type);
        return -1;
    }
    return 0;
}

static PyModuleDef_Slot counter_slots[] = {
    {Py_mod_exec, counter_exec},
    {0, NULL}
};

static struct PyModuleDef counter_module = {
    PyModuleDef_HEAD_INIT,
    .m_name = "refuses_type_ready_on_some_ways",
    .m_slots = counter_slots,
};

PyMODINIT_FUNC
PyInit_refuses_type_ready_on_some_ways(void)
{
    return PyModuleDef_Init(&counter_module);
}
