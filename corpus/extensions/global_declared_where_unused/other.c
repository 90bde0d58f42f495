#include <Python.h>
extern PyObject *label;

int count_of(PyObject *value)
{
    return PyUnicode_Check(value) ? (int)PyUnicode_GET_LENGTH(value) : 0;
}
