/* Comments that speak of a global alone go along with it, others stay. */
#include <Python.h>

/* ---------- */
/* Exceptions */
/* ---------- */

/** The shelf.Error type. */
static PyObject *Error;
/** Raised by full shelves. */
static PyObject *FullError;

/* Where the platform has no such
 * limit, it is None.
 */
#ifdef _WIN32
static PyObject *limit;
#endif

static PyObject *names;  /* what was put on a shelf */
static PyObject *first, *last;  // of these

/* How many there were, and who counts. */
static PyObject *count;
static int counting(PyObject *module);

static PyObject *
shelf_put(PyObject *module, PyObject *name)
{
    PyObject *more;

    if (count == NULL || !counting(module)) {
        PyErr_SetString(FullError, "it is full");
        return NULL;
    }
    if (PyList_Append(names, name) < 0)
        return NULL;
    if (first == NULL) {
        Py_INCREF(name);
        first = name;
    }
    Py_INCREF(name);
    Py_XDECREF(last);
    last = name;
    more = PyNumber_Add(count, name);
    if (more == NULL)
        PyErr_SetString(Error, "no number");
    return more;
}

static int
counting(PyObject *module)
{
    return PyObject_IsTrue(names);
}

static PyMethodDef shelf_functions[] = {
    {"put", shelf_put, METH_O, NULL},
    {NULL, NULL, 0, NULL}
};

static struct PyModuleDef shelf_module = {
    PyModuleDef_HEAD_INIT, "shelf", NULL, -1, shelf_functions
};

PyMODINIT_FUNC
PyInit_shelf(void)
{
    PyObject *module = PyModule_Create(&shelf_module);

    if (module == NULL)
        return NULL;
    Error = PyErr_NewException("shelf.Error", NULL, NULL);
    FullError = PyErr_NewException("shelf.FullError", NULL, NULL);
    names = PyList_New(0);
    count = PyLong_FromLong(0);
#ifdef _WIN32
    limit = PyLong_FromLong(260);
    if (limit == NULL)
        return NULL;
#endif
    if (Error == NULL || FullError == NULL || names == NULL || count == NULL)
        return NULL;
    return module;
}
