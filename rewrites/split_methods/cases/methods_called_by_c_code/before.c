/* C code asks any stream what the method of one type tells, and copies what a global holds. */
#include <Python.h>

static PyTypeObject Stream_Type;
static PyObject *NotReadable;
static PyObject *standard;

static PyObject *
stream_check(PyObject *self, PyObject *args)
{
    PyObject *answer = PyObject_CallMethod(self, "readable", NULL);
    if (answer == NULL) {
        return NULL;
    }
    if (answer != Py_True) {
        Py_DECREF(answer);
        PyErr_SetString(NotReadable, "not readable");
        return NULL;
    }
    if (args == Py_True) {
        Py_DECREF(answer);
    }
    return answer;
}

static PyObject *
stream_copy(PyObject *self, PyObject *Py_UNUSED(ignored))
{
    return PyObject_CallOneArg((PyObject *)&Stream_Type, self);
}

static PyObject *
stream_scaled(PyObject *self, PyObject *factor)
{
    if (!PyObject_TypeCheck(self, &Stream_Type)) {
        return PyNumber_Multiply(self, factor);
    }
    return PyNumber_Add(self, factor);
}

static PyObject *
stream_new(PyTypeObject *type, PyObject *args, PyObject *kwargs)
{
    PyObject *raw = NULL;

    if (!PyArg_ParseTuple(args, "|O", &raw)) {
        return NULL;
    }
    if (raw != NULL && stream_check(raw, Py_True) == NULL) {
        return NULL;
    }
    return type->tp_alloc(type, 0);
}

static PyObject *
stream_readable(PyObject *self, PyObject *ignored)
{
    Py_RETURN_TRUE;
}

static PyMethodDef stream_methods[] = {
    {"readable", stream_readable, METH_NOARGS, NULL},
    {"check", stream_check, METH_NOARGS, NULL},
    {"copy", (PyCFunction)stream_copy, METH_NOARGS, NULL},
    {"__copy__", (PyCFunction)stream_copy, METH_NOARGS, NULL},
    {"scaled", stream_scaled, METH_O, NULL},
    {NULL, NULL},
};

static PyTypeObject Stream_Type = {
    PyVarObject_HEAD_INIT(NULL, 0)
    .tp_name = "streams.Stream",
    .tp_basicsize = sizeof(PyObject),
    .tp_flags = Py_TPFLAGS_DEFAULT,
    .tp_methods = stream_methods,
    .tp_new = stream_new,
};

static PyObject *
another(PyObject *module, PyObject *ignored)
{
    return stream_copy(standard, NULL);
}

static PyObject *
scaled(PyObject *module, PyObject *number)
{
    return stream_scaled(number, number);
}

static PyMethodDef methods[] = {
    {"another", another, METH_NOARGS, NULL},
    {"scaled", scaled, METH_O, NULL},
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
    NotReadable = PyErr_NewException("streams.NotReadable", NULL, NULL);
    if (NotReadable == NULL) {
        Py_DECREF(module);
        return NULL;
    }
    standard = PyObject_CallNoArgs((PyObject *)&Stream_Type);
    if (standard == NULL) {
        Py_DECREF(module);
        return NULL;
    }
    return module;
}
