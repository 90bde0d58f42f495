/* `extern "C"` without braces belongs to the declaration behind it. */
#include <Python.h>

typedef struct {
    PyObject_HEAD
    int level;
} Shelf;

extern "C" PyTypeObject Shelf_Type;

extern "C" PyObject *
shelf_is_exact(PyObject *self, PyObject *ignored)
{
    return PyBool_FromLong(Py_TYPE(self) == &Shelf_Type);
}

static PyMethodDef shelf_methods[] = {
    {"is_exact", shelf_is_exact, METH_NOARGS, NULL},
    {NULL, NULL, 0, NULL}
};

PyTypeObject Shelf_Type = {
    PyVarObject_HEAD_INIT(NULL, 0)
    "cpp_type_with_c_linkage.Shelf",
    sizeof(Shelf),
    0
};

static struct PyModuleDef shelf_module = {
    PyModuleDef_HEAD_INIT, "cpp_type_with_c_linkage", NULL, -1, NULL
};

PyMODINIT_FUNC
PyInit_cpp_type_with_c_linkage(void)
{
    PyObject *module;

    Shelf_Type.tp_flags = Py_TPFLAGS_DEFAULT;
    Shelf_Type.tp_new = PyType_GenericNew;
    Shelf_Type.tp_methods = shelf_methods;
    if (PyType_Ready(&Shelf_Type) < 0) {
        return NULL;
    }
    module = PyModule_Create(&shelf_module);
    if (module == NULL) {
        return NULL;
    }
    Py_INCREF(&Shelf_Type);
    if (PyModule_AddObject(module, "Shelf", (PyObject *)&Shelf_Type) < 0) {
        Py_DECREF(&Shelf_Type);
        Py_DECREF(module);
        return NULL;
    }
    return module;
}
