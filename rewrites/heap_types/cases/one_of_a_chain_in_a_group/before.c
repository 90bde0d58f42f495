#include <Python.h>

typedef struct {
    PyObject_HEAD
    long oid;
} Item;

static PyObject *
Item_oid(Item *self, PyObject *Py_UNUSED(ignored))
{
    return PyLong_FromLong(self->oid);
}

static PyMethodDef Item_methods[] = {
    {"oid", (PyCFunction)Item_oid, METH_NOARGS, NULL},
    {NULL}
};

static PyTypeObject ConnType = {
    PyVarObject_HEAD_INIT(NULL, 0)
    .tp_name = "box.Conn",
    .tp_basicsize = sizeof(Item),
    .tp_flags = Py_TPFLAGS_DEFAULT,
    .tp_methods = Item_methods,
};

static PyTypeObject LargeType = {
    PyVarObject_HEAD_INIT(NULL, 0)
    .tp_name = "box.Large",
    .tp_basicsize = sizeof(Item),
    .tp_flags = Py_TPFLAGS_DEFAULT,
    .tp_methods = Item_methods,
};

static struct PyModuleDef box_module = {
    PyModuleDef_HEAD_INIT, "box", NULL, -1, NULL
};

PyMODINIT_FUNC
PyInit_box(void)
{
    PyObject *m = PyModule_Create(&box_module);

    if (PyType_Ready(&ConnType)
#ifndef WITHOUT_LARGE_OBJECTS
        || PyType_Ready(&LargeType)
#endif
        )
    {
        return NULL;
    }
    Py_INCREF(&ConnType);
    PyModule_AddObject(m, "Conn", (PyObject *)&ConnType);
#ifndef WITHOUT_LARGE_OBJECTS
    Py_INCREF(&LargeType);
    PyModule_AddObject(m, "Large", (PyObject *)&LargeType);
#endif
    return m;
}
