#include <Python.h>

typedef struct {
    PyObject_HEAD
    int count;
} Box;

static PyTypeObject Box_Type;

int
box_setup(void)
{
    if (PyType_Ready(&Box_Type) < 0) {
        return -1;
    }
    return 0;
}

static PyObject *
box(PyObject *module, PyObject *args)
{
    Box *self = PyObject_New(Box, &Box_Type);
    if (self != NULL) {
        self->count = 0;
    }
    return (PyObject *)self;
}

static void
box_dealloc(Box *self)
{
    PyObject_Free(self);
}

static PyTypeObject Box_Type = {
    PyVarObject_HEAD_INIT(NULL, 0)
    .tp_name = "m.Box",
    .tp_basicsize = sizeof(Box),
    .tp_dealloc = (destructor)box_dealloc,
};

static PyMethodDef methods[] = {
    {"box", box, METH_NOARGS, NULL},
    {NULL, NULL, 0, NULL},
};

static struct PyModuleDef definition = {
    PyModuleDef_HEAD_INIT,
    "m",
    NULL,
    -1,
    methods,
};

PyMODINIT_FUNC
PyInit_m(void)
{
    if (box_setup() < 0)
        return NULL;
    return PyModule_Create(&definition);
}
