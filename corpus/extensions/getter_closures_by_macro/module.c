/* A macro writes the rows of a getter that is given the addresses of exceptions, and makes their names of them. */
#include <Python.h>

static PyObject *Error, *NotFoundError;

static PyObject *
Connection_exception(PyObject *self, void *closure)
{
    PyObject *exception = *(PyObject **)closure;

    Py_INCREF(exception);
    return exception;
}

#define EXCEPTION(exc) \
    { #exc, Connection_exception, NULL, "the class " #exc, &exc }

static PyGetSetDef Connection_getset[] = {
    EXCEPTION(Error),
    EXCEPTION(NotFoundError),
    {NULL}
};

static PyTypeObject Connection_Type = {
    PyVarObject_HEAD_INIT(NULL, 0)
    .tp_name = "getter_closures_by_macro.Connection",
    .tp_basicsize = sizeof(PyObject),
    .tp_flags = Py_TPFLAGS_DEFAULT,
    .tp_new = PyType_GenericNew,
    .tp_getset = Connection_getset,
};

static struct PyModuleDef definition = {
    PyModuleDef_HEAD_INIT,
    .m_name = "getter_closures_by_macro",
    .m_size = -1,
};

PyMODINIT_FUNC
PyInit_getter_closures_by_macro(void)
{
    PyObject *module = PyModule_Create(&definition);

    if (module == NULL) {
        return NULL;
    }
    Error = PyErr_NewException("getter_closures_by_macro.Error", NULL, NULL);
    if (Error == NULL) {
        goto error;
    }
    NotFoundError = PyErr_NewException("getter_closures_by_macro.NotFoundError", Error, NULL);
    if (NotFoundError == NULL) {
        goto error;
    }
    if (PyType_Ready(&Connection_Type) < 0) {
        goto error;
    }
    Py_INCREF(&Connection_Type);
    if (PyModule_AddObject(module, "Connection", (PyObject *)&Connection_Type) < 0) {
        Py_DECREF(&Connection_Type);
        goto error;
    }
    return module;

error:
    Py_DECREF(module);
    return NULL;
}
