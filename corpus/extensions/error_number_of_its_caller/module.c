#include <Python.h>
#include <unistd.h>

/* Raises what errno says; sockets of other kinds raise otherwise. */

typedef PyObject *(*error_handler)(void);

static PyObject *pipe_error;

static PyObject *
set_error(void)
{
    return PyErr_SetFromErrno(pipe_error);
}

static error_handler handler = set_error;

static PyObject *
drain(PyObject *module, PyObject *number)
{
    char buffer[16];
    int file = (int)PyLong_AsLong(number);

    if (read(file, buffer, sizeof(buffer)) < 0) {
        return handler();
    }
    Py_RETURN_NONE;
}

static PyMethodDef pipes_functions[] = {
    {"drain", drain, METH_O, NULL},
    {NULL, NULL, 0, NULL}
};

static struct PyModuleDef pipes_module = {
    PyModuleDef_HEAD_INIT, "pipes", NULL, -1, pipes_functions
};

PyMODINIT_FUNC
PyInit_pipes(void)
{
    PyObject *module = PyModule_Create(&pipes_module);

    if (module == NULL) {
        return NULL;
    }
    pipe_error = PyErr_NewException("pipes.Error", NULL, NULL);
    if (pipe_error == NULL) {
        Py_DECREF(module);
        return NULL;
    }
    Py_INCREF(pipe_error);
    if (PyModule_AddObject(module, "Error", pipe_error) < 0) {
        Py_DECREF(pipe_error);
        Py_DECREF(module);
        return NULL;
    }
    return module;
}
