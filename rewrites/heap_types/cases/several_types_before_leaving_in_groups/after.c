#include <Python.h>

#if PY_VERSION_HEX < 0x030A0000
#  define Py_TPFLAGS_IMMUTABLETYPE 0
#endif

typedef struct {
    PyObject_HEAD
    int depth;
} Well;

static PyTypeObject *Well_Type;

static PyType_Slot Well_slots[] = {
    {Py_tp_new, PyType_GenericNew},
    {0, NULL},
};

static PyType_Spec Well_spec = {
    .name = "wells.Well",
    .basicsize = sizeof(Well),
    .flags = (Py_TPFLAGS_DEFAULT | Py_TPFLAGS_IMMUTABLETYPE),
    .slots = Well_slots,
};

static PyTypeObject *Shaft_Type;

static PyType_Slot Shaft_slots[] = {
    {Py_tp_new, PyType_GenericNew},
    {0, NULL},
};

static PyType_Spec Shaft_spec = {
    .name = "wells.Shaft",
    .basicsize = sizeof(Well),
    .flags = (Py_TPFLAGS_DEFAULT | Py_TPFLAGS_IMMUTABLETYPE),
    .slots = Shaft_slots,
};

#ifndef LEAN
#  define LEAN 1
#endif

static int
made_ready(PyObject *module)
{
    if ((Well_Type = (PyTypeObject *)PyType_FromModuleAndSpec(
            module, &Well_spec, NULL)) == NULL ||
            (Shaft_Type = (PyTypeObject *)PyType_FromModuleAndSpec(
                    module, &Shaft_spec, NULL)) == NULL)
#if LEAN
        return -1;
#else
        return -2;
#endif
    return 0;
}

static struct PyModuleDef wells_module = {
    PyModuleDef_HEAD_INIT,
    .m_name = "wells",
    .m_size = -1,
};

PyMODINIT_FUNC
PyInit_wells(void)
{
    PyObject *module = PyModule_Create(&wells_module);

    if (module == NULL)
        return NULL;
    if (made_ready(module) < 0) {
        Py_DECREF(module);
        return NULL;
    }
    Py_INCREF(Well_Type);
    Py_INCREF(Shaft_Type);
    PyModule_AddObject(module, "Well", (PyObject *)Well_Type);
    PyModule_AddObject(module, "Shaft", (PyObject *)Shaft_Type);
    return module;
}
