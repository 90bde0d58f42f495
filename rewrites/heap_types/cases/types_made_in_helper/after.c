/* Types that a helper of the init function makes ready, before there is a module. */
#include <Python.h>

#if PY_VERSION_HEX < 0x030A0000
#  define Py_TPFLAGS_IMMUTABLETYPE 0
#endif

typedef struct {
    PyObject_HEAD
    long count;
} CounterObject;

static PyTypeObject *Counter_Type;

static PyType_Slot Counter_slots[] = {
    {Py_tp_new, PyType_GenericNew},
    {0, NULL},
};

static PyType_Spec Counter_spec = {
    .name = "types_made_in_helper.Counter",
    .basicsize = sizeof(CounterObject),
    .flags = (Py_TPFLAGS_DEFAULT | Py_TPFLAGS_BASETYPE |
              Py_TPFLAGS_IMMUTABLETYPE),
    .slots = Counter_slots,
};

static PyTypeObject *Total_Type;

static PyType_Slot Total_slots[] = {
    {Py_tp_new, PyType_GenericNew},
    {0, NULL},
};

static PyType_Spec Total_spec = {
    .name = "types_made_in_helper.Total",
    .basicsize = sizeof(CounterObject),
    .flags = (Py_TPFLAGS_DEFAULT | Py_TPFLAGS_IMMUTABLETYPE),
    .slots = Total_slots,
};

static int counter_init(PyObject *module);

static int
add_types(PyObject *m)
{
    Py_INCREF(Counter_Type);
    if (PyModule_AddObject(m, "Counter", (PyObject *)Counter_Type) < 0) {
        Py_DECREF(Counter_Type);
        return -1;
    }
    /* The static type lives for ever: nobody needed to count this one. */
    Py_INCREF(Total_Type);
    return PyModule_AddObject(m, "Total", (PyObject *)Total_Type);
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

    module = PyModule_Create(&counter_module);
    if (module == NULL) {
        return NULL;
    }

    if (counter_init(module) < 0) {
        return NULL;
    }
    if (add_types(module) < 0) {
        Py_DECREF(module);
        return NULL;
    }
    return module;
}

static PyTypeObject *
types_made_in_helper_new_subtype(PyObject *module, PyType_Spec *spec,
                                 PyTypeObject *base)
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
counter_init(PyObject *module)
{
    Counter_Type =
        (PyTypeObject *)PyType_FromModuleAndSpec(module, &Counter_spec, NULL);
    if (Counter_Type == NULL) {
        return -1;
    }
    Total_Type = types_made_in_helper_new_subtype(module, &Total_spec, Counter_Type);
    return Total_Type == NULL ? -1 : 0;
}
