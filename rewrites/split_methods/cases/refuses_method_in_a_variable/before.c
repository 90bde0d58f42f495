/* A variable holds the method, too: who calls that, and with what, can't be seen. */
#include <Python.h>

static PyTypeObject Stream_Type;

static PyObject *stream_check(PyObject *self, PyObject *other);

static PyMethodDef stream_methods[] = {
    {"check", stream_check, METH_O, NULL},
    {NULL, NULL},
};

static PyTypeObject Stream_Type = {
    PyVarObject_HEAD_INIT(NULL, 0)
    .tp_name = "streams.Stream",
    .tp_basicsize = sizeof(PyObject),
    .tp_flags = Py_TPFLAGS_DEFAULT,
    .tp_methods = stream_methods,
    .tp_new = PyType_GenericNew,
};

static PyObject *
stream_check(PyObject *self, PyObject *other)
{
    return PyBool_FromLong(PyObject_TypeCheck(self, &Stream_Type) && self != other);
}

static PyCFunction checker = stream_check;

static PyObject *
check(PyObject *module, PyObject *object)
{
    return object == Py_None ? checker(object, module) : stream_check(object, module);
}

static PyMethodDef methods[] = {
    {"check", check, METH_O, NULL},
    {NULL, NULL},
};

static struct PyModuleDef streams = {PyModuleDef_HEAD_INIT, "streams", NULL, -1, methods};

PyMODINIT_FUNC
PyInit_streams(void)
{
    PyObject *module;

    if (PyType_Ready(&Stream_Type) < 0) {
        return NULL;
    }
    module = PyModule_Create(&streams);
    if (module == NULL) {
        return NULL;
    }
    if (PyModule_AddType(module, &Stream_Type) < 0) {
        Py_DECREF(module);
        return NULL;
    }
    return module;
}
