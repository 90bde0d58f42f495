#include <Python.h>

#if PY_VERSION_HEX < 0x030A0000
#  define Py_TPFLAGS_IMMUTABLETYPE 0
#endif

typedef struct {
    PyObject_HEAD
    int size;
} RackObject;

static PyTypeObject *Rack_Type;

static PyType_Slot Rack_slots[] = {
    {Py_tp_new, PyType_GenericNew},
    {0, NULL},
};

static PyType_Spec Rack_spec = {
    .name = "racks.Rack",
    .basicsize = sizeof(RackObject),
    .flags = (Py_TPFLAGS_DEFAULT
#ifdef Py_TPFLAGS_SEQUENCE
        | Py_TPFLAGS_SEQUENCE
#endif
        | Py_TPFLAGS_IMMUTABLETYPE),
    .slots = Rack_slots,
};

static struct PyModuleDef racks = {
    PyModuleDef_HEAD_INIT, "racks", NULL, -1, NULL
};

PyMODINIT_FUNC
PyInit_racks(void)
{
    PyObject *m;

    m = PyModule_Create(&racks);
    if (m == NULL)
        return NULL;

    Rack_Type = (PyTypeObject *)PyType_FromModuleAndSpec(m, &Rack_spec, NULL);
    if (Rack_Type == NULL)
        return NULL;
    Py_INCREF(Rack_Type);
    if (PyModule_AddObject(m, "Rack", (PyObject *)Rack_Type) < 0) {
        Py_DECREF(Rack_Type);
        Py_DECREF(m);
        return NULL;
    }
    return m;
}
