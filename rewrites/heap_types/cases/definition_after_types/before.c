#include <Python.h>

typedef struct {
    PyObject_HEAD
    long count;
} CounterObject;

static PyTypeObject Counter_Type = {
    PyVarObject_HEAD_INIT(NULL, 0)
    .tp_name = "definition_after_types.Counter",
    .tp_basicsize = sizeof(CounterObject),
    .tp_flags = Py_TPFLAGS_DEFAULT,
    .tp_new = PyType_GenericNew,
};

static PyObject *
counter(PyObject *module, PyObject *Py_UNUSED(ignored))
{
    return PyObject_CallObject((PyObject *)&Counter_Type, NULL);
}

static PyMethodDef counter_methods[] = {
    {"counter", counter, METH_NOARGS, "Return a counter."},
    {NULL, NULL, 0, NULL}
};

PyMODINIT_FUNC PyInit_definition_after_types(void)
{
    PyType_Ready(&Counter_Type);

    static struct PyModuleDef counter_module = {
        PyModuleDef_HEAD_INIT,
        "definition_after_types",
        "Counters.",
        -1,
        counter_methods
    };

    return PyModule_Create(&counter_module);
}
