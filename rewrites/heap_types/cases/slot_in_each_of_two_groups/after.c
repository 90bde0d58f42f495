#include <Python.h>

#if PY_VERSION_HEX < 0x030A0000
#  define Py_TPFLAGS_IMMUTABLETYPE 0
#endif

typedef struct {
    PyObject_HEAD
    long count;
} Box;

#if PY_VERSION_HEX >= 0x030A0000
static PyObject *
Box_repr(Box *self)
{
    return PyUnicode_FromFormat("Box(%ld)", self->count);
}
#else
static PyObject *
Box_old_repr(Box *self)
{
    return PyUnicode_FromFormat("<%ld in a box>", self->count);
}
#endif

static PyTypeObject *Box_Type;

static PyType_Slot Box_slots[] = {
    {Py_tp_new, PyType_GenericNew},
#if PY_VERSION_HEX >= 0x030A0000
    {Py_tp_repr, Box_repr},
#else
    {Py_tp_repr, Box_old_repr},
#endif
    {0, NULL},
};

static PyType_Spec Box_spec = {
    .name = "boxes.Box",
    .basicsize = sizeof(Box),
    .flags = (Py_TPFLAGS_DEFAULT | Py_TPFLAGS_IMMUTABLETYPE),
    .slots = Box_slots,
};

static struct PyModuleDef boxes_module = {
    PyModuleDef_HEAD_INIT, "boxes", NULL, -1, NULL,
};

PyMODINIT_FUNC
PyInit_boxes(void)
{
    PyObject *m = PyModule_Create(&boxes_module);

    if (m == NULL)
        return NULL;
    Box_Type = (PyTypeObject *)PyType_FromModuleAndSpec(m, &Box_spec, NULL);
    if (Box_Type == NULL)
        return NULL;
    if (PyModule_AddType(m, Box_Type) < 0) {
        Py_DECREF(m);
        return NULL;
    }
    return m;
}
