/* The type is made ready through a variable: its value would be that of a pointer that isn't set yet. */
#include <Python.h>

typedef struct {
    PyObject_HEAD
    long count;
} CounterObject;

static PyTypeObject Counter_Type = {
    PyVarObject_HEAD_INIT(NULL, 0)
    .tp_name = "refuses_address_kept_in_variable.Counter",
    .tp_basicsize = sizeof(CounterObject),
    .tp_flags = Py_TPFLAGS_DEFAULT,
    .tp_new = PyType_GenericNew,
};

static PyTypeObject *counter = NULL;

static struct PyModuleDef counter_module = {
    PyModuleDef_HEAD_INIT,
    .m_name = "refuses_address_kept_in_variable",
    .m_size = -1,
};

PyMODINIT_FUNC
PyInit_refuses_address_kept_in_variable(void)
{
    PyObject *module;

    counter = &Counter_Type;
    if (PyType_Ready(counter) < 0) {
        return NULL;
    }
    module = PyModule_Create(&counter_module);
    if (module == NULL) {
        return NULL;
    }
    Py_INCREF(counter);
    if (PyModule_AddObject(module, "Counter", (PyObject *)counter) < 0) {
        Py_DECREF(counter);
        Py_DECREF(module);
        return NULL;
    }
    return module;
}
