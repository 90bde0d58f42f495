#include <Python.h>

#if PY_VERSION_HEX < 0x030A0000
#  define Py_TPFLAGS_IMMUTABLETYPE 0
#endif

typedef struct {
    PyObject_HEAD
    int size;
} Box;

static void
box_dealloc(PyObject *self)
{
    PyTypeObject *tp = Py_TYPE(self);

    tp->tp_free(self);
    Py_DECREF(tp);
}

static PyTypeObject *Box_Type;

static PyType_Slot Box_slots[] = {
    {Py_tp_dealloc, box_dealloc},
    {Py_tp_new, PyType_GenericNew},
    {0, NULL},
};

static PyType_Spec Box_spec = {
    .name = "freed_by_an_older_name.Box",
    .basicsize = sizeof(Box),
    .flags = (Py_TPFLAGS_DEFAULT | Py_TPFLAGS_IMMUTABLETYPE),
    .slots = Box_slots,
};

static struct PyModuleDef module_def = {
    PyModuleDef_HEAD_INIT, "freed_by_an_older_name", NULL, -1, NULL,
};

PyMODINIT_FUNC
PyInit_freed_by_an_older_name(void)
{
    PyObject *module;

    module = PyModule_Create(&module_def);
    if (module == NULL)
        return NULL;

    Box_Type =
        (PyTypeObject *)PyType_FromModuleAndSpec(module, &Box_spec, NULL);
    if (Box_Type == NULL)
        return NULL;
    if (PyModule_AddObjectRef(module, "Box", (PyObject *)Box_Type) < 0) {
        Py_DECREF(module);
        return NULL;
    }
    return module;
}
