/* A table that begins empty and keeps what is made for it; a local variable still points there at the end. */
#include <Python.h>

static PyObject *numbers[16] = {NULL};

static PyObject *
doubled(PyObject *module, PyObject *given)
{
    PyObject *number;
    long index = PyLong_AsLong(given);

    if (index < 0 || index >= 16) {
        if (!PyErr_Occurred())
            PyErr_SetString(PyExc_IndexError, "only up to 15");
        return NULL;
    }
    if ((number = numbers[index]) == NULL) {
        number = PyLong_FromLong(2 * index);
        if (number == NULL)
            return NULL;
        numbers[index] = number;
    }
    return PyNumber_Absolute(number);
}

static PyMethodDef functions[] = {
    {"doubled", doubled, METH_O, NULL},
    {NULL, NULL}
};

static struct PyModuleDef table_filled_when_asked_module = {
    PyModuleDef_HEAD_INIT, "table_filled_when_asked", NULL, -1, functions
};

PyMODINIT_FUNC
PyInit_table_filled_when_asked(void)
{
    return PyModule_Create(&table_filled_when_asked_module);
}
