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
    .flags = (Py_TPFLAGS_DEFAULT | Py_TPFLAGS_IMMUTABLETYPE),
    .slots = Box_slots,
};

static PyTypeObject *Lid_Type;

static PyType_Slot Lid_slots[] = {
    {Py_tp_new, PyType_GenericNew},
    {0, NULL},
};

static PyType_Spec Lid_spec = {
    .name = "boxes.Lid",
    .basicsize = sizeof(Box),
    .flags = (Py_TPFLAGS_DEFAULT | Py_TPFLAGS_IMMUTABLETYPE),
    .slots = Lid_slots,
};

static int
set_up_types(PyObject *module)
{
    int rc = ((Box_Type = (PyTypeObject *)PyType_FromModuleAndSpec(
        module, &Box_spec, NULL)) == NULL ? -1 : 0);

    if (rc < 0) {
        return rc;
    }
    Lid_Type = (PyTypeObject *)PyType_FromModuleAndSpec(module, &Lid_spec, NULL);
    rc = Lid_Type == NULL ? -1 : 0;
    return rc;
}

static struct PyModuleDef boxes = {PyModuleDef_HEAD_INIT, "boxes", NULL, -1, NULL};

PyMODINIT_FUNC
PyInit_boxes(void)
{
    PyObject *module = PyModule_Create(&boxes);

    if (module == NULL || set_up_types(module) < 0) {
        return NULL;
    }
    Py_INCREF(Box_Type);
    PyModule_AddObject(module, "Box", (PyObject *)Box_Type);
    Py_INCREF(Lid_Type);
    PyModule_AddObject(module, "Lid", (PyObject *)Lid_Type);
    return module;
}
