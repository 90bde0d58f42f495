#include <Python.h>

/* What goes between the parts: builtins.default_separator where somebody has set that, which is borrowed then. */
static PyObject *separator;
/* What was looked up first: the same object. */
static PyObject *fallback;
static PyObject *parts;

static PyObject *
join(PyObject *self, PyObject *list)
{
    return PyUnicode_Join(separator, list);
}

static PyObject *
get_default(PyObject *self, PyObject *unused)
{
    Py_INCREF(fallback);
    return fallback;
}

static PyObject *
get_parts(PyObject *self, PyObject *unused)
{
    return PyList_GetSlice(parts, 0, PyList_GET_SIZE(parts));
}

static PyMethodDef functions[] = {
    {"join", join, METH_O, "join(list) -> text"},
    {"default", get_default, METH_NOARGS, NULL},
    {"parts", get_parts, METH_NOARGS, NULL},
    {NULL, NULL, 0, NULL},
};

static struct PyModuleDef module_def = {
    PyModuleDef_HEAD_INIT, "borrowed_on_one_way_only", NULL, -1, functions,
};

static int
find_separator(PyObject *module)
{
    PyObject *builtins = PyEval_GetBuiltins();

    separator = PyDict_GetItemString(builtins, "default_separator");
    if (separator == NULL) {
        separator = PyUnicode_FromString(", ");
        if (separator == NULL) {
            return -1;
        }
    }
    fallback = separator;
    if (PyModule_AddObject(module, "SEPARATOR", separator) < 0) {
        return -1;
    }
    return 0;
}

PyMODINIT_FUNC
PyInit_borrowed_on_one_way_only(void)
{
    PyObject *module = PyModule_Create(&module_def);

    if (module == NULL) {
        return NULL;
    }
    if (find_separator(module) < 0) {
        Py_DECREF(module);
        return NULL;
    }
    parts = PyList_New(1);
    if (parts == NULL) {
        Py_DECREF(module);
        return NULL;
    }
    PyList_SET_ITEM(parts, 0, separator);
    Py_INCREF(separator);
    return module;
}
