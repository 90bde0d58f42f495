#pragma once
#include <Python.h>

namespace shelf
{

struct Box
{
    PyObject_HEAD
    int lids;

    static PyType_Spec spec;

    static PyTypeObject *type;

    static bool ready();

    static bool check(PyObject *object)
    {
        return PyObject_TypeCheck(object, type) != 0;
    }
};

} // namespace shelf
