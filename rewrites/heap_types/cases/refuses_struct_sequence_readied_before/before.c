/* Whether PyType_Ready does nothing more depends on what was done before. */
#include <Python.h>

static PyStructSequence_Field Size_fields[] = {
    {"width", "how wide it is"},
    {"height", NULL},
    {NULL}
};

static PyStructSequence_Desc Size_desc = {
    "readied.Size", "The size of a box.", Size_fields, 2
};

static PyTypeObject Size_Type;

static PyObject *
size(PyObject *module, PyObject *noargs)
{
    PyObject *result = PyStructSequence_New(&Size_Type);
    if (result != NULL) {
        PyStructSequence_SetItem(result, 0, PyLong_FromLong(2));
        PyStructSequence_SetItem(result, 1, PyLong_FromLong(3));
    }
    return result;
}

static PyMethodDef readied_methods[] = {
    {"size", size, METH_NOARGS, NULL},
    {NULL, NULL, 0, NULL}
};

static struct PyModuleDef readied_module = {
    PyModuleDef_HEAD_INIT, "readied", NULL, -1, readied_methods
};

PyMODINIT_FUNC
PyInit_readied(void)
{
    PyObject *module = PyModule_Create(&readied_module);
    if (module == NULL) {
        return NULL;
    }

    PyType_Ready(&Size_Type);
    PyStructSequence_InitType(&Size_Type, &Size_desc);
    Py_INCREF(&Size_Type);
    PyModule_AddObject(module, "Size", (PyObject *)&Size_Type);

    return module;
}
