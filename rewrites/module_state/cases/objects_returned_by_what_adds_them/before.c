/* add_limit() gives away what it returns, and doesn't ask whether it could: the fields own a reference of their own. */
#include <Python.h>

static PyObject *lowest;
static PyObject *highest;

static PyObject *
add_limit(PyObject *module, const char *name, long value)
{
    PyObject *limit = PyLong_FromLong(value);

    PyModule_AddObject(module, name, limit);
    return limit;
}

static PyObject *
contains(PyObject *module, PyObject *value)
{
    int below = PyObject_RichCompareBool(value, lowest, Py_LT);
    int above = below ? below : PyObject_RichCompareBool(value, highest, Py_GT);

    if (below < 0 || above < 0)
        return NULL;
    return PyBool_FromLong(!below && !above);
}

static PyMethodDef functions[] = {
    {"contains", contains, METH_O, NULL},
    {NULL, NULL, 0, NULL}
};

static struct PyModuleDef limits_module = {
    PyModuleDef_HEAD_INIT, "limits", NULL, -1, functions
};

static void
add_limits(PyObject *module)
{
    lowest = add_limit(module, "lowest", -4000);
    highest = add_limit(module, "highest", 4000);
}

PyMODINIT_FUNC
PyInit_limits(void)
{
    PyObject *module = PyModule_Create(&limits_module);

    if (module == NULL)
        return NULL;
    add_limits(module);
    return module;
}
