#include <Python.h>

static PyTypeObject FaultError_type = {
    PyVarObject_HEAD_INIT(NULL, 0)
    .tp_name = "box.FaultError",
    .tp_basicsize = sizeof(PyBaseExceptionObject),
    .tp_flags = Py_TPFLAGS_DEFAULT,
};

static PyTypeObject NotFoundError_type = {
    PyVarObject_HEAD_INIT(NULL, 0)
    .tp_name = "box.NotFoundError",
    .tp_basicsize = sizeof(PyBaseExceptionObject),
    .tp_flags = Py_TPFLAGS_DEFAULT,
};

static int add_type(PyObject *m, PyTypeObject *type)
{
    int ret = PyType_Ready(type);
    if (ret)
        return ret;
    return PyModule_AddObjectRef(m, strrchr(type->tp_name, '.') + 1, (PyObject *)type);
}

static struct PyModuleDef box_module = {
    PyModuleDef_HEAD_INIT, "box", NULL, -1, NULL
};

PyMODINIT_FUNC
PyInit_box(void)
{
    PyObject *m = PyModule_Create(&box_module);
    if (!m)
        return NULL;

    FaultError_type.tp_base = (PyTypeObject *)PyExc_Exception;
    if (add_type(m, &FaultError_type))
        goto err;

    NotFoundError_type.tp_base = (PyTypeObject *)PyExc_KeyError;
    if (add_type(m, &NotFoundError_type))
        goto err;
    return m;
err:
    Py_DECREF(m);
    return NULL;
}
