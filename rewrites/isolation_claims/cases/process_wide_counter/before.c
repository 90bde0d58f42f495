#include <Python.h>

static unsigned long table[4];

static PyObject *
add(PyObject *module, PyObject *args)
{
    long a, b;

    if (!PyArg_ParseTuple(args, "ll:add", &a, &b)) {
        return NULL;
    }
    table[a & 3] += 1;
    return PyLong_FromLong(a + b);
}

static PyMethodDef counted_methods[] = {
    {"add", add, METH_VARARGS, "Add two numbers."},
    {NULL, NULL, 0, NULL}
};

static struct PyModuleDef counted_module = {
    PyModuleDef_HEAD_INIT,
    "counted",
    "Sums.",
    -1,
    counted_methods
};

PyMODINIT_FUNC
PyInit_counted(void)
{
    return PyModule_Create(&counted_module);
}
