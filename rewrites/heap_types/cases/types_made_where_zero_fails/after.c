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
init_types(PyObject *module)
{
    Box_Type = (PyTypeObject *)PyType_FromModuleAndSpec(module, &Box_spec, NULL);
    if (Box_Type == NULL) return 0;
    Lid_Type = (PyTypeObject *)PyType_FromModuleAndSpec(module, &Lid_spec, NULL);
    if (Lid_Type == NULL) return 0;
    return 1;
}

static int
insert_types(PyObject *module)
{
    Py_INCREF(Box_Type);
    if (PyModule_AddObject(module, "Box", (PyObject *)Box_Type) < 0) return 0;
    Py_INCREF(Lid_Type);
    if (PyModule_AddObject(module, "Lid", (PyObject *)Lid_Type) < 0) return 0;
    return 1;
}

static struct PyModuleDef boxes = {PyModuleDef_HEAD_INIT, "boxes", NULL, -1, NULL};

PyMODINIT_FUNC
PyInit_boxes(void)
{
    PyObject *module;

    module = PyModule_Create(&boxes);
    if (module == NULL) return NULL;

    if (!init_types(module)) return NULL;
    if (!insert_types(module)) return NULL;
    return module;
}
