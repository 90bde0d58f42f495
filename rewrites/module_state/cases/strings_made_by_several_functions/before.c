#include <Python.h>

static PyObject *
name_of(PyObject *module, PyObject *object)
{
    static PyObject *name_str = NULL;

    if (!name_str)
        name_str = PyUnicode_InternFromString("name");
    return PyObject_GetAttr(object, name_str);
}

static PyObject *
label_of(PyObject *module, PyObject *object)
{
    PyObject *name, *title, *label;
    /* The names of attributes */
    static PyObject *name_str = NULL, *title_str = NULL;

    /* Only once. */
    if (name_str == NULL) {
        name_str = PyUnicode_InternFromString("name");
        if (name_str == NULL) {
            return NULL;
        }
        title_str = PyUnicode_InternFromString(
            "title");
    }

    name = PyObject_GetAttr(object, name_str);
    if (name == NULL)
        return NULL;
    title = PyObject_GetAttr(object, title_str);
    if (title == NULL) {
        Py_DECREF(name);
        return NULL;
    }
    label = PyUnicode_Concat(title, name);
    Py_DECREF(name);
    Py_DECREF(title);
    return label;
}

static PyObject *
rename_to(PyObject *module, PyObject *args)
{
    PyObject *object, *value;

    if (!PyArg_ParseTuple(args, "OO", &object, &value))
        return NULL;
    if (value != Py_None) {
        static PyObject *attribute;
        if ((NULL == attribute)) {
            attribute = PyUnicode_InternFromString("name");
            if (!attribute) return NULL;
        }
        if (PyObject_SetAttr(object, attribute, value) < 0)
            return NULL;
    }
    Py_RETURN_NONE;
}

/* What does more than to fill variables stays, and so does what is read before. */
static PyObject *
size_of(PyObject *module, PyObject *object)
{
    static PyObject *size_str = NULL;
    int was_there = size_str != NULL;

    if (!size_str)
        size_str = PyUnicode_InternFromString("size");
    if (!size_str)
        return NULL;
    return Py_BuildValue("NO", PyObject_GetAttr(object, size_str), was_there ? Py_True : Py_False);
}

static PyObject *
weight_of(PyObject *module, PyObject *object)
{
    static PyObject *size_str = NULL;

    if (!size_str) {
        size_str = PyUnicode_FromString("weight");
        if (PyErr_WarnEx(PyExc_DeprecationWarning, "sizes are better", 1) < 0)
            return NULL;
    }
    return PyObject_GetAttr(object, size_str);
}

static PyMethodDef methods[] = {
    {"name_of", name_of, METH_O, NULL},
    {"label_of", label_of, METH_O, NULL},
    {"rename_to", rename_to, METH_VARARGS, NULL},
    {"size_of", size_of, METH_O, NULL},
    {"weight_of", weight_of, METH_O, NULL},
    {NULL, NULL, 0, NULL}
};

static struct PyModuleDef moduledef = {
    PyModuleDef_HEAD_INIT, "module", NULL, -1, methods
};

PyMODINIT_FUNC
PyInit_module(void)
{
    return PyModule_Create(&moduledef);
}
