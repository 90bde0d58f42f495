#include <Python.h>

#ifndef WITHOUT_STEPS
#include "other.h"
#endif

static PyObject *
zero(PyObject *module, PyObject *ignored)
{
    return PyLong_FromLong(0);
}

static PyMethodDef functions[] = {
    {"zero", zero, METH_NOARGS, NULL},
#ifndef WITHOUT_STEPS
    {"steps_from", steps_from, METH_O, NULL},
#endif
    {NULL, NULL, 0, NULL}
};

static struct PyModuleDef steps_module = {
    PyModuleDef_HEAD_INIT,
    .m_name = "type_never_readied_in_other_unit",
    .m_size = -1,
    .m_methods = functions,
};

PyMODINIT_FUNC
PyInit_type_never_readied_in_other_unit(void)
{
    return PyModule_Create(&steps_module);
}
