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

static int between_exec(PyObject *m);

static PyModuleDef_Slot between_slots[] = {
    {Py_mod_exec, between_exec},
    {0, NULL}
};

#if PY_MAJOR_VERSION >= 3
static struct PyModuleDef between_module = {
    PyModuleDef_HEAD_INIT,
    "between",
    "Failures.",
    0,
    between_methods,
    between_slots
};

static int
between_exec(PyObject *m)
{
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
            return -1;
#else
            return;
#endif
        }
    }
    Py_INCREF(Error);
    PyModule_AddObject(m, "Error", Error);
#if PY_MAJOR_VERSION >= 3
    return 0;
#endif
}

PyObject *
PyInit_between(void)
{
    return PyModuleDef_Init(&between_module);
}
