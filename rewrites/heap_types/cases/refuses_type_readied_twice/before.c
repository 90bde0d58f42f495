/* A type that two functions of the initialisation make ready: harmless for a static type. */
#include <Python.h>

typedef struct {
    PyObject_HEAD
    long count;
} CounterObject;

static PyTypeObject Counter_Type = {
    PyVarObject_HEAD_INIT(NULL, 0)
    .tp_name = "refuses_type_readied_twice.Counter",
    .tp_basicsize = sizeof(CounterObject),
    .tp_flags = Py_TPFLAGS_DEFAULT,
    .tp_new = PyType_GenericNew,
};

static int
counter_init(void)
{
    return PyType_Ready(&Counter_Type);
}

static struct PyModuleDef counter_module = {
    PyModuleDef_HEAD_INIT,
    .m_name = "refuses_type_readied_twice",
    .m_size = -1,
};

PyMODINIT_FUNC
PyInit_refuses_type_readied_twice(void)
{
    PyObject *module;

    if (counter_init() < 0) {
        return NULL;
    }
    module = PyModule_Create(&counter_module);
    if (module == NULL) {
        return NULL;
    }
    if (PyType_Ready(&Counter_Type) < 0) {
        Py_DECREF(module);
        return NULL;
    }
    Py_INCREF(&Counter_Type);
    if (PyModule_AddObject(module, "Counter", (PyObject *)&Counter_Type) < 0) {
        Py_DECREF(&Counter_Type);
        Py_DECREF(module);
        return NULL;
    }
    return module;
}
