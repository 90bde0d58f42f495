#include <Python.h>

int count_of(PyObject *value)
{
    return PyUnicode_Check(value) ? (int)PyUnicode_GET_LENGTH(value) : 0;
}
