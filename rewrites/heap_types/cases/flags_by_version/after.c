#include <Python.h>

#if PY_VERSION_HEX < 0x030A0000
#  define Py_TPFLAGS_IMMUTABLETYPE 0
#  define Py_TPFLAGS_DISALLOW_INSTANTIATION 0
#endif

#ifndef Py_TPFLAGS_SEQUENCE
#define Py_TPFLAGS_SEQUENCE 0
#endif

static PyTypeObject *Rack_Type;

static PyType_Slot Rack_slots[] = {
    {Py_tp_new, PyType_GenericNew},
    {0, NULL},
};

static PyType_Spec Rack_spec = {
    .name = "racks.Rack",
    .basicsize = sizeof(PyObject),
    .flags = (Py_TPFLAGS_DEFAULT
#if PY_VERSION_HEX >= 0x030A0000
        | Py_TPFLAGS_SEQUENCE
#endif
        | Py_TPFLAGS_IMMUTABLETYPE),
    .slots = Rack_slots,
};

/* Protocols 0 and 1 would write what nobody can read. */
static PyObject *
Shelf_reduce(PyObject *self, PyObject *Py_UNUSED(ignored))
{
    PyErr_Format(PyExc_TypeError, "cannot pickle '%.100s' object",
                 Py_TYPE(self)->tp_name);
    return NULL;
}

static PyMethodDef Shelf_methods[] = {
    {"__reduce__", Shelf_reduce, METH_NOARGS, NULL},
    {NULL}
};

static PyTypeObject *Shelf_Type;

static PyType_Slot Shelf_slots[] = {
    {Py_tp_doc, "A shelf"},
    {Py_tp_methods, Shelf_methods},
    {0, NULL},
};

static PyType_Spec Shelf_spec = {
    .name = "racks.Shelf",
    .basicsize = sizeof(PyObject),
    .flags = (Py_TPFLAGS_DEFAULT | Py_TPFLAGS_BASETYPE
#ifdef WIDE_SHELVES
        | Py_TPFLAGS_METHOD_DESCRIPTOR
#endif
        | Py_TPFLAGS_DISALLOW_INSTANTIATION | Py_TPFLAGS_IMMUTABLETYPE),
    .slots = Shelf_slots,
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
    Shelf_Type = (PyTypeObject *)PyType_FromModuleAndSpec(m, &Shelf_spec, NULL);
    if (Shelf_Type == NULL)
        return NULL;
#if PY_VERSION_HEX < 0x030A0000
    /* Py_TPFLAGS_DISALLOW_INSTANTIATION */
    Shelf_Type->tp_new = NULL;
#endif
    Py_INCREF(Rack_Type);
    if (PyModule_AddObject(m, "Rack", (PyObject *)Rack_Type) < 0) {
        Py_DECREF(Rack_Type);
        Py_DECREF(m);
        return NULL;
    }
    return m;
}
