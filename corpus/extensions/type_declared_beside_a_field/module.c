#include "shop.h"

PyObject *Error;
PyTypeObject boxType = {
    PyVarObject_HEAD_INIT(NULL, 0)
    .tp_name = "shop.Box",
    .tp_basicsize = sizeof(PyObject),
    .tp_flags = Py_TPFLAGS_DEFAULT,
    .tp_new = PyType_GenericNew,
};

static PyMethodDef methods[] = {
    {"fail", fail, METH_NOARGS, NULL},
    {NULL}
};

static struct PyModuleDef moduledef = {
    PyModuleDef_HEAD_INIT, "shop", NULL, -1, methods
};

PyMODINIT_FUNC
PyInit_shop(void)
{
    PyObject *m;

    if (PyType_Ready(&boxType) < 0)
        return NULL;
    m = PyModule_Create(&moduledef);
    if (m == NULL)
        return NULL;
    Error = PyErr_NewException("shop.Error", NULL, NULL);
    Py_XINCREF(Error);
    PyModule_AddObject(m, "Error", Error);
    Py_INCREF(&boxType);
    PyModule_AddObject(m, "Box", (PyObject *)&boxType);
    return m;
}
