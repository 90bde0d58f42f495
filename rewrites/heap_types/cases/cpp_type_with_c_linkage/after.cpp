/* `extern "C"` without braces belongs to the declaration behind it. */
#include <Python.h>

#if PY_VERSION_HEX < 0x030A0000
#  define Py_TPFLAGS_IMMUTABLETYPE 0
#endif

typedef struct {
    PyObject_HEAD
    int level;
} Shelf;

extern "C" PyTypeObject *Shelf_Type;

extern "C" PyObject *
shelf_is_exact(PyObject *self, PyObject *ignored)
{
    return PyBool_FromLong(Py_TYPE(self) == Shelf_Type);
}

static PyMethodDef shelf_methods[] = {
    {"is_exact", shelf_is_exact, METH_NOARGS, NULL},
    {NULL, NULL, 0, NULL}
};

PyTypeObject *Shelf_Type;

static PyType_Slot Shelf_slots[] = {
    {Py_tp_new, (void *)PyType_GenericNew},
    {Py_tp_methods, (void *)shelf_methods},
    {0, NULL}
};

static PyType_Spec Shelf_spec = {
    "cpp_type_with_c_linkage.Shelf",
    sizeof(Shelf),
    0,
    Py_TPFLAGS_DEFAULT | Py_TPFLAGS_IMMUTABLETYPE,
    Shelf_slots
};

static struct PyModuleDef shelf_module = {
    PyModuleDef_HEAD_INIT, "cpp_type_with_c_linkage", NULL, -1, NULL
};

PyMODINIT_FUNC
PyInit_cpp_type_with_c_linkage(void)
{
    PyObject *module;

    module = PyModule_Create(&shelf_module);
    if (module == NULL) {
        return NULL;
    }

    Shelf_Type =
        (PyTypeObject *)PyType_FromModuleAndSpec(module, &Shelf_spec, NULL);
    if (Shelf_Type == NULL) {
        return NULL;
    }
    Py_INCREF(Shelf_Type);
    if (PyModule_AddObject(module, "Shelf", (PyObject *)Shelf_Type) < 0) {
        Py_DECREF(Shelf_Type);
        Py_DECREF(module);
        return NULL;
    }
    return module;
}
