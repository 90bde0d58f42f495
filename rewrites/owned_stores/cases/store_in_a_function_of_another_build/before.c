#include <Python.h>

static PyObject *callback;

static PyObject *
hooks_call(PyObject *Py_UNUSED(module), PyObject *arg)
{
    if (callback == NULL)
        Py_RETURN_NONE;
    return PyObject_CallFunctionObjArgs(callback, arg, NULL);
}

#ifdef WITH_SET
static PyObject *
hooks_set(PyObject *Py_UNUSED(module), PyObject *given)
{
    callback = given;
    Py_RETURN_NONE;
}
#endif

static PyMethodDef hooks_methods[] = {
    {"call", hooks_call, METH_O, NULL},
#ifdef WITH_SET
    {"set", hooks_set, METH_O, NULL},
#endif
    {NULL, NULL, 0, NULL}
};

static struct PyModuleDef hooks_module = {
    PyModuleDef_HEAD_INIT, "hooks", NULL, -1, hooks_methods,
};

PyMODINIT_FUNC
PyInit_hooks(void)
{
    return PyModule_Create(&hooks_module);
}
