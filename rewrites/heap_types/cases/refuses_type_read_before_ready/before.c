/* The type is given to a dict before it is made ready: a pointer to it isn't set there yet. */
#include <Python.h>

typedef struct {
    PyObject_HEAD
    long count;
} CounterObject;

static PyTypeObject Counter_Type = {
    PyVarObject_HEAD_INIT(NULL, 0)
    .tp_name = "refuses_type_read_before_ready.Counter",
    .tp_basicsize = sizeof(CounterObject),
    .tp_flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_BASETYPE,
    .tp_new = PyType_GenericNew,
};

static int
counter_exec(PyObject *module)
{
    PyObject *dict = PyModule_GetDict(module);

    if (PyDict_SetItemString(dict, "Counter", (PyObject *)&Counter_Type) < 0) {
        return -1;
    }
    return PyType_Ready(&Counter_Type);
}

static PyModuleDef_Slot counter_slots[] = {
    {Py_mod_exec, counter_exec},
    {0, NULL}
};

static struct PyModuleDef counter_module = {
    PyModuleDef_HEAD_INIT,
    .m_name = "refuses_type_read_before_ready",
    .m_slots = counter_slots,
};

PyMODINIT_FUNC
PyInit_refuses_type_read_before_ready(void)
{
    return PyModuleDef_Init(&counter_module);
}
