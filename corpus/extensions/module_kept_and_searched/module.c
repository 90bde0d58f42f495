#include <Python.h>

static PyObject *readings;
static PyObject *BadReading;
static struct PyModuleDef readings_definition;

typedef struct {
    PyObject_HEAD
    long value;
} Reading;

static int
count(long value)
{
    PyObject *before = PyObject_GetAttrString(readings, "total"), *added = PyLong_FromLong(value), *total = NULL;
    int result = -1;

    if (before != NULL && added != NULL && (total = PyNumber_Add(before, added)) != NULL) {
        result = PyObject_SetAttrString(readings, "total", total);
    }
    Py_XDECREF(before);
    Py_XDECREF(added);
    Py_XDECREF(total);
    return result;
}

static int
Reading_init(Reading *self, PyObject *args, PyObject *kwargs)
{
    if (!PyArg_ParseTuple(args, "l", &self->value)) {
        PyErr_SetString(BadReading, "no number");
        return -1;
    }
    return count(self->value);
}

static PyObject *
Reading_value(Reading *self, PyObject *unused)
{
    return PyLong_FromLong(self->value);
}

static PyObject *
Reading_origin(Reading *self, PyObject *unused)
{
    Py_INCREF(readings);
    return readings;
}

static PyMethodDef Reading_methods[] = {
    {"value", (PyCFunction)Reading_value, METH_NOARGS, NULL},
    {"origin", (PyCFunction)Reading_origin, METH_NOARGS, NULL},
    {NULL, NULL, 0, NULL}
};

static PyTypeObject Reading_Type = {
    PyVarObject_HEAD_INIT(NULL, 0)
    .tp_name = "module_kept_and_searched.Reading",
    .tp_basicsize = sizeof(Reading),
    .tp_flags = Py_TPFLAGS_DEFAULT,
    .tp_init = (initproc)Reading_init,
    .tp_methods = Reading_methods,
    .tp_new = PyType_GenericNew,
};

static PyObject *
own_name(PyObject *self, PyObject *unused)
{
    return PyModule_GetNameObject(readings);
}

static PyMethodDef readings_functions[] = {
    {"own_name", own_name, METH_NOARGS, NULL},
    {NULL, NULL, 0, NULL}
};

static struct PyModuleDef readings_definition = {
    PyModuleDef_HEAD_INIT,
    .m_name = "module_kept_and_searched",
    .m_size = -1,
    .m_methods = readings_functions,
};

PyMODINIT_FUNC
PyInit_module_kept_and_searched(void)
{
    PyObject *m = PyState_FindModule(&readings_definition);

    if (m != NULL) {
        Py_INCREF(m);
        return m;
    }
    m = readings = PyModule_Create2(&readings_definition, PYTHON_API_VERSION);
    if (m == NULL) {
        return NULL;
    }
    if (PyType_Ready(&Reading_Type) < 0) {
        goto fail;
    }
    BadReading = PyErr_NewException("module_kept_and_searched.BadReading", PyExc_ValueError, NULL);
    if (BadReading == NULL || PyModule_AddIntConstant(readings, "total", 0) < 0) {
        goto fail;
    }
    Py_INCREF(&Reading_Type);
    if (PyModule_AddObject(m, "Reading", (PyObject *)&Reading_Type) < 0) {
        Py_DECREF(&Reading_Type);
        goto fail;
    }
    return m;

fail:
    Py_DECREF(m);
    return NULL;
}
