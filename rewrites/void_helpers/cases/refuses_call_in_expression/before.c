/* The call is what another function returns: no test of it can stand there. */
#include <Python.h>

static PyTypeObject Box_Type = {
    PyVarObject_HEAD_INIT(NULL, 0)
    .tp_name = "refuses_call_in_expression.Box",
    .tp_basicsize = sizeof(PyObject),
    .tp_flags = Py_TPFLAGS_DEFAULT,
};

static void init_box(PyObject *module)
{
    if (!module || PyType_Ready(&Box_Type) < 0) {
        return;
    }
    Py_INCREF(&Box_Type);
    PyModule_AddObject(module, "Box", (PyObject *)&Box_Type);
}

static void init_all(PyObject *module)
{
    if (PyModule_AddIntConstant(module, "size", 3) < 0) {
        return;
    }
    return init_box(module);
}

static struct PyModuleDef moduledef = {
    PyModuleDef_HEAD_INIT, "refuses_call_in_expression", NULL, -1, NULL
};

PyMODINIT_FUNC PyInit_refuses_call_in_expression(void)
{
    PyObject *module = PyModule_Create(&moduledef);
    if (module) {
        init_all(module);
        if (PyErr_Occurred()) {
            Py_DECREF(module);
            module = NULL;
        }
    }
    return module;
}
