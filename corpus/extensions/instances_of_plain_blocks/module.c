#include <Python.h>

typedef struct {
    PyObject_HEAD
    PyObject *item;
} Box;

static void
Box_dealloc(Box *self)
{
    Py_XDECREF(self->item);
    PyObject_Free(self);
}

static PyObject *
Box_get(Box *self, PyObject *Py_UNUSED(ignored))
{
    Py_INCREF(self->item);
    return self->item;
}

static PyMethodDef Box_methods[] = {
    {"get", (PyCFunction)Box_get, METH_NOARGS, "What is in it."},
    {NULL, NULL, 0, NULL}
};

static PyTypeObject Box_Type = {
    PyVarObject_HEAD_INIT(NULL, 0)
    .tp_name = "instances_of_plain_blocks.Box",
    .tp_basicsize = sizeof(Box),
    .tp_dealloc = (destructor)Box_dealloc,
    .tp_flags = Py_TPFLAGS_DEFAULT,
    .tp_methods = Box_methods,
};

static PyObject *
make(PyObject *module, PyObject *item)
{
    Box *self = (Box *)PyObject_Malloc(sizeof(Box));

    if (self == NULL)
        return PyErr_NoMemory();
    PyObject_Init((PyObject *)self, &Box_Type);
    Py_INCREF(item);
    self->item = item;
    return (PyObject *)self;
}

static PyMethodDef methods[] = {
    {"make", make, METH_O, "Put something into a box."},
    {NULL, NULL, 0, NULL}
};

static struct PyModuleDef definition = {PyModuleDef_HEAD_INIT, "instances_of_plain_blocks", NULL, -1, methods};

PyMODINIT_FUNC
PyInit_instances_of_plain_blocks(void)
{
    if (PyType_Ready(&Box_Type) < 0)
        return NULL;
    return PyModule_Create(&definition);
}
