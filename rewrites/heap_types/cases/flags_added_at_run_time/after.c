#include <Python.h>

#if PY_VERSION_HEX < 0x030A0000
#  define Py_TPFLAGS_IMMUTABLETYPE 0
#endif

typedef struct {
    PyObject_HEAD
    int size;
} Box;

static PyTypeObject *Box_Type;

static PyType_Slot Box_slots[] = {
    {Py_tp_new, PyType_GenericNew},
    {0, NULL},
};

static PyType_Spec Box_spec = {
    .name = "boxes.Box",
    .basicsize = sizeof(Box),
    .flags = (Py_TPFLAGS_DEFAULT | Py_TPFLAGS_BASETYPE |
              Py_TPFLAGS_IMMUTABLETYPE),
    .slots = Box_slots,
};

static struct PyModuleDef boxes = {PyModuleDef_HEAD_INIT, "boxes", NULL, -1, NULL};

PyMODINIT_FUNC
PyInit_boxes(void)
{
    PyObject *module = PyModule_Create(&boxes);

    if (module == NULL) {
        return NULL;
    }
    Box_Type = (PyTypeObject *)PyType_FromModuleAndSpec(module, &Box_spec, NULL);
    if (Box_Type == NULL) {
        Py_DECREF(module);
        return NULL;
    }
    if (PyModule_AddType(module, Box_Type) < 0) {
        Py_DECREF(module);
        return NULL;
    }
    return module;
}
