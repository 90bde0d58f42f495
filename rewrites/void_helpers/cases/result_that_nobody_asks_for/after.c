#include <Python.h>

#if PY_VERSION_HEX < 0x030A0000
#  define Py_TPFLAGS_IMMUTABLETYPE 0
#endif

/* What makes the types ready never says that it failed, and nobody asks. */

static PyType_Slot Box_slots[] = {
    {Py_tp_new, PyType_GenericNew},
    {0, NULL},
};

static PyType_Spec Box_spec = {
    .name = "shelf.Box",
    .basicsize = sizeof(PyObject),
    .flags = (Py_TPFLAGS_DEFAULT | Py_TPFLAGS_IMMUTABLETYPE),
    .slots = Box_slots,
};

static int
add_box(PyObject *module)
{
    PyTypeObject *Box_Type =
        (PyTypeObject *)PyType_FromModuleAndSpec(module, &Box_spec, NULL);
    if (Box_Type == NULL) {
        return -1;
    }
    PyModule_AddObject(module, "Box", (PyObject *)Box_Type);
    return 0;
}

static int shelf_exec(PyObject *module);

static PyModuleDef_Slot shelf_slots[] = {
    {Py_mod_exec, shelf_exec},
    {0, NULL}
};

static struct PyModuleDef shelf_module = {
    PyModuleDef_HEAD_INIT, "shelf", NULL, 0, NULL, shelf_slots
};

static int
shelf_exec(PyObject *module)
{
    if (add_box(module) < 0) {
        return -1;
    }
    return 0;
}

PyMODINIT_FUNC
PyInit_shelf(void)
{
    return PyModuleDef_Init(&shelf_module);
}
