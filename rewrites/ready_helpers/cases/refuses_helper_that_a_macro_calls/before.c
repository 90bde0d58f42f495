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

static int
add_type(PyObject *module, const char *name, PyTypeObject *type)
{
    type->tp_new = PyType_GenericNew;
    if (PyType_Ready(type) < 0) {
        return -1;
    }
    Py_INCREF(type);
    return PyModule_AddObject(module, name, (PyObject *)type);
}

#define ADD_ANOTHER(name) add_type(module, #name, &name##_Type)

static PyObject *
shelf_box(PyObject *module, PyObject *Py_UNUSED(ignored))
{
    return Box_Type.tp_alloc(&Box_Type, 0);
}

static PyMethodDef shelf_functions[] = {
    {"box", shelf_box, METH_NOARGS, NULL},
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
    if (add_type(module, "Box", &Box_Type) < 0) {
        return NULL;
    }
#ifdef WITH_LIDS
    if (ADD_ANOTHER(Lid) < 0) {
        return NULL;
    }
#endif
    return module;
}
