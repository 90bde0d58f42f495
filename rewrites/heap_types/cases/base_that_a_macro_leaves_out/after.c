/* A macro leaves the base out of the initialiser, as no address of another library is a constant: it is set later. */

#include <Python.h>

#if PY_VERSION_HEX < 0x030A0000
#  define Py_TPFLAGS_IMMUTABLETYPE 0
#endif

typedef struct {
    PyObject_HEAD
    int n;
} Box;

static PyTypeObject *Box_Type;

static PyType_Slot Box_slots[] = {
    {Py_tp_new, PyType_GenericNew},
    {0, NULL},
};

static PyType_Spec Box_spec = {
    .name = "module.Box",
    .basicsize = sizeof(Box),
    .flags = (Py_TPFLAGS_DEFAULT | Py_TPFLAGS_BASETYPE |
              Py_TPFLAGS_IMMUTABLETYPE),
    .slots = Box_slots,
};

static PyTypeObject *Lid_Type;

static PyType_Slot Lid_slots[] = {
    {0, NULL},
};

static PyType_Spec Lid_spec = {
    .name = "module.Lid",
    .basicsize = sizeof(Box),
    .flags = (Py_TPFLAGS_DEFAULT | Py_TPFLAGS_IMMUTABLETYPE),
    .slots = Lid_slots,
};

static struct PyModuleDef def = {PyModuleDef_HEAD_INIT, "module", NULL, -1, NULL};

static PyTypeObject *
module_new_subtype(PyObject *module, PyType_Spec *spec, PyTypeObject *base)
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
PyInit_module(void)
{
    PyObject *m;

    m = PyModule_Create(&def);
    if (m == NULL)
        return NULL;

    Box_Type = (PyTypeObject *)PyType_FromModuleAndSpec(m, &Box_spec, NULL);
    if (Box_Type == NULL)
        return NULL;
    Lid_Type = module_new_subtype(m, &Lid_spec, Box_Type);
    if (Lid_Type == NULL)
        return NULL;
    Py_INCREF(Box_Type);
    if (PyModule_AddObject(m, "Box", (PyObject *)Box_Type) < 0) {
        Py_DECREF(Box_Type);
        Py_DECREF(m);
        return NULL;
    }
    Py_INCREF(Lid_Type);
    if (PyModule_AddObject(m, "Lid", (PyObject *)Lid_Type) < 0) {
        Py_DECREF(Lid_Type);
        Py_DECREF(m);
        return NULL;
    }
    return m;
}
