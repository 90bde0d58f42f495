#include <Python.h>

#if PY_VERSION_HEX < 0x030A0000
#  define Py_TPFLAGS_IMMUTABLETYPE 0
#endif

#define PREFIX "II"
#define MODULE_NAME "shelf." PREFIX

static PyTypeObject *Box_Type;

static PyType_Slot Box_slots[] = {
    {Py_tp_new, PyType_GenericNew},
    {0, NULL},
};

static PyType_Spec Box_spec = {
    .name = "shelf." PREFIX "Box",
    .basicsize = sizeof(PyObject),
    .flags = (Py_TPFLAGS_DEFAULT | Py_TPFLAGS_IMMUTABLETYPE),
    .slots = Box_slots,
};

static PyTypeObject *Lid_Type;

static PyType_Slot Lid_slots[] = {
    {Py_tp_new, PyType_GenericNew},
    {0, NULL},
};

static PyType_Spec Lid_spec = {
    .name = MODULE_NAME PREFIX "Lid",
    .basicsize = sizeof(PyObject),
    .flags = (Py_TPFLAGS_DEFAULT | Py_TPFLAGS_IMMUTABLETYPE),
    .slots = Lid_slots,
};

static struct PyModuleDef shelf = {PyModuleDef_HEAD_INIT, "shelf", NULL, -1, NULL};

PyMODINIT_FUNC
PyInit_shelf(void)
{
    PyObject *module = PyModule_Create(&shelf);

    if (module == NULL) {
        return NULL;
    }
    Box_Type = (PyTypeObject *)PyType_FromModuleAndSpec(module, &Box_spec, NULL);
    if (Box_Type == NULL) {
        return NULL;
    }
    Lid_Type = (PyTypeObject *)PyType_FromModuleAndSpec(module, &Lid_spec, NULL);
    if (Lid_Type == NULL) {
        return NULL;
    }
    if (PyModule_AddType(module, Box_Type) < 0 || PyModule_AddType(module, Lid_Type) < 0) {
        Py_DECREF(module);
        return NULL;
    }
    return module;
}
