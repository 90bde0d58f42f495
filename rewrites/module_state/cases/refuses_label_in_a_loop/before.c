#include <Python.h>

/* A jump leads into a loop: what happens to the name there can't be counted. */

static PyObject *
names_of(PyObject *self, PyObject *item)
{
    static PyObject *name_str = NULL;
    PyObject *result = PyList_New(0);

    if (result == NULL)
        return NULL;
    if (name_str == NULL) {
        name_str = PyUnicode_InternFromString("__name__");
        if (name_str == NULL)
            goto unnamed;
    }
    while (PyList_Size(result) < 2) {
        if (PyList_Append(result, name_str) < 0) {
  unnamed:
            Py_DECREF(result);
            Py_XDECREF(name_str);
            return NULL;
        }
    }
    return result;
}

static PyMethodDef functions[] = {
    {"names_of", names_of, METH_O, "names_of(item) -> list"},
    {NULL, NULL, 0, NULL}
};

static struct PyModuleDef names_module = {
    PyModuleDef_HEAD_INIT,
    .m_name = "refuses_label_in_a_loop",
    .m_size = -1,
    .m_methods = functions,
};

PyMODINIT_FUNC
PyInit_refuses_label_in_a_loop(void)
{
    return PyModule_Create(&names_module);
}
