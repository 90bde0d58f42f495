#include <Python.h>

typedef struct {
    PyObject_HEAD
} Box;

static PyTypeObject Box_Type = {
    PyVarObject_HEAD_INIT(NULL, 0)
    .tp_name = "shelf.Box",
    .tp_basicsize = sizeof(Box),
    .tp_flags = Py_TPFLAGS_DEFAULT,
};

static PyTypeObject Lid_Type = {
    PyVarObject_HEAD_INIT(NULL, 0)
    .tp_name = "shelf.Lid",
    .tp_basicsize = sizeof(Box),
    .tp_flags = Py_TPFLAGS_DEFAULT,
};

static int prepare(PyObject *module, const char *name, PyTypeObject *type);

static PyObject *
shelf_box(PyObject *module, PyObject *Py_UNUSED(ignored))
{
    return Box_Type.tp_alloc(&Box_Type, 0);
}

static PyObject *
shelf_lid(PyObject *module, PyObject *Py_UNUSED(ignored))
{
    return Lid_Type.tp_alloc(&Lid_Type, 0);
}

static PyMethodDef shelf_functions[] = {
    {"box", shelf_box, METH_NOARGS, NULL},
    {"lid", shelf_lid, METH_NOARGS, NULL},
    {NULL}
};

static struct PyModuleDef shelf = {PyModuleDef_HEAD_INIT, "shelf", NULL, -1, shelf_functions};

PyMODINIT_FUNC
PyInit_shelf(void)
{
    PyObject *module = PyModule_Create(&shelf);

    if (module == NULL) {
        return NULL;
    }
    if (prepare(module, "Box", &Box_Type) < 0) {
        return NULL;
    }
    if (prepare(module, "Lid", &Lid_Type) < 0) {
        return NULL;
    }
    return module;
}

/* All types without a tp_hash of their own compare by identity. */
static int
prepare(PyObject *module, const char *name, PyTypeObject *type)
{
    type->tp_hash = PyObject_HashNotImplemented;
    if (PyType_Ready(type) < 0) {
        return -1;
    }
    return PyObject_SetAttrString(module, name, (PyObject *)type);
}
