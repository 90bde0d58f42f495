#define PY_SSIZE_T_CLEAN
#include <Python.h>

static PyObject *EmptyError;

static PyObject *
shelf_empty(PyObject *self, PyObject *unused)
{
    PyErr_SetString(EmptyError, "nothing there");
    return NULL;
}

static PyMethodDef shelf_methods[] = {
    {"empty", shelf_empty, METH_NOARGS, NULL},
    {NULL, NULL, 0, NULL}
};

static int
shelf_exec(PyObject *m)
{
    Py_INCREF(m);
    if (PyModule_AddStringConstant(m, "version", "1.0") < 0)
        goto error;
    EmptyError = PyErr_NewException("shelf.EmptyError", NULL, NULL);
    if (EmptyError == NULL)
        goto error;
    Py_INCREF(EmptyError);
    if (PyModule_AddObject(m, "EmptyError", EmptyError) < 0) {
        Py_DECREF(EmptyError);
        goto error;
    }
    Py_DECREF(m);
    return 0;
error:
    Py_DECREF(m);
    return -1;
}

static PyModuleDef_Slot shelf_slots[] = {
    {Py_mod_exec, shelf_exec},
    {0, NULL}
};

static struct PyModuleDef shelf_module = {
    PyModuleDef_HEAD_INIT,
    .m_name = "shelf",
    .m_methods = shelf_methods,
    .m_slots = shelf_slots,
};

PyMODINIT_FUNC
PyInit_shelf(void)
{
    return PyModuleDef_Init(&shelf_module);
}
