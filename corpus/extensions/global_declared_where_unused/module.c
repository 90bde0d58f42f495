/*
 * A label that is made once and given out. The other unit declares it, further up in its file than
 * it is defined here, and doesn't use it any more.
 */
#include <Python.h>

PyObject *label;

extern int count_of(PyObject *);

static PyObject *get(PyObject *module, PyObject *Py_UNUSED(ignored)) { Py_INCREF(label); return label; }

static PyObject *count(PyObject *Py_UNUSED(module), PyObject *value) { return PyLong_FromLong(count_of(value)); }

static PyMethodDef methods[] = {
    {"get", get, METH_NOARGS, NULL},
    {"count", count, METH_O, NULL},
    {NULL, NULL, 0, NULL}
};

static struct PyModuleDef definition = {
    PyModuleDef_HEAD_INIT, "module", NULL, -1, methods
};

PyMODINIT_FUNC PyInit_module(void)
{
    PyObject *module = PyModule_Create(&definition);

    if (module == NULL)
        return NULL;
    label = PyUnicode_FromString("label");
    if (label == NULL) {
        Py_DECREF(module);
        return NULL;
    }
    return module;
}
