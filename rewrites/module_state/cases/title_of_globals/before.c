/* Reads names of objects. */
#include <Python.h>

static int
has_name(PyObject *object, PyObject *name)
{
    return name != NULL && PyObject_HasAttr(object, name);
}

/* Interned strings to speed GetAttr etc. */

static PyObject *str_name;
static PyObject *str_size;
#if PY_VERSION_HEX >= 0x030D0000
static PyObject *str_trace;
#endif

static int
intern_strings(void)
{
    str_name = PyUnicode_InternFromString("name");
    str_size = PyUnicode_InternFromString("size");
#if PY_VERSION_HEX >= 0x030D0000
    str_trace = PyUnicode_InternFromString("trace");
    if (str_trace == NULL)
        return -1;
#endif
    return str_name == NULL || str_size == NULL ? -1 : 0;
}

static PyObject *
get_name(PyObject *module, PyObject *object)
{
#if PY_VERSION_HEX >= 0x030D0000
    if (has_name(object, str_trace))
        return PyObject_GetAttr(object, str_trace);
#endif
    if (has_name(object, str_size))
        return PyObject_GetAttr(object, str_size);
    return PyObject_GetAttr(object, str_name);
}

/* The functions of the module. */

static PyMethodDef shelf_methods[] = {
    {"get_name", get_name, METH_O, NULL},
    {NULL, NULL, 0, NULL}
};

static struct PyModuleDef shelf_module = {
    PyModuleDef_HEAD_INIT,
    .m_name = "shelf",
    .m_size = -1,
    .m_methods = shelf_methods,
};

PyMODINIT_FUNC
PyInit_shelf(void)
{
    if (intern_strings() < 0)
        return NULL;
    return PyModule_Create(&shelf_module);
}
