#include <Python.h>

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

static PyTypeObject Box_Type = {
    PyVarObject_HEAD_INIT(NULL, 0)
    .tp_name = "boxes.Box",
    .tp_basicsize = sizeof(Box),
    .tp_flags = Py_TPFLAGS_DEFAULT,
    .tp_new = PyType_GenericNew,
#if PY_VERSION_HEX >= 0x030A0000
    .tp_repr = (reprfunc)Box_repr,
#else
    .tp_repr = (reprfunc)Box_old_repr,
#endif
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
    if (PyModule_AddType(m, &Box_Type) < 0) {
        Py_DECREF(m);
        return NULL;
    }
    return m;
}
