#include <Python.h>

#if PY_VERSION_HEX < 0x030A0000
#  define Py_TPFLAGS_IMMUTABLETYPE 0
#endif

typedef struct {
    PyObject_HEAD
    long size;
} Box;

static PyType_Slot Box_slots[] = {
    {Py_tp_new, PyType_GenericNew},
    {0, NULL},
};

static PyType_Spec Box_spec = {
    .name = "box.Box",
    .basicsize = sizeof(Box),
    .flags = (Py_TPFLAGS_DEFAULT | Py_TPFLAGS_IMMUTABLETYPE),
    .slots = Box_slots,
};

static int boxmodule_exec(PyObject *m);

static PyModuleDef_Slot boxmodule_slots[] = {
    {Py_mod_exec, boxmodule_exec},
    {0, NULL}
};

static struct PyModuleDef box_module = {
    PyModuleDef_HEAD_INIT, "box", NULL, 0, NULL, boxmodule_slots
};

static int
boxmodule_exec(PyObject *m)
{
    PyTypeObject *BoxType =
        (PyTypeObject *)PyType_FromModuleAndSpec(m, &Box_spec, NULL);
    if (BoxType == NULL)
        return -1;

    if (PyModule_AddObject(m, "Box", (PyObject *)BoxType) < 0) {
        Py_DECREF(BoxType);
        return -1;
    }
    return 0;
}

PyMODINIT_FUNC
PyInit_box(void)
{
    return PyModuleDef_Init(&box_module);
}
