/* An initialiser goes on with the fields that newer Pythons have. */
#include <Python.h>

#if PY_VERSION_HEX < 0x030A0000
#  define Py_TPFLAGS_IMMUTABLETYPE 0
#endif

typedef struct {
    PyObject_HEAD
    int count;
} Counter;

static PyTypeObject *Counter_Type;

static PyType_Slot Counter_slots[] = {
    {Py_tp_new, PyType_GenericNew},
    {0, NULL},
};

static PyType_Spec Counter_spec = {
    .name = "zeros_for_newer_pythons.Counter",
    .basicsize = sizeof(Counter),
    .flags = (Py_TPFLAGS_DEFAULT | Py_TPFLAGS_IMMUTABLETYPE),
    .slots = Counter_slots,
};

static struct PyModuleDef counter_module = {
    PyModuleDef_HEAD_INIT,
    .m_name = "zeros_for_newer_pythons",
    .m_size = -1,
};

PyMODINIT_FUNC
PyInit_zeros_for_newer_pythons(void)
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
    if (PyModule_AddType(module, Counter_Type) < 0) {
        Py_DECREF(module);
        return NULL;
    }
    return module;
}
