/*
 * Lists go on a step further than their line, two in a condition: its block stands out. What
 * stands below its parenthesis goes on there.
 */
#include <Python.h>

static PyObject *ShelfError;

static int
shelf_check(PyObject *shelf, const char *title, Py_ssize_t pages)
{
    if (pages <= 0) {
        PyErr_Format(ShelfError,
            "%s has %zd pages, so that there is nothing to be read in it", title, pages);
        return -1;
    }
    return PyObject_Size(shelf) < 0 ? -1 : 0;
}

static int
shelf_check_twice(PyObject *shelf, const char *title, Py_ssize_t pages,
                  Py_ssize_t most)
{
    return pages > most ? -1 : shelf_check(shelf, title, pages);
}

static PyObject *
put(PyObject *module, PyObject *args)
{
    PyObject *shelf;
    Py_ssize_t pages;

    if (!PyArg_ParseTuple(args, "On", &shelf, &pages)) {
        return NULL;
    }
    if (0 > shelf_check(shelf, "the title of the book that is put there", pages + 1)) {
        return NULL;
    }
    if (shelf_check_twice(shelf, "the same", pages + 2, 99) < 0) {
        return NULL;
    }
    if (pages > 3) {
        PyErr_Format(PyExc_ValueError,
            "there is no place for a book with as many pages as %zd", pages);
        return NULL;
    }
    if (pages < -3) {
        PyErr_Format(PyExc_ValueError,
            "there is no book with as many pages as %zd, or so we believe", pages);
        return NULL;
    }
    PySys_WriteStdout("%s %zd\n",
        "put there:", pages);
    Py_RETURN_NONE;
}

static PyMethodDef shelf_functions[] = {
    {"put", put, METH_VARARGS, NULL},
    {NULL, NULL, 0, NULL}
};

static struct PyModuleDef shelf_module = {
    PyModuleDef_HEAD_INIT, "conditions_whose_lists_hang", NULL, -1, shelf_functions
};

PyMODINIT_FUNC
PyInit_conditions_whose_lists_hang(void)
{
    PyObject *module = PyModule_Create(&shelf_module);

    if (module == NULL) {
        return NULL;
    }
    ShelfError = PyErr_NewException("conditions_whose_lists_hang.ShelfError", NULL, NULL);
    if (ShelfError == NULL) {
        Py_DECREF(module);
        return NULL;
    }
    return module;
}
