/* C code asks any stream what the method of one type tells, and copies what a global holds. */
#include <Python.h>

static PyTypeObject Stream_Type;
static PyObject *NotReadable = NULL;
static PyObject *standard = NULL;

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
    return PyObject_CallFunctionObjArgs((PyObject *)&Stream_Type, self, NULL);
}

static PyObject *
stream_scaled(PyObject *self, PyObject *factor)
{
    if (!PyObject_TypeCheck(self, &Stream_Type)) {
        return PyNumber_Multiply(self, factor);
    }
    return PyNumber_Positive(factor);
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
    .tp_name = "methods_that_c_code_calls.Stream",
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

static struct PyModuleDef streams = {PyModuleDef_HEAD_INIT, "methods_that_c_code_calls", NULL, -1, methods};

PyMODINIT_FUNC
PyInit_methods_that_c_code_calls(void)
{
    PyObject *module;

    if (PyType_Ready(&Stream_Type) < 0) {
        return NULL;
    }
    module = PyModule_Create(&streams);
    if (module == NULL) {
        return NULL;
    }
    Py_INCREF(&Stream_Type);
    if (PyModule_AddObject(module, "Stream", (PyObject *)&Stream_Type) < 0) {
        Py_DECREF(module);
        return NULL;
    }
    NotReadable = PyErr_NewException("methods_that_c_code_calls.NotReadable", NULL, NULL);
    if (NotReadable == NULL) {
        Py_DECREF(module);
        return NULL;
    }
    Py_INCREF(NotReadable);
    if (PyModule_AddObject(module, "NotReadable", NotReadable) < 0) {
        Py_DECREF(NotReadable);
        Py_DECREF(module);
        return NULL;
    }
    standard = PyObject_CallObject((PyObject *)&Stream_Type, NULL);
    if (standard == NULL) {
        Py_DECREF(module);
        return NULL;
    }
    return module;
}
