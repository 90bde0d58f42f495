/* Functions of tables that C code calls with what CPython would give them: its own module, objects and types. */
#include <Python.h>

static PyObject *error;

typedef struct {
    PyObject_HEAD
    long count;
} TallyObject;

static PyObject *
tally_new(PyTypeObject *type, PyObject *args, PyObject *kwds)
{
    TallyObject *self;

    if (args != NULL && PyTuple_GET_SIZE(args) > 0) {
        PyErr_SetString(error, "no arguments");
        return NULL;
    }
    self = (TallyObject *)type->tp_alloc(type, 0);
    return (PyObject *)self;
}

static PyObject *
tally_add(PyObject *self, PyObject *number)
{
    long value = PyLong_AsLong(number);

    if (value < 0) {
        PyErr_SetString(error, "not a natural number");
        return NULL;
    }
    ((TallyObject *)self)->count += value;
    Py_RETURN_NONE;
}

static PyObject *
tally_copy(TallyObject *self, PyObject *Py_UNUSED(ignored))
{
    TallyObject *copy = (TallyObject *)tally_new(Py_TYPE(self), NULL, NULL);
    PyObject *number = PyLong_FromLong(self->count);

    Py_XDECREF(tally_add((PyObject *)copy, number));
    Py_DECREF(number);
    return (PyObject *)copy;
}

static PyMethodDef tally_methods[] = {
    {"add", tally_add, METH_O, NULL},
    {"copy", (PyCFunction)tally_copy, METH_NOARGS, NULL},
    {NULL}
};

static PyType_Slot tally_slots[] = {
    {Py_tp_new, tally_new},
    {Py_tp_methods, tally_methods},
    {0, NULL}
};

static PyType_Spec tally_spec = {
    .name = "direct_calls_that_fit.Tally",
    .basicsize = sizeof(TallyObject),
    .flags = Py_TPFLAGS_DEFAULT,
    .slots = tally_slots,
};

static PyObject *
fail(PyObject *module, PyObject *message)
{
    PyErr_SetObject(error, message);
    return NULL;
}

static PyObject *
fail_in_helper(PyObject *where, PyObject *message)
{
    return fail(where, message);
}

static PyObject *
fail_again(PyObject *module, PyObject *message)
{
    return fail_in_helper(module, message);
}

static PyMethodDef functions[] = {
    {"fail", fail, METH_O, NULL},
    {"fail_again", fail_again, METH_O, NULL},
    {NULL}
};

static struct PyModuleDef tally_module = {
    PyModuleDef_HEAD_INIT,
    .m_name = "direct_calls_that_fit",
    .m_size = -1,
    .m_methods = functions,
};

PyMODINIT_FUNC
PyInit_direct_calls_that_fit(void)
{
    PyObject *module = PyModule_Create(&tally_module);
    PyObject *type;

    if (module == NULL) {
        return NULL;
    }
    error = PyErr_NewException("direct_calls_that_fit.error", NULL, NULL);
    if (error == NULL) {
        Py_DECREF(module);
        return NULL;
    }
    type = PyType_FromModuleAndSpec(module, &tally_spec, NULL);
    if (type == NULL || PyModule_AddObject(module, "Tally", type) < 0) {
        Py_XDECREF(type);
        Py_DECREF(module);
        return NULL;
    }
    return module;
}
