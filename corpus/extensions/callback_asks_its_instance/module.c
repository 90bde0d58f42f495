#include <Python.h>

typedef struct {
    PyObject_HEAD
    int valid;
    int number, last;
} Box;

typedef PyObject *(*value_of)(Box *, PyObject *);

static PyObject *box_error;
static PyTypeObject Box_Type;

/* Fields of the object are asked for, never whether there is one. */
static PyObject *
Box_value(Box *self, PyObject *unused)
{
    if(! self->valid) {
        PyErr_SetString(box_error, "the box is closed");
        return NULL;
    }
    if(self->last != self->number && self->last)
        return PyLong_FromLong(self->last);
    return PyLong_FromLong(self->number);
}

static PyObject *
Box_apply(Box *self, PyObject *unused)
{
    void *function = Box_value;

    return ((value_of)function)(self, NULL);
}

static PyObject *
Box_put(Box *self, PyObject *number)
{
    self->last = self->number;
    self->number = (int)PyLong_AsLong(number);
    self->valid = 1;
    if (PyErr_Occurred())
        return NULL;
    Py_RETURN_NONE;
}

static PyMethodDef Box_methods[] = {
    {"put", (PyCFunction)Box_put, METH_O, NULL},
    {"value", (PyCFunction)Box_value, METH_NOARGS, NULL},
    {"apply", (PyCFunction)Box_apply, METH_NOARGS, NULL},
    {NULL, NULL, 0, NULL}
};

static PyTypeObject Box_Type = {
    PyVarObject_HEAD_INIT(NULL, 0)
    .tp_name = "callback_asks_its_instance.Box",
    .tp_basicsize = sizeof(Box),
    .tp_flags = Py_TPFLAGS_DEFAULT,
    .tp_methods = Box_methods,
    .tp_new = PyType_GenericNew,
};

static int
add(PyObject *module, const char *name, PyObject *object)
{
    Py_INCREF(object);
    if (PyModule_AddObject(module, name, object) < 0) {
        Py_DECREF(object);
        return -1;
    }
    return 0;
}

static struct PyModuleDef moduledef = {PyModuleDef_HEAD_INIT, "callback_asks_its_instance", NULL, -1, NULL, NULL, NULL, NULL, NULL};

PyMODINIT_FUNC
PyInit_callback_asks_its_instance(void)
{
    PyObject *module;

    if (PyType_Ready(&Box_Type) < 0)
        return NULL;
    module = PyModule_Create(&moduledef);
    if (module == NULL)
        return NULL;
    box_error = PyErr_NewException("callback_asks_its_instance.error", NULL, NULL);
    if (box_error == NULL || add(module, "error", box_error) < 0
            || add(module, "Box", (PyObject *)&Box_Type) < 0) {
        Py_DECREF(module);
        return NULL;
    }
    return module;
}
