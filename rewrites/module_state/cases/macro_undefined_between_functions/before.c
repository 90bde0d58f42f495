#include <Python.h>

static PyObject *SizeError;

static PyObject *
sizes(PyObject *self, PyObject *unused)
{
#define CHECK_SIZE(TYPE, SIZE) \
    if (sizeof(TYPE) != SIZE) { \
        PyErr_SetString(PyExc_SystemError, "another size of " #TYPE); \
        return NULL; \
    }

    CHECK_SIZE(char, 1);
    CHECK_SIZE(double, 8);
#undef CHECK_SIZE
    Py_RETURN_NONE;
}

static PyObject *
types(PyObject *self, PyObject *unused)
{
#define CHECK_SIZE(TYPE, EXPECTED) \
    if ((int)sizeof(TYPE) != EXPECTED) { \
        PyErr_Format(SizeError, "sizeof(%s) isn't %d", #TYPE, EXPECTED); \
        return NULL; \
    }

    CHECK_SIZE(unsigned char, 1);
    CHECK_SIZE(long long, 8);
    Py_RETURN_NONE;
#undef CHECK_SIZE
}

static PyMethodDef sizes_methods[] = {
    {"sizes", sizes, METH_NOARGS, NULL},
    {"types", types, METH_NOARGS, NULL},
    {NULL, NULL, 0, NULL},
};

static int
sizes_exec(PyObject *module)
{
    SizeError = PyErr_NewException("sizes.SizeError", NULL, NULL);
    return SizeError == NULL ? -1 : PyModule_AddObjectRef(module, "SizeError", SizeError);
}

static PyModuleDef_Slot sizes_slots[] = {
    {Py_mod_exec, sizes_exec},
    {0, NULL}
};

static struct PyModuleDef sizes_module = {
    PyModuleDef_HEAD_INIT,
    .m_name = "sizes",
    .m_methods = sizes_methods,
    .m_slots = sizes_slots,
};

PyMODINIT_FUNC
PyInit_sizes(void)
{
    return PyModuleDef_Init(&sizes_module);
}
