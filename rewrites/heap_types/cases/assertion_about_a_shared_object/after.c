/* What another module of this name left in the dictionary of the thread is of that module's type. */
#include <Python.h>

#if PY_VERSION_HEX < 0x030A0000
#  define Py_TPFLAGS_IMMUTABLETYPE 0
#  define Py_TPFLAGS_DISALLOW_INSTANTIATION 0
#endif

typedef struct {
    PyObject_HEAD
    long number;
} Holder;

static PyTypeObject *Holder_Type;

static PyObject *
number(PyObject *module, PyObject *unused)
{
    PyObject *shared = PyThreadState_GetDict();
    PyObject *found = shared != NULL ? PyDict_GetItemString(shared, "module.holder") : NULL;

    if (found == NULL) {
        Py_RETURN_NONE;
    }
    return PyLong_FromLong(((Holder *)found)->number);
}

static PyObject *
set_number(PyObject *module, PyObject *value)
{
    PyObject *shared = PyThreadState_GetDict();
    Holder *holder = PyObject_New(Holder, Holder_Type);
    int result;

    if (holder == NULL) {
        return NULL;
    }
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

/* Protocols 0 and 1 would write what nobody can read. */
static PyObject *
Holder_reduce(PyObject *self, PyObject *Py_UNUSED(ignored))
{
    PyErr_Format(PyExc_TypeError, "cannot pickle '%.100s' object", Py_TYPE(self)->tp_name);
    return NULL;
}

static PyMethodDef Holder_methods[] = {
    {"__reduce__", Holder_reduce, METH_NOARGS, NULL},
    {NULL}
};

static PyType_Slot Holder_slots[] = {
    {Py_tp_methods, Holder_methods},
    {0, NULL},
};

static PyType_Spec Holder_spec = {
    .name = "module.Holder",
    .basicsize = sizeof(Holder),
    .flags = (Py_TPFLAGS_DEFAULT | Py_TPFLAGS_DISALLOW_INSTANTIATION |
              Py_TPFLAGS_IMMUTABLETYPE),
    .slots = Holder_slots,
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
    PyObject *module = PyModule_Create(&module_def);
    if (module == NULL) {
        return NULL;
    }
    Holder_Type = (PyTypeObject *)PyType_FromModuleAndSpec(module, &Holder_spec, NULL);
    if (Holder_Type == NULL) {
        return NULL;
    }
#if PY_VERSION_HEX < 0x030A0000
    /* Py_TPFLAGS_DISALLOW_INSTANTIATION */
    Holder_Type->tp_new = NULL;
#endif
    return module;
}
