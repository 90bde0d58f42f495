/* Macros that write functions on one line get a line for the state, and the statement stays below it. */
#include <Python.h>

static PyObject *scale;

static PyObject *
scaled(PyObject *value)
{
    return PyNumber_Multiply(value, scale);
}

#define SCALED(NAME, CALL) \
    static PyObject *scaled_##NAME(PyObject *module, PyObject *value) \
    { return scaled(CALL(value)); }

#define PLAIN(NAME) static PyObject *plain_##NAME(PyObject *module, PyObject *value) { return scaled(value); }

#define SAME(value) (value)

SCALED(width, SAME)
PLAIN(height)

static PyMethodDef functions[] = {
    {"width", scaled_width, METH_O, NULL},
    {"height", plain_height, METH_O, NULL},
    {NULL, NULL, 0, NULL}
};

static struct PyModuleDef scales_module = {
    PyModuleDef_HEAD_INIT, "scales", NULL, -1, functions
};

PyMODINIT_FUNC
PyInit_scales(void)
{
    scale = PyLong_FromLong(3);
    if (scale == NULL)
        return NULL;
    return PyModule_Create(&scales_module);
}
