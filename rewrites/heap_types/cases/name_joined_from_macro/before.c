#include <Python.h>

#define PREFIX "II"
#define MODULE_NAME "shelf." PREFIX

static PyTypeObject Box_Type = {
    PyVarObject_HEAD_INIT(NULL, 0)
    .tp_name = PREFIX "Box",
    .tp_basicsize = sizeof(PyObject),
    .tp_flags = Py_TPFLAGS_DEFAULT,
    .tp_new = PyType_GenericNew,
};

static PyTypeObject Lid_Type = {
    PyVarObject_HEAD_INIT(NULL, 0)
    .tp_name = MODULE_NAME PREFIX "Lid",
    .tp_basicsize = sizeof(PyObject),
    .tp_flags = Py_TPFLAGS_DEFAULT,
    .tp_new = PyType_GenericNew,
};

static struct PyModuleDef shelf = {PyModuleDef_HEAD_INIT, "shelf", NULL, -1, NULL};

PyMODINIT_FUNC
PyInit_shelf(void)
{
    PyObject *module = PyModule_Create(&shelf);

    if (module == NULL) {
        return NULL;
    }
    if (PyModule_AddType(module, &Box_Type) < 0 || PyModule_AddType(module, &Lid_Type) < 0) {
        Py_DECREF(module);
        return NULL;
    }
    return module;
}
