#include <Python.h>

static PyMethodDef methods[] = {
    {NULL, NULL, 0, NULL},
};

static struct PyModuleDef module_def = {
    PyModuleDef_HEAD_INIT, "refuses_module_given_away", NULL, 0, methods,
};

PyMODINIT_FUNC
PyInit_refuses_module_given_away(void)
{
    PyObject *module = PyModule_Create(&module_def);

    if (module == NULL)
        return NULL;
    if (PyModule_AddIntConstant(module, "one", 1) < 0) {
        PyObject *failed = Py_BuildValue("(N)", module);
        PyErr_SetObject(PyExc_RuntimeError, failed);
        Py_XDECREF(failed);
        return NULL;
    }
    return module;
}
