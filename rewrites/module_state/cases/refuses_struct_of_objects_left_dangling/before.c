/* After `quit()` the struct still points to what it has released. */

#include <Python.h>

static struct {
    PyObject *handler;
    int is_running;
} service;

static PyObject *
start(PyObject *self, PyObject *arg)
{
    if (service.is_running) {
        Py_XDECREF(service.handler);
    }
    Py_INCREF(arg);
    service.handler = arg;
    service.is_running = 1;
    Py_RETURN_NONE;
}

static PyObject *
quit(PyObject *self, PyObject *Py_UNUSED(ignored))
{
    if (service.is_running) {
        Py_XDECREF(service.handler);
        service.is_running = 0;
    }
    Py_RETURN_NONE;
}

static PyMethodDef functions[] = {{"start", start, METH_O, NULL}, {"quit", quit, METH_NOARGS, NULL}, {NULL}};

static struct PyModuleDef def = {PyModuleDef_HEAD_INIT, "module", NULL, -1, functions};

PyMODINIT_FUNC
PyInit_module(void)
{
    return PyModule_Create(&def);
}
