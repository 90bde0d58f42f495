#include <Python.h>

static PyObject *label;
static PyObject *made;

static PyObject *
lent(void)
{
    return label;
}

static int
cb(const void *a, const void *b)
{
    Py_INCREF(made);
    Py_DECREF(made);
    return 0;
}

static PyObject *
sorted_(PyObject *module, PyObject *unused)
{
    int values[2] = {1, 2};
    qsort(values, 2, sizeof(int), cb);
    Py_INCREF(label);
    return label;
}

static PyMethodDef methods[] = {
    {"sorted_", sorted_, METH_NOARGS, NULL},
    {NULL, NULL, 0, NULL},
};

static struct PyModuleDef def = {PyModuleDef_HEAD_INIT, "m", NULL, 0, methods};

PyMODINIT_FUNC
PyInit_m(void)
{
    PyObject *module = PyModule_Create(&def);
    if (module == NULL)
        return NULL;
    label = PyUnicode_FromString("a label of this module");
    if (label == NULL) {
        Py_DECREF(module);
        return NULL;
    }
    made = lent();
    return module;
}
