#include <Python.h>

/* Names of things: errors and detours lead to labels inside of branches. */

static PyObject *
name_of(PyObject *self, PyObject *item)
{
    static PyObject *name_str = NULL, *prefix = NULL;
    PyObject *name = NULL, *result = NULL;

    if (name_str == NULL) {
        name_str = PyUnicode_InternFromString("__name__");
        if (name_str == NULL)
            goto error;
    }
    if (PyType_Check(item)) {
        name = PyObject_GetAttr(item, name_str);
        if (name == NULL)
            goto unnamed;
    }
    else {
        if (PyModule_Check(item)) {
            name = PyObject_GetAttr(item, name_str);
            if (name != NULL)
                goto named;
            goto unnamed;
        }
        if (0) {
  unnamed:
            PyErr_Clear();
        }
        name = PyObject_Repr(item);
        if (name == NULL)
            goto error;
    }
  named:
    if (prefix == NULL) {
        prefix = PyUnicode_FromString("name: ");
        if (prefix == NULL)
            goto error;
    }
    result = PyUnicode_Concat(prefix, name);
    if (0) {
  error:
        Py_CLEAR(prefix);
        Py_CLEAR(result);
    }
    Py_XDECREF(name);
    return result;
}

static PyMethodDef functions[] = {
    {"name_of", name_of, METH_O, "name_of(item) -> text"},
    {NULL, NULL, 0, NULL}
};

static struct PyModuleDef names_module = {
    PyModuleDef_HEAD_INIT,
    .m_name = "labels_inside_branches",
    .m_size = -1,
    .m_methods = functions,
};

PyMODINIT_FUNC
PyInit_labels_inside_branches(void)
{
    return PyModule_Create(&names_module);
}
