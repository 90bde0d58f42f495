/* Functions of the module that are methods as well: NULL was as good as the module. */
#include <Python.h>

typedef struct {
    PyObject_HEAD
    long number;
} Box_Object;

static PyObject *BoxError;

static PyObject *box_value(Box_Object *self, PyObject *args);
static PyObject *box_double(Box_Object *self, PyObject *args);

static PyMethodDef Box_methods[] = {
    {"value", (PyCFunction)box_value, METH_VARARGS, NULL},
    {"double", (PyCFunction)box_double, METH_VARARGS, NULL},
    {NULL, NULL, 0, NULL}
};

static PyTypeObject Box_Type = {
    PyVarObject_HEAD_INIT(NULL, 0)
    .tp_name = "null_as_good_as_the_module.Box",
    .tp_basicsize = sizeof(Box_Object),
    .tp_flags = Py_TPFLAGS_DEFAULT,
    .tp_methods = Box_methods,
};

/* Box.value(), or value(box) */
static PyObject *
box_value(Box_Object *self, PyObject *args)
{
    int ok;

    if (self == NULL || PyModule_Check(self)) {
        ok = PyArg_ParseTuple(args, "O!:value", &Box_Type, &self);
    }
    else {
        ok = PyArg_ParseTuple(args, ":value");
    }
    if (!ok) {
        return NULL;
    }
    if (self->number < 0) {
        PyErr_SetString(BoxError, "no number");
        return NULL;
    }
    return PyLong_FromLong(self->number);
}

static PyObject *
box_double(Box_Object *self, PyObject *args)
{
    if ((Box_Object *)NULL == self) {
        return NULL;
    }
    if (PyModule_Check(self) && !PyArg_ParseTuple(args, "O!:double", &Box_Type, &self)) {
        return NULL;
    }
    return PyLong_FromLong(2 * self->number);
}

/* total(first, second) */
static PyObject *
total(PyObject *self, PyObject *args)
{
    PyObject *sum = NULL;

    if (PyTuple_GET_SIZE(args) != 2) {
        PyErr_SetString(PyExc_TypeError, "two boxes are needed");
        return NULL;
    }
    for (Py_ssize_t i = 0; i < 2; i++) {
        PyObject *box = PyTuple_Pack(1, PyTuple_GET_ITEM(args, i)), *number, *before = sum;

        if (box == NULL) {
            Py_XDECREF(sum);
            return NULL;
        }
        number = box_value((Box_Object *)NULL, box);
        Py_DECREF(box);
        sum = number == NULL || before == NULL ? Py_XNewRef(number) : PyNumber_Add(before, number);
        Py_XDECREF(before);
        Py_XDECREF(number);
        if (sum == NULL) {
            return NULL;
        }
    }
    return sum;
}

static PyObject *
make(PyObject *self, PyObject *number)
{
    Box_Object *box = PyObject_New(Box_Object, &Box_Type);

    if (box == NULL) {
        return NULL;
    }
    box->number = PyLong_AsLong(number);
    if (box->number == -1 && PyErr_Occurred()) {
        Py_DECREF(box);
        return NULL;
    }
    return (PyObject *)box;
}

static PyMethodDef box_functions[] = {
    {"value", (PyCFunction)box_value, METH_VARARGS, NULL},
    {"double", (PyCFunction)box_double, METH_VARARGS, NULL},
    {"total", total, METH_VARARGS, NULL},
    {"make", make, METH_O, NULL},
    {NULL, NULL, 0, NULL}
};

static struct PyModuleDef box_module = {
    PyModuleDef_HEAD_INIT,
    .m_name = "null_as_good_as_the_module",
    .m_size = -1,
    .m_methods = box_functions,
};

PyMODINIT_FUNC
PyInit_null_as_good_as_the_module(void)
{
    PyObject *module;

    if (PyType_Ready(&Box_Type) < 0) {
        return NULL;
    }
    module = PyModule_Create(&box_module);
    if (module == NULL) {
        return NULL;
    }
    BoxError = PyErr_NewException("null_as_good_as_the_module.BoxError", NULL, NULL);
    if (BoxError == NULL || PyModule_AddObjectRef(module, "BoxError", BoxError) < 0) {
        Py_DECREF(module);
        return NULL;
    }
    return module;
}
