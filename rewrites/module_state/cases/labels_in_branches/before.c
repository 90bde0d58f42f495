#include <Python.h>

/* Errors and detours lead to labels inside of branches; none of them touches what is kept. */

static PyObject *
describe(PyObject *self, PyObject *item)
{
    static PyObject *name_str = NULL;
    PyObject *name = NULL, *text = NULL, *result = NULL;

    if (name_str == NULL) {
        name_str = PyUnicode_InternFromString("__name__");
        if (name_str == NULL)
            goto error;
    }
    if (PyType_Check(item)) {
        name = PyObject_GetAttr(item, name_str);
        if (name == NULL) {
            PyErr_Clear();
            goto unnamed;
        }
    }
    else {
  unnamed:
        name = PyObject_Repr(item);
        if (name == NULL)
            goto error;
    }
    text = PyUnicode_FromString("name: ");
    if (text == NULL)
        goto error;
    result = PyUnicode_Concat(text, name);
    if (0) {
  error:
        Py_CLEAR(result);
    }
    Py_XDECREF(name);
    Py_XDECREF(text);
    return result;
}

static PyMethodDef functions[] = {
    {"describe", describe, METH_O, "describe(item) -> text"},
    {NULL, NULL, 0, NULL}
};

static struct PyModuleDef names_module = {
    PyModuleDef_HEAD_INIT,
    .m_name = "labels_in_branches",
    .m_size = -1,
    .m_methods = functions,
};

PyMODINIT_FUNC
PyInit_labels_in_branches(void)
{
    return PyModule_Create(&names_module);
}
