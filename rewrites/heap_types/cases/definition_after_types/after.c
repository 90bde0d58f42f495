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
    .name = "definition_after_types.Counter",
    .basicsize = sizeof(CounterObject),
    .flags = (Py_TPFLAGS_DEFAULT | Py_TPFLAGS_IMMUTABLETYPE),
    .slots = Counter_slots,
};

static PyObject *
counter(PyObject *module, PyObject *Py_UNUSED(ignored))
{
    return PyObject_CallObject((PyObject *)Counter_Type, NULL);
}

static PyMethodDef counter_methods[] = {
    {"counter", counter, METH_NOARGS, "Return a counter."},
    {NULL, NULL, 0, NULL}
};

static struct PyModuleDef counter_module = {
    PyModuleDef_HEAD_INIT,
    "definition_after_types",
    "Counters.",
    -1,
    counter_methods
};

PyMODINIT_FUNC PyInit_definition_after_types(void)
{
    PyObject *module = PyModule_Create(&counter_module);
    if (module == NULL) {
        return NULL;
    }
    Counter_Type =
        (PyTypeObject *)PyType_FromModuleAndSpec(module, &Counter_spec, NULL);
    if (Counter_Type == NULL) {
        return NULL;
    }

    return module;
}
