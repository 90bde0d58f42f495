#include <Python.h>

typedef struct {
    PyObject_HEAD
    PyObject *first;
    PyObject *second;
} Box;

/* A reference to the field is the field. What a template releases isn't known. */

static void drop(PyObject *&p)
{
    Py_XDECREF(p);
    p = nullptr;
}

template <typename T>
static void
drop_any(T *&p)
{
    Py_XDECREF((PyObject *)p);
    p = nullptr;
}

static PyObject *
Box_new(PyTypeObject *type, PyObject *args, PyObject *kwargs)
{
    PyObject *first;
    Box *self;

    if (!PyArg_ParseTuple(args, "O", &first)) {
        return NULL;
    }
    self = (Box *)type->tp_alloc(type, 0);
    if (self != NULL) {
        Py_INCREF(first);
        self->first = first;
    }
    return (PyObject *)self;
}

static void
Box_dealloc(Box *self)
{
    drop(self->first);
    drop_any(self->second);
    Py_TYPE(self)->tp_free((PyObject *)self);
}

static PyTypeObject Box_Type = {
    PyVarObject_HEAD_INIT(NULL, 0)
    .tp_name = "box.Box",
    .tp_basicsize = sizeof(Box),
    .tp_dealloc = (destructor)Box_dealloc,
    .tp_flags = Py_TPFLAGS_DEFAULT,
    .tp_new = Box_new,
};

static struct PyModuleDef module = {
    PyModuleDef_HEAD_INIT, "box", NULL, -1, NULL,
};

PyMODINIT_FUNC
PyInit_box(void)
{
    PyObject *m;

    if (PyType_Ready(&Box_Type) < 0) {
        return NULL;
    }
    m = PyModule_Create(&module);
    if (m == NULL) {
        return NULL;
    }
    Py_INCREF(&Box_Type);
    if (PyModule_AddObject(m, "Box", (PyObject *)&Box_Type) < 0) {
        Py_DECREF(&Box_Type);
        Py_DECREF(m);
        return NULL;
    }
    return m;
}
