/* Handles: an abstract base that Python code can't derive from, and two types of this module that do. */

#include <Python.h>

typedef struct {
    PyObject_HEAD
    PyObject *data;
} HandleObject;

static int
Handle_traverse(HandleObject *self, visitproc visit, void *arg)
{
    Py_VISIT(self->data);
    return 0;
}

static int
Handle_clear(HandleObject *self)
{
    Py_CLEAR(self->data);
    return 0;
}

static void
Handle_dealloc(HandleObject *self)
{
    PyObject_GC_UnTrack(self);
    Handle_clear(self);
    Py_TYPE(self)->tp_free((PyObject *)self);
}

static PyObject *
Handle_keep(HandleObject *self, PyObject *value)
{
    Py_INCREF(value);
    Py_XSETREF(self->data, value);
    Py_RETURN_NONE;
}

static PyMethodDef Handle_methods[] = {
    {"keep", (PyCFunction)Handle_keep, METH_O, NULL},
    {NULL, NULL, 0, NULL}
};

static PyTypeObject Handle_Type = {
    PyVarObject_HEAD_INIT(NULL, 0)
    .tp_name = "final_bases.Handle",
    .tp_basicsize = sizeof(HandleObject),
    .tp_dealloc = (destructor)Handle_dealloc,
    .tp_flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_HAVE_GC,
    .tp_traverse = (traverseproc)Handle_traverse,
    .tp_clear = (inquiry)Handle_clear,
    .tp_methods = Handle_methods,
    .tp_new = PyType_GenericNew,
};

static PyTypeObject Timer_Type = {
    PyVarObject_HEAD_INIT(NULL, 0)
    .tp_name = "final_bases.Timer",
    .tp_basicsize = sizeof(HandleObject),
    .tp_base = &Handle_Type,
    .tp_flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_BASETYPE,
};

static PyTypeObject Signal_Type = {
    PyVarObject_HEAD_INIT(NULL, 0)
    .tp_name = "final_bases.Signal",
    .tp_basicsize = sizeof(HandleObject),
    .tp_base = &Timer_Type,
    .tp_flags = Py_TPFLAGS_DEFAULT,
};

static PyObject *
is_handle(PyObject *module, PyObject *value)
{
    return PyBool_FromLong(PyObject_TypeCheck(value, &Handle_Type));
}

static PyMethodDef functions[] = {
    {"is_handle", is_handle, METH_O, NULL},
    {NULL, NULL, 0, NULL}
};

static struct PyModuleDef moduledef = {
    PyModuleDef_HEAD_INIT, "final_bases", "Handles.", -1, functions
};

PyMODINIT_FUNC
PyInit_final_bases(void)
{
    PyObject *m;

    if (PyType_Ready(&Handle_Type) < 0)
        return NULL;
    if (PyType_Ready(&Timer_Type) < 0)
        return NULL;
    if (PyType_Ready(&Signal_Type) < 0)
        return NULL;
    m = PyModule_Create(&moduledef);
    if (m == NULL)
        return NULL;
    Py_INCREF(&Handle_Type);
    if (PyModule_AddObject(m, "Handle", (PyObject *)&Handle_Type) < 0) {
        Py_DECREF(&Handle_Type);
        Py_DECREF(m);
        return NULL;
    }
    Py_INCREF(&Timer_Type);
    if (PyModule_AddObject(m, "Timer", (PyObject *)&Timer_Type) < 0) {
        Py_DECREF(&Timer_Type);
        Py_DECREF(m);
        return NULL;
    }
    Py_INCREF(&Signal_Type);
    if (PyModule_AddObject(m, "Signal", (PyObject *)&Signal_Type) < 0) {
        Py_DECREF(&Signal_Type);
        Py_DECREF(m);
        return NULL;
    }
    return m;
}
