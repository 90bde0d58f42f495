#include <Python.h>

#ifdef HAVE_ERRORS
static PyObject *SoftError;
static PyObject *HardError;

static PyObject *
fail(PyObject *self, PyObject *hard)
{
    PyErr_SetNone(PyObject_IsTrue(hard) ? HardError : SoftError);
    return NULL;
}
#endif

static PyMethodDef methods[] = {
#ifdef HAVE_ERRORS
    {"fail", fail, METH_O, NULL},
#endif
    {NULL, NULL, 0, NULL}
};

static struct PyModuleDef errors = {PyModuleDef_HEAD_INIT, "errors", NULL, -1, methods};

PyMODINIT_FUNC
PyInit_errors(void)
{
    PyObject *module = PyModule_Create(&errors);

    if (module == NULL)
        return NULL;
#ifdef HAVE_ERRORS
    SoftError = PyErr_NewException("errors.SoftError", NULL, NULL);
    if (PyModule_AddObjectRef(module, "SoftError", SoftError) < 0) {
        Py_DECREF(module);
        return NULL;
    }
#endif
    if (PyModule_AddIntConstant(module, "LIMIT", 3) < 0) {
        Py_DECREF(module);
        return NULL;
    }
#ifdef HAVE_ERRORS
    HardError = PyErr_NewException("errors.HardError", SoftError, NULL);
    if (PyModule_AddObjectRef(module, "HardError", HardError) < 0) {
        Py_DECREF(module);
        return NULL;
    }
#endif
    return module;
}
