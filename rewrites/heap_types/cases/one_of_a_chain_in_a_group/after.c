#include <Python.h>

#if PY_VERSION_HEX < 0x030A0000
#  define Py_TPFLAGS_IMMUTABLETYPE 0
#  define Py_TPFLAGS_DISALLOW_INSTANTIATION 0
#endif

typedef struct {
    PyObject_HEAD
    long oid;
} Item;

static PyObject *
Item_oid(Item *self, PyObject *Py_UNUSED(ignored))
{
    return PyLong_FromLong(self->oid);
}

static PyMethodDef Item_methods[] = {
    {"oid", (PyCFunction)Item_oid, METH_NOARGS, NULL},
    {NULL}
};

static PyTypeObject *ConnType;

static PyType_Slot Conn_slots[] = {
    {Py_tp_methods, Item_methods},
    {0, NULL},
};

static PyType_Spec Conn_spec = {
    .name = "box.Conn",
    .basicsize = sizeof(Item),
    .flags = (Py_TPFLAGS_DEFAULT | Py_TPFLAGS_DISALLOW_INSTANTIATION |
              Py_TPFLAGS_IMMUTABLETYPE),
    .slots = Conn_slots,
};

static PyTypeObject *LargeType;

static PyType_Slot Large_slots[] = {
    {Py_tp_methods, Item_methods},
    {0, NULL},
};

static PyType_Spec Large_spec = {
    .name = "box.Large",
    .basicsize = sizeof(Item),
    .flags = (Py_TPFLAGS_DEFAULT | Py_TPFLAGS_DISALLOW_INSTANTIATION |
              Py_TPFLAGS_IMMUTABLETYPE),
    .slots = Large_slots,
};

static struct PyModuleDef box_module = {
    PyModuleDef_HEAD_INIT, "box", NULL, -1, NULL
};

PyMODINIT_FUNC
PyInit_box(void)
{
    PyObject *m = PyModule_Create(&box_module);

    if ((ConnType =
         (PyTypeObject *)PyType_FromModuleAndSpec(m, &Conn_spec, NULL)) == NULL
#ifndef WITHOUT_LARGE_OBJECTS
        || (LargeType = (PyTypeObject *)PyType_FromModuleAndSpec(
                m, &Large_spec, NULL)) == NULL
#endif
        )
    {
        return NULL;
    }
#if PY_VERSION_HEX < 0x030A0000
    /* Py_TPFLAGS_DISALLOW_INSTANTIATION */
    if (ConnType != NULL)
    {
        ConnType->tp_new = NULL;
    }
    if (LargeType != NULL)
    {
        LargeType->tp_new = NULL;
    }
#endif
    Py_INCREF(ConnType);
    PyModule_AddObject(m, "Conn", (PyObject *)ConnType);
#ifndef WITHOUT_LARGE_OBJECTS
    Py_INCREF(LargeType);
    PyModule_AddObject(m, "Large", (PyObject *)LargeType);
#endif
    return m;
}
