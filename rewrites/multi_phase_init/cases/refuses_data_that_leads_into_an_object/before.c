/* What a comparison for qsort reads is the text of an object that goes with its module, and others read it still. */
#include <Python.h>
#include <stdlib.h>
#include <string.h>

static const char *first;
static PyObject *OrderError;

static int
compare(const void *one, const void *other)
{
    return (strcmp(one, first) != 0) - (strcmp(other, first) != 0);
}

static PyObject *
leading(PyObject *module, PyObject *Py_UNUSED(ignored))
{
    char names[2][4] = {"b", "a"};

    if (first == NULL) {
        PyErr_SetString(OrderError, "nothing is the first");
        return NULL;
    }
    qsort(names, 2, 4, compare);
    return PyUnicode_FromString(names[0]);
}

static PyMethodDef methods[] = {
    {"leading", leading, METH_NOARGS, NULL},
    {NULL, NULL, 0, NULL}
};

static struct PyModuleDef definition = {
    PyModuleDef_HEAD_INIT, "order", NULL, -1, methods
};

PyMODINIT_FUNC
PyInit_order(void)
{
    PyObject *module = PyModule_Create(&definition);
    PyObject *text;

    if (module == NULL)
        return NULL;
    OrderError = PyErr_NewException("order.Error", NULL, NULL);
    text = PyUnicode_FromFormat("%c", 'a');
    if (OrderError == NULL || text == NULL)
        return NULL;
    first = PyUnicode_AsUTF8(text);
    PyModule_AddObject(module, "text", text);
    return module;
}
