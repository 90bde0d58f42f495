#include <Python.h>

#if PY_VERSION_HEX < 0x030A0000
#  define Py_TPFLAGS_IMMUTABLETYPE 0
#endif

typedef struct {
    PyObject_HEAD
    int count;
} CounterObject;

static PyTypeObject *Counter_Type;

static PyType_Slot Counter_slots[] = {
    {Py_tp_new, PyType_GenericNew},
    {0, NULL},
};

static PyType_Spec Counter_spec = {
    .name = "types_made_in_one_return.Counter",
    .basicsize = sizeof(CounterObject),
    .flags = (Py_TPFLAGS_DEFAULT | Py_TPFLAGS_BASETYPE |
              Py_TPFLAGS_IMMUTABLETYPE),
    .slots = Counter_slots,
};

static PyTypeObject *Tally_Type;

static PyType_Slot Tally_slots[] = {
    {Py_tp_new, PyType_GenericNew},
    {0, NULL},
};

static PyType_Spec Tally_spec = {
    .name = "types_made_in_one_return.Tally",
    .basicsize = sizeof(CounterObject),
    .flags = (Py_TPFLAGS_DEFAULT | Py_TPFLAGS_BASETYPE |
              Py_TPFLAGS_IMMUTABLETYPE),
    .slots = Tally_slots,
};

static int
init_types(PyObject *module)
{
    return (Counter_Type = (PyTypeObject *)PyType_FromModuleAndSpec(
        module, &Counter_spec, NULL)) != NULL
        && (Tally_Type = (PyTypeObject *)PyType_FromModuleAndSpec(
            module, &Tally_spec, NULL)) != NULL;
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

    module = PyModule_Create(&counter_module);
    if (module == NULL) {
        return NULL;
    }

    if (!init_types(module)) {
        return NULL;
    }
    Py_INCREF(Counter_Type);
    if (PyModule_AddObject(module, "Counter", (PyObject *)Counter_Type) < 0) {
        Py_DECREF(Counter_Type);
        Py_DECREF(module);
        return NULL;
    }
    Py_INCREF(Tally_Type);
    if (PyModule_AddObject(module, "Tally", (PyObject *)Tally_Type) < 0) {
        Py_DECREF(Tally_Type);
        Py_DECREF(module);
        return NULL;
    }
    return module;
}
