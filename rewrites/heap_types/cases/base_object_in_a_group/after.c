#include <Python.h>

#if PY_VERSION_HEX < 0x030A0000
#  define Py_TPFLAGS_IMMUTABLETYPE 0
#endif

typedef struct {
    PyObject_HEAD
    long oid;
} Large;

static PyTypeObject *LargeType;

static PyType_Slot Large_slots[] = {
    {Py_tp_new, PyType_GenericNew},
    {0, NULL},
};

static PyType_Spec Large_spec = {
    .name = "box.Large",
    .basicsize = sizeof(Large),
    .flags = (Py_TPFLAGS_DEFAULT | Py_TPFLAGS_IMMUTABLETYPE),
    .slots = Large_slots,
};

static struct PyModuleDef box_module = {
    PyModuleDef_HEAD_INIT, "box", NULL, -1, NULL
};

PyMODINIT_FUNC
PyInit_box(void)
{
    PyObject *m = PyModule_Create(&box_module);

    if (m == NULL)
        return NULL;
    LargeType = (PyTypeObject *)PyType_FromModuleAndSpec(m, &Large_spec, NULL);
    if (LargeType == NULL)
        return NULL;
    Py_INCREF(LargeType);
    PyModule_AddObject(m, "Large", (PyObject *)LargeType);
    return m;
}
