/* Of two functions of one name, the one of another build makes the type ready, above the type's definition. */

#include <Python.h>

#if PY_VERSION_HEX < 0x030A0000
#  define Py_TPFLAGS_IMMUTABLETYPE 0
#endif

#ifdef WITH_PENS
typedef struct {
    PyObject_HEAD
    char *text;
} Pen;

static PyTypeObject *Pen_Type;
static PyType_Spec Pen_spec;

static int
pen_setup(PyObject *m)
{
    Pen_Type = (PyTypeObject *)PyType_FromModuleAndSpec(m, &Pen_spec, NULL);
    return Pen_Type == NULL ? -1 : 0;
}

static void
Pen_dealloc(Pen *self)
{
    PyTypeObject *tp = Py_TYPE(self);

    PyMem_Free(self->text);
    tp->tp_free(self);
    Py_DECREF(tp);
}

static PyType_Slot Pen_slots[] = {
    {Py_tp_dealloc, Pen_dealloc},
    {Py_tp_new, PyType_GenericNew},
    {0, NULL},
};

static PyType_Spec Pen_spec = {
    .name = "module.Pen",
    .basicsize = sizeof(Pen),
    .flags = (Py_TPFLAGS_DEFAULT | Py_TPFLAGS_IMMUTABLETYPE),
    .slots = Pen_slots,
};
#else
static int
pen_setup(PyObject *m)
{
    return 0;
}
#endif

static struct PyModuleDef def = {PyModuleDef_HEAD_INIT, "module", NULL, -1, NULL};

PyMODINIT_FUNC
PyInit_module(void)
{
    PyObject *m = PyModule_Create(&def);

    if (m == NULL)
        return NULL;
    if (pen_setup(m) < 0) {
        Py_DECREF(m);
        return NULL;
    }
    return m;
}
