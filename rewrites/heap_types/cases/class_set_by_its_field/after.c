#include <Python.h>

#if PY_VERSION_HEX < 0x030A0000
#  define Py_TPFLAGS_IMMUTABLETYPE 0
#  define Py_TPFLAGS_DISALLOW_INSTANTIATION 0
#endif

/* Compilers that don't take addresses of other libraries in initialisers: the class is filled in later. */

typedef struct {
    PyObject_HEAD
    int size;
} Box;

/* Protocols 0 and 1 would write what nobody can read. */
static PyObject *
Box_reduce(PyObject *self, PyObject *Py_UNUSED(ignored))
{
    PyErr_Format(PyExc_TypeError, "cannot pickle '%.100s' object", Py_TYPE(self)->tp_name);
    return NULL;
}

static PyMethodDef Box_methods[] = {
    {"__reduce__", Box_reduce, METH_NOARGS, NULL},
    {NULL}
};

static PyTypeObject *Box_Type;

static PyType_Slot Box_slots[] = {
    {Py_tp_methods, Box_methods},
    {0, NULL},
};

static PyType_Spec Box_spec = {
    .name = "boxes.Box",
    .basicsize = sizeof(Box),
    .flags = (Py_TPFLAGS_DEFAULT | Py_TPFLAGS_DISALLOW_INSTANTIATION |
              Py_TPFLAGS_IMMUTABLETYPE),
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

static PyObject *
make_box(PyObject *module, PyObject *unused)
{
    return Box_Type->tp_alloc(Box_Type, 0);
}

static PyMethodDef methods[] = {
    {"make_box", make_box, METH_NOARGS, NULL},
    {NULL, NULL, 0, NULL}
};

static struct PyModuleDef boxes = {PyModuleDef_HEAD_INIT, "boxes", NULL, -1, methods};

PyMODINIT_FUNC
PyInit_boxes(void)
{
    PyObject *module;

    module = PyModule_Create(&boxes);
    if (module == NULL) {
        return NULL;
    }
    Lid_Type = (PyTypeObject *)PyType_FromModuleAndSpec(module, &Lid_spec, NULL);
    if (Lid_Type == NULL) {
        return NULL;
    }

    Box_Type = (PyTypeObject *)PyType_FromModuleAndSpec(module, &Box_spec, NULL);
    if (Box_Type == NULL) {
        return NULL;
    }
#if PY_VERSION_HEX < 0x030A0000
    /* Py_TPFLAGS_DISALLOW_INSTANTIATION */
    Box_Type->tp_new = NULL;
#endif
    if (PyModule_AddType(module, Lid_Type) < 0) {
        Py_DECREF(module);
        return NULL;
    }
    return module;
}
