/* Python code can't derive from Handle, and a spec neither: it has the flag for as long as its subtypes are made. */

#include <Python.h>

#if PY_VERSION_HEX < 0x030A0000
#  define Py_TPFLAGS_IMMUTABLETYPE 0
#endif

typedef struct {
    PyObject_HEAD
    int open;
} HandleObject;

static PyTypeObject *Handle_Type;

static PyType_Slot Handle_slots[] = {
    {Py_tp_new, PyType_GenericNew},
    {0, NULL},
};

static PyType_Spec Handle_spec = {
    .name = "base_that_nobody_derives_from.Handle",
    .basicsize = sizeof(HandleObject),
    .flags = (Py_TPFLAGS_DEFAULT | Py_TPFLAGS_IMMUTABLETYPE),
    .slots = Handle_slots,
};

static PyTypeObject *Timer_Type;

static PyType_Slot Timer_slots[] = {
    {Py_tp_new, PyType_GenericNew},
    {0, NULL},
};

static PyType_Spec Timer_spec = {
    .name = "base_that_nobody_derives_from.Timer",
    .basicsize = sizeof(HandleObject),
    .flags = (Py_TPFLAGS_DEFAULT | Py_TPFLAGS_BASETYPE |
              Py_TPFLAGS_IMMUTABLETYPE),
    .slots = Timer_slots,
};

static struct PyModuleDef moduledef = {
    PyModuleDef_HEAD_INIT, "base_that_nobody_derives_from", NULL, 0, NULL
};

static PyTypeObject *
base_that_nobody_derives_from_new_subtype(PyObject *module, PyType_Spec *spec, PyTypeObject *base)
{
    int is_final = !PyType_HasFeature(base, Py_TPFLAGS_BASETYPE);
    PyObject *type, *bases = PyTuple_Pack(1, base);
    if (bases == NULL) {
        return NULL;
    }
    if (is_final) {
        /* Only types of this module have it as their base. */
        base->tp_flags |= Py_TPFLAGS_BASETYPE;
    }
    type = PyType_FromModuleAndSpec(module, spec, bases);
    if (is_final) {
        base->tp_flags &= ~Py_TPFLAGS_BASETYPE;
    }
    Py_DECREF(bases);
    return (PyTypeObject *)type;
}

PyMODINIT_FUNC
PyInit_base_that_nobody_derives_from(void)
{
    PyObject *m;

    m = PyModule_Create(&moduledef);
    if (m == NULL)
        return NULL;

    Handle_Type = (PyTypeObject *)PyType_FromModuleAndSpec(m, &Handle_spec, NULL);
    if (Handle_Type == NULL)
        return NULL;
    Timer_Type = base_that_nobody_derives_from_new_subtype(m, &Timer_spec, Handle_Type);
    if (Timer_Type == NULL)
        return NULL;
    if (PyModule_AddType(m, Handle_Type) < 0 || PyModule_AddType(m, Timer_Type) < 0) {
        Py_DECREF(m);
        return NULL;
    }
    return m;
}
