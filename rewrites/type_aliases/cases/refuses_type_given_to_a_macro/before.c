#include <Python.h>

#define THE(t) t

typedef struct {
    PyObject_HEAD
    long size;
} Box;

static PyTypeObject Box_Type = {
    PyVarObject_HEAD_INIT(NULL, 0)
    .tp_name = "refuses_type_given_to_a_macro.Box",
    .tp_basicsize = sizeof(Box),
    .tp_flags = Py_TPFLAGS_DEFAULT,
    .tp_doc = "A box.",
};

static PyObject *
shelf_box(PyObject *module, PyObject *Py_UNUSED(ignored))
{
    Box *self = (Box *)THE(Box_Type).tp_alloc(&Box_Type, 0);

    if (self != NULL) {
        self->size = 3;
    }
    return (PyObject *)self;
}

static PyMethodDef shelf_methods[] = {
    {"box", shelf_box, METH_NOARGS, "Return a box."},
    {NULL, NULL, 0, NULL}
};

static struct PyModuleDef shelf_module = {
    PyModuleDef_HEAD_INIT,
    .m_name = "refuses_type_given_to_a_macro",
    .m_size = -1,
    .m_methods = shelf_methods,
};

PyMODINIT_FUNC
PyInit_refuses_type_given_to_a_macro(void)
{
    PyObject *module;

    if (PyType_Ready(&Box_Type) < 0) {
        return NULL;
    }
    module = PyModule_Create(&shelf_module);
    if (module == NULL) {
        return NULL;
    }
    Py_INCREF(&Box_Type);
    if (PyModule_AddObject(module, "Box", (PyObject *)&Box_Type) < 0) {
        Py_DECREF(&Box_Type);
        Py_DECREF(module);
        return NULL;
    }
    return module;
}
