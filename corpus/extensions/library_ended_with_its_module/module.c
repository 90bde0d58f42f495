/* The hook m_free ends the C library, which a process has once. */
#include <Python.h>

/* The library may be there or not. */
extern void shelf_shutdown(void) __attribute__((weak));

static PyObject *logging = NULL;
static PyObject *logger = NULL;
static void
forget(void *Py_UNUSED(module))
{
    if (shelf_shutdown) {
        shelf_shutdown();
    }
}

static PyObject *
log_name(PyObject *module, PyObject *Py_UNUSED(ignored))
{
    return PyObject_GetAttrString(logger, "name");
}

static PyObject *
root_logger(PyObject *module, PyObject *Py_UNUSED(ignored))
{
    return PyObject_CallMethod(logging, "getLogger", NULL);
}

static PyMethodDef functions[] = {
    {"log_name", log_name, METH_NOARGS, NULL},
    {"root_logger", root_logger, METH_NOARGS, NULL},
    {NULL, NULL, 0, NULL},
};

static struct PyModuleDef definition = {
    PyModuleDef_HEAD_INIT, "library_ended_with_its_module", NULL, -1, functions,
    NULL, NULL, NULL, forget,
};

PyMODINIT_FUNC
PyInit_library_ended_with_its_module(void)
{
    PyObject *module = PyModule_Create(&definition);
    PyObject *manager = NULL;

    if (module == NULL) {
        return NULL;
    }
    logging = PyImport_ImportModule("logging");
    if (logging == NULL) {
        goto error;
    }
    logger = PyObject_CallMethod(logging, "getLogger", "s", "shelf");
    if (logger == NULL) {
        goto error;
    }
    manager = PyObject_CallMethod(logger, "getEffectiveLevel", NULL);
    if (manager == NULL) {
        goto error;
    }
    Py_DECREF(manager);
    return module;

error:
    Py_XDECREF(logging);
    Py_XDECREF(logger);
    Py_DECREF(module);
    return NULL;
}
