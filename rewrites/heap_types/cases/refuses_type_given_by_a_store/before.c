#include <Python.h>
#include <stdlib.h>

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

static PyTypeObject Box_Type = {
    PyVarObject_HEAD_INIT(NULL, 0)
    .tp_name = "o2.Box",
    .tp_basicsize = sizeof(Box),
    .tp_dealloc = (destructor)Box_dealloc,
    .tp_flags = Py_TPFLAGS_DEFAULT,
};

static PyObject *
make(PyObject *module, PyObject *item)
{
    Box *self = (Box *)PyObject_Malloc(sizeof(Box));

    if (self == NULL)
        return PyErr_NoMemory();
    Py_SET_TYPE(self, &Box_Type); _Py_NewReference((PyObject *)self);
    Py_INCREF(item);
    self->item = item;
    return (PyObject *)self;
}

static PyMethodDef methods[] = {{"make", make, METH_O, NULL}, {NULL, NULL, 0, NULL}};

static struct PyModuleDef definition = {PyModuleDef_HEAD_INIT, "o2", NULL, -1, methods};

PyMODINIT_FUNC
PyInit_o2(void)
{
    if (PyType_Ready(&Box_Type) < 0)
        return NULL;
    return PyModule_Create(&definition);
}
