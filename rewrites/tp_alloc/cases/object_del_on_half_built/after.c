#include <Python.h>

/* Arrays of doubles, and windows that look into another array's data. */

typedef struct {
    PyObject_HEAD
    double *data;
    Py_ssize_t length;
    PyObject *base;         /* owned; whose data a window looks at, else NULL */
} ArrayObject;

static PyTypeObject ArrayType;

static PyObject *
array_new(PyTypeObject *type, PyObject *args, PyObject *kwds)
{
    PyObject *items;
    ArrayObject *self;
    Py_ssize_t i;

    if (!PyArg_ParseTuple(args, "O!:Array", &PyTuple_Type, &items))
        return NULL;
    self = (ArrayObject *)type->tp_alloc(type, 0);
    if (self == NULL)
        return NULL;
    self->base = NULL;
    self->length = PyTuple_GET_SIZE(items);
    self->data = PyMem_Malloc((self->length + 1) * sizeof(double));
    if (self->data == NULL) {
        Py_TYPE(self)->tp_free(self);
        return PyErr_NoMemory();
    }
    for (i = 0; i < self->length; i++) {
        self->data[i] = PyFloat_AsDouble(PyTuple_GET_ITEM(items, i));
        if (self->data[i] == -1.0 && PyErr_Occurred()) {
            /* data is ours: let dealloc free it */
            Py_DECREF(self);
            return NULL;
        }
    }
    return (PyObject *)self;
}

static void
array_dealloc(ArrayObject *self)
{
    if (self->base != NULL)
        Py_DECREF(self->base);
    else
        PyMem_Free(self->data);
    Py_TYPE(self)->tp_free(self);
}

static PyObject *
array_window(ArrayObject *self, PyObject *args)
{
    Py_ssize_t start, stop;
    ArrayObject *window =
        (ArrayObject *)Py_TYPE(self)->tp_alloc(Py_TYPE(self), 0);

    if (window == NULL)
        return NULL;
    window->base = NULL;
    window->data = self->data;
    if (!PyArg_ParseTuple(args, "nn:window", &start, &stop)) {
        /* not Py_DECREF: dealloc would free the data of self */
        Py_TYPE(window)->tp_free(window);
        return NULL;
    }
    if (start < 0 || stop < start || stop > self->length) {
        PyErr_SetString(PyExc_IndexError, "window out of range");
        Py_TYPE(window)->tp_free(window);
        return NULL;
    }
    window->data += start;
    window->length = stop - start;
    window->base = self->base != NULL ? self->base : (PyObject *)self;
    Py_INCREF(window->base);
    return (PyObject *)window;
}

static Py_ssize_t
array_length(ArrayObject *self)
{
    return self->length;
}

static PyObject *
array_item(ArrayObject *self, Py_ssize_t i)
{
    if (i < 0 || i >= self->length) {
        PyErr_SetString(PyExc_IndexError, "index out of range");
        return NULL;
    }
    return PyFloat_FromDouble(self->data[i]);
}

static PySequenceMethods array_as_sequence = {
    (lenfunc)array_length,      /* sq_length */
    0,                          /* sq_concat */
    0,                          /* sq_repeat */
    (ssizeargfunc)array_item,   /* sq_item */
};

static PyMethodDef array_methods[] = {
    {"window", (PyCFunction)array_window, METH_VARARGS, "window(start, stop) -> Array that shares the data"},
    {NULL}
};

static PyTypeObject ArrayType = {
    PyVarObject_HEAD_INIT(NULL, 0)
    .tp_name = "object_del_on_half_built.Array",
    .tp_basicsize = sizeof(ArrayObject),
    .tp_dealloc = (destructor)array_dealloc,
    .tp_as_sequence = &array_as_sequence,
    .tp_flags = Py_TPFLAGS_DEFAULT,
    .tp_methods = array_methods,
    .tp_new = array_new,
};

static struct PyModuleDef moduledef = {
    PyModuleDef_HEAD_INIT, "object_del_on_half_built", NULL, -1, NULL,
};

PyMODINIT_FUNC
PyInit_object_del_on_half_built(void)
{
    PyObject *m;

    if (PyType_Ready(&ArrayType) < 0)
        return NULL;
    m = PyModule_Create(&moduledef);
    if (m == NULL)
        return NULL;
    Py_INCREF(&ArrayType);
    if (PyModule_AddObject(m, "Array", (PyObject *)&ArrayType) < 0) {
        Py_DECREF(&ArrayType);
        Py_DECREF(m);
        return NULL;
    }
    return m;
}
