#include <Python.h>

static PyObject *names;

static PyObject *
shelf_names(PyObject *self, PyObject *args)
{
    Py_INCREF(names);
    return names;
}

/* What a launcher reads. */
static PyMethodDef shelf_methods[] = {
    {"names", shelf_names, METH_NOARGS, NULL},
    {NULL}
};

PyCFunction
shelf_function(int number)
{
    return shelf_methods[number].ml_meth;
}

static struct PyMethodDef module_functions[] = {
    {"names", shelf_names, METH_NOARGS, NULL},
    {NULL}
};

static struct PyModuleDef shelf = {
    PyModuleDef_HEAD_INIT,
    .m_name = "shelf",
    .m_size = -1,
    .m_methods = module_functions,
};

PyMODINIT_FUNC
PyInit_shelf(void)
{
    PyObject *module = PyModule_Create(&shelf);

    if (module == NULL)
        return NULL;
    names = PyList_New(0);
    if (names == NULL) {
        Py_DECREF(module);
        return NULL;
    }
    return module;
}
