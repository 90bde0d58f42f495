/* A pointer leads to one variable or another, and what is stored there is borrowed. */
#include <Python.h>

static PyObject *ShelfError;
static PyObject *FullError;

static int
add_exceptions(PyObject *module, int which)
{
    PyObject **place;

    place = which ? &ShelfError : &FullError;
    *place = PyErr_NewException("refuses_address_that_is_chosen.Error", NULL, NULL);
    if (*place == NULL)
        return -1;
    return PyModule_AddObject(module, which ? "ShelfError" : "FullError", *place);
}

static PyObject *
shelf_put(PyObject *module, PyObject *thing)
{
    PyErr_SetObject(thing == Py_None ? ShelfError : FullError, thing);
    return NULL;
}

static PyMethodDef shelf_functions[] = {
    {"put", shelf_put, METH_O, NULL},
    {NULL, NULL, 0, NULL}
};

static struct PyModuleDef shelf_module = {
    PyModuleDef_HEAD_INIT, "refuses_address_that_is_chosen", NULL, -1, shelf_functions
};

PyMODINIT_FUNC
PyInit_refuses_address_that_is_chosen(void)
{
    PyObject *module = PyModule_Create(&shelf_module);

    if (module == NULL)
        return NULL;
    if (add_exceptions(module, 0) < 0 || add_exceptions(module, 1) < 0) {
        Py_DECREF(module);
        return NULL;
    }
    return module;
}
