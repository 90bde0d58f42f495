/* What goes on with a list stands in a column of its own, and so does what is broken off there. */
#include <Python.h>

static PyObject *ShelfError;

static Py_ssize_t shelf_put_on_top(PyObject *shelf, const char *title, const char *author,
                                size_t pages);

static Py_ssize_t shelf_put_on_top(PyObject *shelf, const char *title, const char *author,
                                size_t pages)
{
    if (pages == 0) {
        PyErr_Format(ShelfError, "%s by %s is empty", title, author);
        return -1;
    }
    return PyObject_Size(shelf);
}

static PyObject *
put(PyObject *module, PyObject *args)
{
    PyObject *shelf;
    int pages;

    if (!PyArg_ParseTuple(args, "Oi", &shelf, &pages)) {
        return NULL;
    }
    Py_ssize_t place = shelf_put_on_top(shelf, "the title of a book", "the author of that book",
                                      (size_t)pages);
    return place < 0 ? NULL : PyLong_FromSsize_t(place);
}

static PyMethodDef shelf_functions[] = {
    {"put", put, METH_VARARGS, NULL},
    {NULL, NULL, 0, NULL}
};

static struct PyModuleDef shelf_module = {
    PyModuleDef_HEAD_INIT, "lists_in_a_column_of_their_own", NULL, -1, shelf_functions
};

PyMODINIT_FUNC
PyInit_lists_in_a_column_of_their_own(void)
{
    PyObject *module = PyModule_Create(&shelf_module);

    if (module == NULL) {
        return NULL;
    }
    ShelfError = PyErr_NewException("lists_in_a_column_of_their_own.ShelfError", NULL, NULL);
    if (ShelfError == NULL) {
        Py_DECREF(module);
        return NULL;
    }
    return module;
}
