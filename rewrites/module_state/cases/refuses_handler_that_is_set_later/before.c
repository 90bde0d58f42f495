/* on_error is set by a function of one module, and tell_error() would look for it in the one that was imported last. */
#include <Python.h>

typedef int (*error_handler)(const char *message);

extern void library_set_handler(error_handler handler);
extern int library_write(void);

static PyObject *on_error = NULL;

static int
tell_error(const char *message)
{
    PyObject *result;

    if (on_error == NULL)
        return 0;
    result = PyObject_CallFunction(on_error, "s", message);
    if (result == NULL) {
        PyErr_Print();
        return 0;
    }
    Py_DECREF(result);
    return 1;
}

static PyObject *
set_handler(PyObject *module, PyObject *function)
{
    Py_INCREF(function);
    Py_XDECREF(on_error);
    on_error = function;
    Py_RETURN_NONE;
}

static PyObject *
write_it(PyObject *module, PyObject *unused)
{
    return PyLong_FromLong(library_write());
}

static PyMethodDef functions[] = {
    {"set_handler", set_handler, METH_O, NULL},
    {"write", write_it, METH_NOARGS, NULL},
    {NULL, NULL, 0, NULL}
};

static struct PyModuleDef disks = {
    PyModuleDef_HEAD_INIT, "disks", NULL, -1, functions
};

PyMODINIT_FUNC
PyInit_disks(void)
{
    PyObject *module = PyModule_Create(&disks);

    if (module == NULL)
        return NULL;
    Py_INCREF(Py_None);
    on_error = Py_None;
    library_set_handler(tell_error);
    return module;
}
