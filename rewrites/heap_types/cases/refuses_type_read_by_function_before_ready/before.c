/* A function that uses the type is called before the type is made ready. */
#include <Python.h>

typedef struct {
    PyObject_HEAD
    long count;
} CounterObject;

static PyTypeObject Counter_Type = {
    PyVarObject_HEAD_INIT(NULL, 0)
    .tp_name = "refuses_type_read_by_function_before_ready.Counter",
    .tp_basicsize = sizeof(CounterObject),
    .tp_flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_BASETYPE,
    .tp_new = PyType_GenericNew,
};

static int
is_counter(PyObject *object)
{
    return PyObject_TypeCheck(object, &Counter_Type) || Py_TYPE(object) == &Counter_Type;
}

static int
counter_exec(PyObject *module)
{
    if (is_counter(module)) {
        return -1;
    }
    if (PyType_Ready(&Counter_Type) < 0) {
        return -1;
    }
    Py_INCREF(&Counter_Type);
    if (PyModule_AddObject(module, "Counter", (PyObject *)&Counter_Type) < 0) {
        Py_DECREF(&Counter_Type);
        return -1;
    }
    return is_counter(module) ? -1 : 0;
}

static PyModuleDef_Slot counter_slots[] = {
    {Py_mod_exec, counter_exec},
    {0, NULL}
};

static struct PyModuleDef counter_module = {
    PyModuleDef_HEAD_INIT,
    .m_name = "refuses_type_read_by_function_before_ready",
    .m_slots = counter_slots,
};

PyMODINIT_FUNC
PyInit_refuses_type_read_by_function_before_ready(void)
{
    return PyModuleDef_Init(&counter_module);
}
