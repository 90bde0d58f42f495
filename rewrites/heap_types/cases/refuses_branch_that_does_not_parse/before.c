#include <Python.h>

/* Handles that one platform makes in its own way, with words that only its compiler knows. */

typedef struct {
    PyObject_HEAD
    long value;
} Handle;

static PyTypeObject Handle_Type = {
    PyVarObject_HEAD_INIT(NULL, 0)
    .tp_name = "handles.Handle",
    .tp_basicsize = sizeof(Handle),
    .tp_flags = Py_TPFLAGS_DEFAULT,
    .tp_new = PyType_GenericNew,
};

static PyObject *
open_handle(PyObject *Py_UNUSED(module), PyObject *Py_UNUSED(ignored))
{
#ifdef HANDLES_OF_OLD
    Handle __far *self = __alloc __near (&Handle_Type);
    return (PyObject __far *)self;
#else
    return PyLong_FromLong(0);
#endif
}

static PyMethodDef handle_methods[] = {
    {"open", open_handle, METH_NOARGS, NULL},
    {NULL, NULL, 0, NULL}
};

static struct PyModuleDef handles_module = {
    PyModuleDef_HEAD_INIT,
    .m_name = "handles",
    .m_size = -1,
    .m_methods = handle_methods,
};

PyMODINIT_FUNC
PyInit_handles(void)
{
    if (PyType_Ready(&Handle_Type) < 0) {
        return NULL;
    }
    return PyModule_Create(&handles_module);
}
