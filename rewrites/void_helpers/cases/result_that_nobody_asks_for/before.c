#include <Python.h>

/* What makes the types ready never says that it failed, and nobody asks. */

static PyTypeObject Box_Type = {
    PyVarObject_HEAD_INIT(NULL, 0)
    .tp_name = "shelf.Box",
    .tp_basicsize = sizeof(PyObject),
    .tp_flags = Py_TPFLAGS_DEFAULT,
    .tp_new = PyType_GenericNew,
};

static int
add_box(PyObject *module)
{
    PyType_Ready(&Box_Type);
    Py_INCREF(&Box_Type);
    PyModule_AddObject(module, "Box", (PyObject *)&Box_Type);
    return 0;
}

static struct PyModuleDef shelf_module = {
    PyModuleDef_HEAD_INIT, "shelf", NULL, -1
};

PyMODINIT_FUNC
PyInit_shelf(void)
{
    PyObject *module = PyModule_Create(&shelf_module);

    if (module == NULL)
        return NULL;
    add_box(module);
    return module;
}
