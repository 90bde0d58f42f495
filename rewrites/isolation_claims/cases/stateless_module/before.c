#include <Python.h>

static PyObject *
add(PyObject *module, PyObject *args)
{
    long a, b;

    if (!PyArg_ParseTuple(args, "ll:add", &a, &b)) {
        return NULL;
    }
    return PyLong_FromLong(a + b);
}

static PyMethodDef sums_methods[] = {
    {"add", add, METH_VARARGS, "Add two numbers."},
    {NULL, NULL, 0, NULL}
};

static struct PyModuleDef sums_module = {
    PyModuleDef_HEAD_INIT,
    "sums",
    "Sums.",
    -1,
    sums_methods
};

PyMODINIT_FUNC
PyInit_sums(void)
{
    return PyModule_Create(&sums_module);
}
