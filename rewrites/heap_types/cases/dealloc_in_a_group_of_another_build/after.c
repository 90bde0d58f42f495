/* A build that isn't this one compiles a type with its tp_dealloc: it is changed there, as it is read there. */

#include <Python.h>

#if PY_VERSION_HEX < 0x030A0000
#  define Py_TPFLAGS_IMMUTABLETYPE 0
#  define Py_TPFLAGS_DISALLOW_INSTANTIATION 0
#endif

typedef struct {
    PyObject_HEAD
    char *text;
} Pen;

#ifdef WITH_PENS
static void
Pen_dealloc(Pen *self)
{
    PyTypeObject *tp = Py_TYPE(self);

    PyMem_Free(self->text);
    tp->tp_free(self);
    Py_DECREF(tp);
}

/* Protocols 0 and 1 would write what nobody can read. */
static PyObject *
Pen_reduce(PyObject *self, PyObject *Py_UNUSED(ignored))
{
    PyErr_Format(PyExc_TypeError, "cannot pickle '%.100s' object", Py_TYPE(self)->tp_name);
    return NULL;
}

static PyMethodDef Pen_methods[] = {
    {"__reduce__", Pen_reduce, METH_NOARGS, NULL},
    {NULL}
};

static PyTypeObject *Pen_Type;

static PyType_Slot Pen_slots[] = {
    {Py_tp_dealloc, Pen_dealloc},
    {Py_tp_methods, Pen_methods},
    {0, NULL},
};

static PyType_Spec Pen_spec = {
    .name = "module.Pen",
    .basicsize = sizeof(Pen),
    .flags = (Py_TPFLAGS_DEFAULT | Py_TPFLAGS_DISALLOW_INSTANTIATION |
              Py_TPFLAGS_IMMUTABLETYPE),
    .slots = Pen_slots,
};
#endif

static struct PyModuleDef def = {PyModuleDef_HEAD_INIT, "module", NULL, -1, NULL};

PyMODINIT_FUNC
PyInit_module(void)
{
    PyObject *m;

    m = PyModule_Create(&def);

#ifdef WITH_PENS
    Pen_Type = (PyTypeObject *)PyType_FromModuleAndSpec(m, &Pen_spec, NULL);
    if (Pen_Type == NULL)
        return NULL;
#if PY_VERSION_HEX < 0x030A0000
    /* Py_TPFLAGS_DISALLOW_INSTANTIATION */
    Pen_Type->tp_new = NULL;
#endif
#endif
    return m;
}
