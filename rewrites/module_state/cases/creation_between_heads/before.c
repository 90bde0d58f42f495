#include <Python.h>

static PyObject *Error;

static PyObject *
fail(PyObject *module, PyObject *Py_UNUSED(ignored))
{
    PyErr_SetString(Error, "as asked");
    return NULL;
}

static PyMethodDef between_methods[] = {
    {"fail", fail, METH_NOARGS, "Raise an error."},
    {NULL, NULL, 0, NULL}
};

#if PY_MAJOR_VERSION >= 3
static struct PyModuleDef between_module = {
    PyModuleDef_HEAD_INIT,
    "between",
    "Failures.",
    -1,
    between_methods
};

PyObject *
PyInit_between(void)
{
    PyObject *m = PyModule_Create(&between_module);
    if (m == NULL)
        return m;
#else
PyMODINIT_FUNC
initbetween(void)
{
    PyObject *m;

    m = Py_InitModule3("between", between_methods, "Failures.");
    if (m == NULL)
        return;
#endif

    if (Error == NULL) {
        Error = PyErr_NewException("between.Error", NULL, NULL);
        if (Error == NULL) {
#if PY_MAJOR_VERSION >= 3
            return NULL;
#else
            return;
#endif
        }
    }
    Py_INCREF(Error);
    PyModule_AddObject(m, "Error", Error);
#if PY_MAJOR_VERSION >= 3
    return m;
#endif
}
