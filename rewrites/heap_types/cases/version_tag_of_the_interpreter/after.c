/* All fields are given, down to the version tag, which the interpreter sets itself. */
#include <Python.h>

#if PY_VERSION_HEX < 0x030A0000
#  define Py_TPFLAGS_IMMUTABLETYPE 0
#endif

static PyTypeObject *Box_Type;

static PyType_Slot Box_slots[] = {
    {Py_tp_new, PyType_GenericNew},
    {0, NULL},
};

static PyType_Spec Box_spec = {
    .name = "version_tag_of_the_interpreter.Box",
    .basicsize = sizeof(PyObject),
    .flags = (Py_TPFLAGS_DEFAULT | Py_TPFLAGS_IMMUTABLETYPE),
    .slots = Box_slots,
};

static struct PyModuleDef shelf_module = {
    PyModuleDef_HEAD_INIT, "version_tag_of_the_interpreter", NULL, -1
};

PyMODINIT_FUNC
PyInit_version_tag_of_the_interpreter(void)
{
    PyObject *module;

    module = PyModule_Create(&shelf_module);
    if (module == NULL)
        return NULL;

    Box_Type = (PyTypeObject *)PyType_FromModuleAndSpec(module, &Box_spec, NULL);
    if (Box_Type == NULL)
        return NULL;
    Py_INCREF(Box_Type);
    if (PyModule_AddObject(module, "Box", (PyObject *)Box_Type) < 0) {
        Py_DECREF(Box_Type);
        Py_DECREF(module);
        return NULL;
    }
    return module;
}
