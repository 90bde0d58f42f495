/* What is stored through the address is borrowed: clearing it with the module would be once too often. */
#include <Python.h>

static int
look_up(PyObject **found, PyObject *names, PyObject *key)
{
    if (*found == NULL)
        *found = PyDict_GetItemWithError(names, key);
    return *found == NULL ? -1 : 0;
}

static PyObject *
shelf_first(PyObject *module, PyObject *args)
{
    static PyObject *first;
    PyObject *names, *key;

    if (!PyArg_ParseTuple(args, "O!O", &PyDict_Type, &names, &key))
        return NULL;
    if (look_up(&first, names, key) < 0)
        return NULL;
    Py_INCREF(first);
    return first;
}

static PyMethodDef shelf_functions[] = {
    {"first", shelf_first, METH_VARARGS, NULL},
    {NULL, NULL, 0, NULL}
};

static struct PyModuleDef shelf_module = {
    PyModuleDef_HEAD_INIT, "shelf", NULL, -1, shelf_functions
};

PyMODINIT_FUNC
PyInit_shelf(void)
{
    return PyModule_Create(&shelf_module);
}
