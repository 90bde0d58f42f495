/* Types that a helper of the init function makes ready, before there is a module. */
#include <Python.h>

typedef struct {
    PyObject_HEAD
    long count;
} CounterObject;

static PyTypeObject Counter_Type = {
    PyVarObject_HEAD_INIT(NULL, 0)
    .tp_name = "types_made_in_helper.Counter",
    .tp_basicsize = sizeof(CounterObject),
    .tp_flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_BASETYPE,
    .tp_new = PyType_GenericNew,
};

static PyTypeObject Total_Type = {
    PyVarObject_HEAD_INIT(NULL, 0)
    .tp_name = "types_made_in_helper.Total",
    .tp_basicsize = sizeof(CounterObject),
    .tp_flags = Py_TPFLAGS_DEFAULT,
    .tp_new = PyType_GenericNew,
};

static int counter_init(void);

static int
add_types(PyObject *m)
{
    Py_INCREF(&Counter_Type);
    if (PyModule_AddObject(m, "Counter", (PyObject *)&Counter_Type) < 0) {
        Py_DECREF(&Counter_Type);
        return -1;
    }
    /* The static type lives for ever: nobody needed to count this one. */
    return PyModule_AddObject(m, "Total", (PyObject *)&Total_Type);
}

static struct PyModuleDef counter_module = {
    PyModuleDef_HEAD_INIT,
    .m_name = "types_made_in_helper",
    .m_size = -1,
};

PyMODINIT_FUNC
PyInit_types_made_in_helper(void)
{
    PyObject *module;

    if (counter_init() < 0) {
        return NULL;
    }
    module = PyModule_Create(&counter_module);
    if (module == NULL) {
        return NULL;
    }
    if (add_types(module) < 0) {
        Py_DECREF(module);
        return NULL;
    }
    return module;
}

static int
counter_init(void)
{
    if (PyType_Ready(&Counter_Type) < 0) {
        return -1;
    }
    Total_Type.tp_base = &Counter_Type;
    return PyType_Ready(&Total_Type);
}
