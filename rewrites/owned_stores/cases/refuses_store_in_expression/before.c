#include <Python.h>

static PyObject *hook;

/* No statement can be put between the store and the test. */
static PyObject *
set_hook(PyObject *self, PyObject *given)
{
    if ((hook = given) == Py_None)
        Py_RETURN_FALSE;
    Py_RETURN_TRUE;
}

static PyObject *
call_hook(PyObject *self, PyObject *args)
{
    return PyObject_Call(hook, args, NULL);
}

static PyMethodDef methods[] = {
    {"set_hook", set_hook, METH_O, NULL},
    {"call_hook", call_hook, METH_VARARGS, NULL},
    {NULL, NULL, 0, NULL}
};

static struct PyModuleDef store_module = {
    PyModuleDef_HEAD_INIT, "store_in_expression", NULL, -1, methods
};

PyMODINIT_FUNC
PyInit_store_in_expression(void)
{
    hook = NULL;
    return PyModule_Create(&store_module);
}
