/* What another module of this name left in the dictionary of the thread is of that module's type. */
#include <Python.h>

typedef struct {
    PyObject_HEAD
    long number;
} Holder;

static PyTypeObject Holder_Type;

static PyObject *
number(PyObject *module, PyObject *unused)
{
    PyObject *shared = PyThreadState_GetDict();
    PyObject *found = shared != NULL ? PyDict_GetItemString(shared, "module.holder") : NULL;

    if (found == NULL) {
        Py_RETURN_NONE;
    }
    assert(Py_IS_TYPE(found, &Holder_Type));
    return PyLong_FromLong(((Holder *)found)->number);
}

static PyObject *
set_number(PyObject *module, PyObject *value)
{
    PyObject *shared = PyThreadState_GetDict();
    Holder *holder = PyObject_New(Holder, &Holder_Type);
    int result;

    if (holder == NULL) {
        return NULL;
    }
    assert(Py_IS_TYPE(holder, &Holder_Type));
    holder->number = PyLong_AsLong(value);
    result = PyDict_SetItemString(shared, "module.holder", (PyObject *)holder);
    Py_DECREF(holder);
    if (result < 0) {
        return NULL;
    }
    Py_RETURN_NONE;
}

static PyMethodDef functions[] = {
    {"number", number, METH_NOARGS, NULL},
    {"set_number", set_number, METH_O, NULL},
    {NULL, NULL, 0, NULL}
};

static PyTypeObject Holder_Type = {
    PyVarObject_HEAD_INIT(NULL, 0)
    .tp_name = "module.Holder",
    .tp_basicsize = sizeof(Holder),
    .tp_flags = Py_TPFLAGS_DEFAULT,
};

static struct PyModuleDef module_def = {
    PyModuleDef_HEAD_INIT,
    .m_name = "module",
    .m_size = -1,
    .m_methods = functions,
};

PyMODINIT_FUNC
PyInit_module(void)
{
    if (PyType_Ready(&Holder_Type) < 0) {
        return NULL;
    }
    return PyModule_Create(&module_def);
}
