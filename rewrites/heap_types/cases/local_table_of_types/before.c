/* An array at the top of the exec function holds the types: it must be filled after they are made. */
#include <Python.h>

typedef struct {
    PyObject_HEAD
    long count;
} CounterObject;

static PyTypeObject Counter_Type = {
    PyVarObject_HEAD_INIT(NULL, 0)
    .tp_name = "local_table_of_types.Counter",
    .tp_basicsize = sizeof(CounterObject),
    .tp_flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_BASETYPE,
    .tp_new = PyType_GenericNew,
};

static PyTypeObject Total_Type;

static PyTypeObject Grand_Total_Type = {
    PyVarObject_HEAD_INIT(NULL, 0)
    .tp_name = "local_table_of_types.GrandTotal",
    .tp_basicsize = sizeof(CounterObject),
    .tp_flags = Py_TPFLAGS_DEFAULT,
    .tp_base = &Total_Type,
};

static PyTypeObject Total_Type = {
    PyVarObject_HEAD_INIT(NULL, 0)
    .tp_name = "local_table_of_types.Total",
    .tp_basicsize = sizeof(CounterObject),
    .tp_flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_BASETYPE,
    .tp_base = &Counter_Type,
};

static int
counter_exec(PyObject *module)
{
    PyObject *version = NULL;
    /* All of them can be used from Python. */
    PyTypeObject *types[] = {
        &Counter_Type,
        &Total_Type,
        &Grand_Total_Type
    };

    for (size_t i = 0; i < Py_ARRAY_LENGTH(types); i++) {
        if (PyModule_AddType(module, types[i]) < 0) {
            return -1;
        }
    }
    version = PyUnicode_FromString("1.0");
    if (version == NULL || PyModule_AddObject(module, "version", version) < 0) {
        Py_XDECREF(version);
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
    .m_name = "local_table_of_types",
    .m_slots = counter_slots,
};

PyMODINIT_FUNC
PyInit_local_table_of_types(void)
{
    return PyModuleDef_Init(&counter_module);
}
