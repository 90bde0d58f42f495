#include <Python.h>
#include <datetime.h>

#if PY_VERSION_HEX < 0x030A0000
#  define Py_TPFLAGS_IMMUTABLETYPE 0
#endif

typedef struct {
    PyDateTime_TZInfo base;
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
    .flags = (Py_TPFLAGS_DEFAULT | Py_TPFLAGS_IMMUTABLETYPE),
    .slots = Box_slots,
};

static struct PyModuleDef boxes = {PyModuleDef_HEAD_INIT, "boxes", NULL, -1, NULL};

static PyTypeObject *
boxes_new_subtype(PyObject *module, PyType_Spec *spec, PyTypeObject *base)
{
    PyObject *type, *bases = PyTuple_Pack(1, base);
    if (bases == NULL) {
        return NULL;
    }
    type = PyType_FromModuleAndSpec(module, spec, bases);
    Py_DECREF(bases);
    return (PyTypeObject *)type;
}

PyMODINIT_FUNC
PyInit_boxes(void)
{
    PyObject *module;

    module = PyModule_Create(&boxes);
    if (module == NULL) {
        return NULL;
    }

    PyDateTime_IMPORT;
    if (PyDateTimeAPI == NULL) {
        return NULL;
    }
    Box_Type = boxes_new_subtype(module, &Box_spec, PyDateTimeAPI->TZInfoType);
    if (Box_Type == NULL) {
        return NULL;
    }
    if (PyModule_AddType(module, Box_Type) < 0) {
        Py_DECREF(module);
        return NULL;
    }
    return module;
}
