/* The module's state is declared behind what needs it, in a group that not every build compiles. */
#include <Python.h>

static PyObject *error = NULL;

static PyObject *
shelf_fail(PyObject *self, PyObject *unused)
{
    PyErr_SetString(error, "nothing there");
    return NULL;
}

static PyMethodDef shelf_methods[] = {
    {"fail", shelf_fail, METH_NOARGS, NULL},
    {NULL, NULL, 0, NULL}
};

#ifndef SHELF_IS_SMALL
struct shelf_state {
    int size;
};
#else
struct shelf_state {
    char size;
};
#endif

static struct PyModuleDef shelf_module = {
    PyModuleDef_HEAD_INIT,
    "shelf",
    NULL,
    sizeof(struct shelf_state),
    shelf_methods
};

PyMODINIT_FUNC
PyInit_shelf(void)
{
    PyObject *module = PyModule_Create(&shelf_module);

    if (module == NULL)
        return NULL;
    error = PyErr_NewException("shelf.Error", NULL, NULL);
    if (error == NULL) {
        Py_DECREF(module);
        return NULL;
    }
    Py_INCREF(error);
    if (PyModule_AddObject(module, "Error", error) < 0) {
        Py_DECREF(error);
        Py_DECREF(module);
        return NULL;
    }
    return module;
}
