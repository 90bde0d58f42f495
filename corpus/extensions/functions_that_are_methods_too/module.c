/* Sums of bytes in the manner of hashlib's objects: new() is there in the module and in each object. */

#define PY_SSIZE_T_CLEAN
#include <Python.h>

typedef struct {
    PyObject_HEAD
    unsigned long sum;
} Sum;

static PyTypeObject Sum_Type;
static PyTypeObject Wide_Type;
static PyObject *SumError;

static Sum *
make_sum(PyTypeObject *type)
{
    Sum *self = PyObject_New(Sum, type);

    if (self != NULL)
        self->sum = 0;
    return self;
}

/* This belongs to both the module and the object. */
static PyObject *
sum_new(PyObject *self, PyObject *args)
{
    Sum *result;
    const unsigned char *data = NULL;
    Py_ssize_t length = 0;

    if (!PyArg_ParseTuple(args, "|y#:new", &data, &length))
        return NULL;
    if (length > 8) {
        PyErr_SetString(SumError, "too long");
        return NULL;
    }
    result = make_sum(&Sum_Type);
    while (result != NULL && length-- > 0)
        result->sum += *data++;
    return (PyObject *)result;
}

/* A function of the module, and a method of both types, one of which may have subclasses. */
static PyObject *
sum_check(PyObject *Py_UNUSED(self), PyObject *object)
{
    if (!PyObject_TypeCheck(object, &Sum_Type)) {
        PyErr_Format(SumError, "no sum: %R", object);
        return NULL;
    }
    return PyLong_FromUnsignedLong(((Sum *)object)->sum);
}

static PyMethodDef Sum_methods[] = {
    {"new", sum_new, METH_VARARGS, "Make another one."},
    {"check", sum_check, METH_O, "Return the sum of an object."},
    {NULL}
};

static PyTypeObject Sum_Type = {
    PyVarObject_HEAD_INIT(NULL, 0)
    .tp_name = "functions_that_are_methods_too.Sum",
    .tp_basicsize = sizeof(Sum),
    .tp_flags = Py_TPFLAGS_DEFAULT,
    .tp_methods = Sum_methods,
};

static PyMethodDef Wide_methods[] = {
    {"check", sum_check, METH_O, "Return the sum of an object."},
    {NULL}
};

static PyTypeObject Wide_Type = {
    PyVarObject_HEAD_INIT(NULL, 0)
    .tp_name = "functions_that_are_methods_too.Wide",
    .tp_basicsize = sizeof(Sum),
    .tp_flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_BASETYPE,
    .tp_methods = Wide_methods,
    .tp_new = PyType_GenericNew,
};

static PyMethodDef functions[] = {
    {"new", sum_new, METH_VARARGS, "Make one."},
    {"check", sum_check, METH_O, "Return the sum of an object."},
    {NULL}
};

static struct PyModuleDef definition = {
    PyModuleDef_HEAD_INIT,
    "functions_that_are_methods_too",
    NULL,
    -1,
    functions,
};

PyMODINIT_FUNC
PyInit_functions_that_are_methods_too(void)
{
    PyObject *module;

    if (PyType_Ready(&Sum_Type) < 0 || PyType_Ready(&Wide_Type) < 0)
        return NULL;
    module = PyModule_Create(&definition);
    if (module == NULL)
        return NULL;
    SumError = PyErr_NewException("functions_that_are_methods_too.SumError", NULL, NULL);
    if (SumError == NULL)
        goto failed;
    Py_INCREF(SumError);
    if (PyModule_AddObject(module, "SumError", SumError) < 0) {
        Py_DECREF(SumError);
        goto failed;
    }
    Py_INCREF(&Wide_Type);
    if (PyModule_AddObject(module, "Wide", (PyObject *)&Wide_Type) < 0) {
        Py_DECREF(&Wide_Type);
        goto failed;
    }
    return module;

failed:
    Py_CLEAR(SumError);
    Py_DECREF(module);
    return NULL;
}
