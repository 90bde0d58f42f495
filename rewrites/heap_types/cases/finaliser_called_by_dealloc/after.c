/* What the finaliser brings back to life has to stay known to the collector. */
#include <Python.h>

#if PY_VERSION_HEX < 0x030A0000
#  define Py_TPFLAGS_IMMUTABLETYPE 0
#endif

typedef struct {
    PyObject_HEAD
    PyObject *owner;
} Box;

static int
finalise(PyObject *self)
{
    return PyObject_CallFinalizerFromDealloc(self);
}

static void
box_dealloc(Box *self)
{
    PyTypeObject *tp = Py_TYPE(self);

    if (finalise((PyObject *)self) < 0)
        return;
    PyObject_GC_UnTrack(self);
    Py_XDECREF(self->owner);
    tp->tp_free((PyObject *)self);
    Py_DECREF(tp);
}

static int
box_traverse(Box *self, visitproc visit, void *arg)
{
    Py_VISIT(Py_TYPE(self));
    Py_VISIT(self->owner);
    return 0;
}

static int
box_clear(Box *self)
{
    Py_CLEAR(self->owner);
    return 0;
}

static PyTypeObject *Box_Type;

static PyType_Slot Box_slots[] = {
    {Py_tp_new, PyType_GenericNew},
    {Py_tp_dealloc, box_dealloc},
    {Py_tp_traverse, box_traverse},
    {Py_tp_clear, box_clear},
    {0, NULL},
};

static PyType_Spec Box_spec = {
    .name = "finaliser_called_by_dealloc.Box",
    .basicsize = sizeof(Box),
    .flags = (Py_TPFLAGS_DEFAULT | Py_TPFLAGS_HAVE_GC |
              Py_TPFLAGS_IMMUTABLETYPE),
    .slots = Box_slots,
};

static struct PyModuleDef box_module = {
    PyModuleDef_HEAD_INIT,
    .m_name = "finaliser_called_by_dealloc",
    .m_size = -1,
};

PyMODINIT_FUNC
PyInit_finaliser_called_by_dealloc(void)
{
    PyObject *module;

    module = PyModule_Create(&box_module);
    if (module == NULL)
        return NULL;

    Box_Type =
        (PyTypeObject *)PyType_FromModuleAndSpec(module, &Box_spec, NULL);
    if (Box_Type == NULL)
        return NULL;
    if (PyModule_AddType(module, Box_Type) < 0) {
        Py_DECREF(module);
        return NULL;
    }
    return module;
}
