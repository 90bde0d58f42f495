/* A flag lets the helper make the types once; what uses them comes behind it. */

#include <Python.h>

typedef struct {
    PyObject_HEAD
    long count;
} Counter;

static int initialized;

static PyTypeObject Counter_Type = {
    PyVarObject_HEAD_INIT(NULL, 0)
    .tp_name = "helper_that_runs_once.Counter",
    .tp_basicsize = sizeof(Counter),
    .tp_flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_BASETYPE,
    .tp_new = PyType_GenericNew,
};

static int
init_types(void)
{
    if (!initialized) {
        if (PyType_Ready(&Counter_Type) < 0) {
            return -1;
        }
        initialized = 1;
    }
    return 0;
}

static PyObject *
make(PyObject *module, PyObject *unused)
{
    return PyObject_CallNoArgs((PyObject *)&Counter_Type);
}

static PyMethodDef methods[] = {
    {"make", make, METH_NOARGS, "Return a new counter."},
    {NULL, NULL, 0, NULL}
};

static int
counter_exec(PyObject *module)
{
    if (init_types() < 0) {
        return -1;
    }
    Py_INCREF(&Counter_Type);
    if (PyModule_AddObject(module, "Counter", (PyObject *)&Counter_Type) < 0) {
        Py_DECREF(&Counter_Type);
        return -1;
    }
    return 0;
}

static PyModuleDef_Slot slots[] = {
    {Py_mod_exec, counter_exec},
    {0, NULL}
};

static struct PyModuleDef counter_module = {
    PyModuleDef_HEAD_INIT, "helper_that_runs_once", NULL, 0, methods, slots
};

PyMODINIT_FUNC
PyInit_helper_that_runs_once(void)
{
    return PyModuleDef_Init(&counter_module);
}
