#include <Python.h>

/* What is said of declarations goes with them; the comment above others stays. */

typedef struct {
    PyObject_HEAD
} Box;

/* Forward declarations of the types */
static PyTypeObject Box_Type;
static PyTypeObject Lid_Type;

/* Make one. */
static PyObject *
make(PyObject *module, PyObject *args)
{
    return PyObject_CallNoArgs((PyObject *)(PyTuple_GET_SIZE(args) ? &Lid_Type : &Box_Type));
}

// forward declaration
static PyObject *again(PyObject *module, PyObject *args);

static PyMethodDef functions[] = {
    {"make", make, METH_VARARGS, NULL},
    {"again", again, METH_VARARGS, NULL},
    {NULL, NULL, 0, NULL}
};

static PyObject *
again(PyObject *module, PyObject *args)
{
    return make(module, args);
}

static PyTypeObject Box_Type = {
    PyVarObject_HEAD_INIT(NULL, 0)
    .tp_name = "module.Box",
    .tp_basicsize = sizeof(Box),
    .tp_flags = Py_TPFLAGS_DEFAULT,
    .tp_new = PyType_GenericNew,
};

static PyTypeObject Lid_Type = {
    PyVarObject_HEAD_INIT(NULL, 0)
    .tp_name = "module.Lid",
    .tp_basicsize = sizeof(Box),
    .tp_flags = Py_TPFLAGS_DEFAULT,
    .tp_new = PyType_GenericNew,
};

static struct PyModuleDef moduledef = {
    PyModuleDef_HEAD_INIT, "module", NULL, -1, functions
};

PyMODINIT_FUNC
PyInit_module(void)
{
    if (PyType_Ready(&Box_Type) < 0 || PyType_Ready(&Lid_Type) < 0) {
        return NULL;
    }
    return PyModule_Create(&moduledef);
}
