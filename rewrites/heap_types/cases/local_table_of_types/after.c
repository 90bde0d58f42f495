/* An array at the top of the exec function holds the types: it must be filled after they are made. */
#include <Python.h>

#if PY_VERSION_HEX < 0x030A0000
#  define Py_TPFLAGS_IMMUTABLETYPE 0
#endif

typedef struct {
    PyObject_HEAD
    long count;
} CounterObject;

static PyTypeObject *Counter_Type;

static PyType_Slot Counter_Type_slots[] = {
    {Py_tp_new, PyType_GenericNew},
    {0, NULL},
};

static PyType_Spec Counter_Type_spec = {
    .name = "local_table_of_types.Counter",
    .basicsize = sizeof(CounterObject),
    .flags = (Py_TPFLAGS_DEFAULT | Py_TPFLAGS_BASETYPE |
              Py_TPFLAGS_IMMUTABLETYPE),
    .slots = Counter_Type_slots,
};

static PyTypeObject *Total_Type;

static PyTypeObject *Grand_Total_Type;

static PyType_Slot Grand_Total_slots[] = {
    {0, NULL},
};

static PyType_Spec Grand_Total_spec = {
    .name = "local_table_of_types.GrandTotal",
    .basicsize = sizeof(CounterObject),
    .flags = (Py_TPFLAGS_DEFAULT | Py_TPFLAGS_IMMUTABLETYPE),
    .slots = Grand_Total_slots,
};

static PyType_Slot Total_slots[] = {
    {0, NULL},
};

static PyType_Spec Total_spec = {
    .name = "local_table_of_types.Total",
    .basicsize = sizeof(CounterObject),
    .flags = (Py_TPFLAGS_DEFAULT | Py_TPFLAGS_BASETYPE |
              Py_TPFLAGS_IMMUTABLETYPE),
    .slots = Total_slots,
};

static PyTypeObject *
local_table_of_types_new_subtype(PyObject *module, PyType_Spec *spec, PyTypeObject *base)
{
    PyObject *type, *bases = PyTuple_Pack(1, base);
    if (bases == NULL) {
        return NULL;
    }
    type = PyType_FromModuleAndSpec(module, spec, bases);
    Py_DECREF(bases);
    return (PyTypeObject *)type;
}

static int
counter_exec(PyObject *module)
{
    PyObject *version = NULL;

    Counter_Type = (PyTypeObject *)PyType_FromModuleAndSpec(module, &Counter_Type_spec, NULL);
    if (Counter_Type == NULL) {
        return -1;
    }
    Total_Type = local_table_of_types_new_subtype(module, &Total_spec, Counter_Type);
    if (Total_Type == NULL) {
        return -1;
    }
    Grand_Total_Type = local_table_of_types_new_subtype(module, &Grand_Total_spec, Total_Type);
    if (Grand_Total_Type == NULL) {
        return -1;
    }

    /* All of them can be used from Python. */
    PyTypeObject *types[] = {
        Counter_Type,
        Total_Type,
        Grand_Total_Type
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
