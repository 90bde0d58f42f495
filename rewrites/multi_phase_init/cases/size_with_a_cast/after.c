#include <Python.h>

static PyObject *Error;

static PyObject *
fail(PyObject *self, PyObject *Py_UNUSED(ignored))
{
    PyErr_SetString(Error, "no");
    return NULL;
}

static PyMethodDef methods[] = {
    {"fail", fail, METH_NOARGS, NULL},
    {NULL}
};

static int box_exec(PyObject *m);

static PyModuleDef_Slot box_slots[] = {
    {Py_mod_exec, box_exec},
    {0, NULL}
};

static struct PyModuleDef box_module = {
    PyModuleDef_HEAD_INIT, "box", NULL, 0, methods, box_slots
};

static int
add_error(PyObject *m)
{
    Error = PyErr_NewException("box.Error", NULL, NULL);
    if (Error == NULL)
        return -1;
    Py_INCREF(Error);
    return PyModule_AddObject(m, "Error", Error);
}

static int
box_exec(PyObject *m)
{
    return (add_error(m) == 0) ? 0 : -1;
}

PyMODINIT_FUNC
PyInit_box(void)
{
    return PyModuleDef_Init(&box_module);
}
