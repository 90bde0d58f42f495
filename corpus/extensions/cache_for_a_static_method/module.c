#include <Python.h>

/* Versions are parsed by a regular expression that is compiled once. */

typedef struct {
    PyObject_HEAD
    long number;
} Version;

static PyTypeObject Version_Type;

/* Return a borrowed reference. */
static PyObject *
get_pattern(void)
{
    static PyObject *pattern;

    if (!pattern) {
        PyObject *re = PyImport_ImportModule("re");

        if (re == NULL) {
            return NULL;
        }
        pattern = PyObject_CallMethod(re, "compile", "s", "v(\\d+)$");
        Py_DECREF(re);
    }
    return pattern;
}

static PyObject *
version_make(long number)
{
    Version *self = PyObject_New(Version, &Version_Type);

    if (self != NULL) {
        self->number = number;
    }
    return (PyObject *)self;
}

static PyObject *
version_parse_text(PyObject *text)
{
    PyObject *pattern = get_pattern(), *match, *digits, *number;
    long found;

    if (pattern == NULL) {
        return NULL;
    }
    match = PyObject_CallMethod(pattern, "match", "O", text);
    if (match == NULL) {
        return NULL;
    }
    if (match == Py_None) {
        Py_DECREF(match);
        PyErr_SetString(PyExc_ValueError, "no version");
        return NULL;
    }
    digits = PyObject_CallMethod(match, "group", "i", 1);
    Py_DECREF(match);
    if (digits == NULL) {
        return NULL;
    }
    number = PyNumber_Long(digits);
    Py_DECREF(digits);
    if (number == NULL) {
        return NULL;
    }
    found = PyLong_AsLong(number);
    Py_DECREF(number);
    if (found == -1 && PyErr_Occurred()) {
        return NULL;
    }
    return version_make(found);
}

static PyObject *
version_parse(PyObject *unused, PyObject *text)
{
    return version_parse_text(text);
}

static PyObject *
version_get_number(Version *self, void *closure)
{
    return PyLong_FromLong(self->number);
}

static PyGetSetDef version_getset[] = {
    {"number", (getter)version_get_number, NULL, NULL, NULL},
    {NULL, NULL, NULL, NULL, NULL}
};

static PyMethodDef version_methods[] = {
    {"parse", version_parse, METH_O | METH_STATIC, NULL},
    {NULL, NULL, 0, NULL}
};

static PyTypeObject Version_Type = {
    PyVarObject_HEAD_INIT(NULL, 0)
    .tp_name = "cache_for_a_static_method.Version",
    .tp_basicsize = sizeof(Version),
    .tp_flags = Py_TPFLAGS_DEFAULT,
    .tp_getset = version_getset,
    .tp_methods = version_methods,
};

static PyObject *
versions_parse(PyObject *module, PyObject *text)
{
    return version_parse_text(text);
}

static PyMethodDef versions_methods[] = {
    {"parse", versions_parse, METH_O, NULL},
    {NULL, NULL, 0, NULL}
};

static struct PyModuleDef versions_module = {
    PyModuleDef_HEAD_INIT, "cache_for_a_static_method", NULL, -1, versions_methods
};

PyMODINIT_FUNC
PyInit_cache_for_a_static_method(void)
{
    PyObject *module = PyModule_Create(&versions_module);

    if (module == NULL) {
        return NULL;
    }
    if (PyType_Ready(&Version_Type) < 0) {
        Py_DECREF(module);
        return NULL;
    }
    Py_INCREF(&Version_Type);
    if (PyModule_AddObject(module, "Version", (PyObject *)&Version_Type) < 0) {
        Py_DECREF(&Version_Type);
        Py_DECREF(module);
        return NULL;
    }
    return module;
}
