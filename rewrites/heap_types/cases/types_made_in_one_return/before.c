#include <Python.h>

typedef struct {
    PyObject_HEAD
    int count;
} CounterObject;

static PyTypeObject Counter_Type = {
    PyVarObject_HEAD_INIT(NULL, 0)
    .tp_name = "types_made_in_one_return.Counter",
    .tp_basicsize = sizeof(CounterObject),
    .tp_flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_BASETYPE,
    .tp_new = PyType_GenericNew,
};

static PyTypeObject Tally_Type = {
    PyVarObject_HEAD_INIT(NULL, 0)
    .tp_name = "types_made_in_one_return.Tally",
    .tp_basicsize = sizeof(CounterObject),
    .tp_flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_BASETYPE,
    .tp_new = PyType_GenericNew,
};

static int
init_types(void)
{
    return PyType_Ready(&Counter_Type) == 0
        && PyType_Ready(&Tally_Type) == 0;
}

static struct PyModuleDef counter_module = {
    PyModuleDef_HEAD_INIT,
    .m_name = "types_made_in_one_return",
    .m_size = -1,
};

PyMODINIT_FUNC
PyInit_types_made_in_one_return(void)
{
    PyObject *module;

    if (!init_types()) {
        return NULL;
    }
    module = PyModule_Create(&counter_module);
    if (module == NULL) {
        return NULL;
    }
    Py_INCREF(&Counter_Type);
    if (PyModule_AddObject(module, "Counter", (PyObject *)&Counter_Type) < 0) {
        Py_DECREF(&Counter_Type);
        Py_DECREF(module);
        return NULL;
    }
    Py_INCREF(&Tally_Type);
    if (PyModule_AddObject(module, "Tally", (PyObject *)&Tally_Type) < 0) {
        Py_DECREF(&Tally_Type);
        Py_DECREF(module);
        return NULL;
    }
    return module;
}
