#include <Python.h>

/* Compilers that don't take addresses of other libraries in initialisers: the class is filled in later. */

typedef struct {
    PyObject_HEAD
    int size;
} Box;

static PyTypeObject Box_Type = {
    PyVarObject_HEAD_INIT(NULL, 0)
    .tp_name = "boxes.Box",
    .tp_basicsize = sizeof(Box),
    .tp_flags = Py_TPFLAGS_DEFAULT,
};

static PyTypeObject Lid_Type = {
    PyVarObject_HEAD_INIT(NULL, 0)
    .tp_name = "boxes.Lid",
    .tp_basicsize = sizeof(Box),
    .tp_flags = Py_TPFLAGS_DEFAULT,
    .tp_new = PyType_GenericNew,
};

static PyObject *
make_box(PyObject *module, PyObject *unused)
{
    return Box_Type.tp_alloc(&Box_Type, 0);
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

    ((PyObject *)&Box_Type)->ob_type = &PyType_Type;
    Lid_Type.ob_base.ob_base.ob_type = &PyType_Type;
    if (PyType_Ready(&Box_Type) < 0) {
        return NULL;
    }
    module = PyModule_Create(&boxes);
    if (module == NULL) {
        return NULL;
    }
    if (PyModule_AddType(module, &Lid_Type) < 0) {
        Py_DECREF(module);
        return NULL;
    }
    return module;
}
