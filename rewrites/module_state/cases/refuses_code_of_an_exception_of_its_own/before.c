/* What makes a code of the exception needs the state itself: the callback can't call it where there is none. */
#include <Python.h>

typedef struct shelf {
    int (*each)(struct shelf *, int);
} shelf;

static PyObject *ShelfError;

static int
code_of_exception(void)
{
    if (PyErr_Occurred() == NULL)
        return 0;
    return PyErr_ExceptionMatches(ShelfError) ? -2 : -1;
}

static int
on_item(shelf *self, int item)
{
    if (item > 3)
        PyErr_SetObject(ShelfError, Py_None);
    return code_of_exception();
}

static PyObject *
walk(PyObject *module, PyObject *ignored)
{
    shelf own = {on_item};
    int item;

    for (item = 0; own.each(&own, item) == 0; item++)
        continue;
    return NULL;
}

static PyMethodDef shelf_methods[] = {
    {"walk", walk, METH_NOARGS, NULL},
    {NULL, NULL, 0, NULL}
};

static int
shelf_exec(PyObject *module)
{
    ShelfError = PyErr_NewException("shelf.ShelfError", NULL, NULL);
    if (ShelfError == NULL)
        return -1;
    Py_INCREF(ShelfError);
    return PyModule_AddObject(module, "ShelfError", ShelfError);
}

static PyModuleDef_Slot shelf_slots[] = {
    {Py_mod_exec, shelf_exec},
    {0, NULL}
};

static struct PyModuleDef shelf_module = {
    PyModuleDef_HEAD_INIT,
    .m_name = "shelf",
    .m_methods = shelf_methods,
    .m_slots = shelf_slots,
};

PyMODINIT_FUNC
PyInit_shelf(void)
{
    return PyModuleDef_Init(&shelf_module);
}
