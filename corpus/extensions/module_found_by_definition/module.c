#include <Python.h>

typedef struct {
    PyObject *LimitError;
    long limit;
} limits_state;

static struct PyModuleDef limits_module;

#define limits_state(o) ((limits_state *)PyModule_GetState(o))
#define limits_global limits_state(PyState_FindModule(&limits_module))

typedef struct {
    PyObject_HEAD
    long value;
} Counter;

static int
check_limit(long value)
{
    if (value > limits_global->limit) {
        PyErr_Format(limits_global->LimitError, "%ld is too much", value);
        return -1;
    }
    return 0;
}

static PyObject *
Counter_add(Counter *self, PyObject *amount)
{
    long value = PyLong_AsLong(amount);

    if (value == -1 && PyErr_Occurred())
        return NULL;
    if (check_limit(self->value + value) < 0)
        return NULL;
    self->value += value;
    return PyLong_FromLong(self->value);
}

static PyObject *
Counter_module(Counter *self, PyObject *unused)
{
    PyObject *module = PyState_FindModule(&limits_module);

    return PyModule_GetNameObject(module);
}

static PyMethodDef Counter_methods[] = {
    {"add", (PyCFunction)Counter_add, METH_O, NULL},
    {"module", (PyCFunction)Counter_module, METH_NOARGS, NULL},
    {NULL, NULL, 0, NULL}
};

static PyTypeObject Counter_Type = {
    PyVarObject_HEAD_INIT(NULL, 0)
    .tp_name = "module_found_by_definition.Counter",
    .tp_basicsize = sizeof(Counter),
    .tp_flags = Py_TPFLAGS_DEFAULT,
    .tp_methods = Counter_methods,
    .tp_new = PyType_GenericNew,
};

static PyObject *
limits_set(PyObject *Py_UNUSED(self), PyObject *value)
{
    PyObject *module = PyState_FindModule(&limits_module);
    long limit = PyLong_AsLong(value);

    if (module == NULL || (limit == -1 && PyErr_Occurred()))
        return NULL;
    limits_state(module)->limit = limit;
    Py_RETURN_NONE;
}

static PyObject *
limits_get(PyObject *self, PyObject *unused)
{
    limits_state *state = (limits_state *)PyModule_GetState(PyState_FindModule(&limits_module));

    return PyLong_FromLong(state->limit);
}

static PyObject *
limits_fits(PyObject *self, PyObject *value)
{
    long asked = PyLong_AsLong(value);

    if (asked == -1 && PyErr_Occurred())
        return NULL;
    limits_state *st = limits_global;
    return PyBool_FromLong(asked <= st->limit);
}

static PyMethodDef limits_methods[] = {
    {"fits", limits_fits, METH_O, NULL},
    {"set", limits_set, METH_O, NULL},
    {"get", limits_get, METH_NOARGS, NULL},
    {NULL, NULL, 0, NULL}
};

static int
limits_traverse(PyObject *m, visitproc visit, void *arg)
{
    Py_VISIT(limits_state(m)->LimitError);
    return 0;
}

static int
limits_clear(PyObject *m)
{
    Py_CLEAR(limits_state(m)->LimitError);
    return 0;
}

static void
limits_free(void *m)
{
    limits_clear((PyObject *)m);
}

static struct PyModuleDef limits_module = {
    PyModuleDef_HEAD_INIT,
    "module_found_by_definition",
    NULL,
    sizeof(limits_state),
    limits_methods,
    NULL,
    limits_traverse,
    limits_clear,
    limits_free
};

PyMODINIT_FUNC
PyInit_module_found_by_definition(void)
{
    PyObject *module;

    if ((module = PyState_FindModule(&limits_module)) != NULL) {
        Py_INCREF(module);
        return module;
    }

    module = PyModule_Create(&limits_module);
    if (module == NULL)
        return NULL;
    if (PyType_Ready(&Counter_Type) < 0)
        goto fail;
    limits_state(module)->limit = 100;
    limits_state(module)->LimitError = PyErr_NewException("module_found_by_definition.LimitError", NULL, NULL);
    if (limits_state(module)->LimitError == NULL)
        goto fail;
    Py_INCREF(&Counter_Type);
    if (PyModule_AddObject(module, "Counter", (PyObject *)&Counter_Type) < 0) {
        Py_DECREF(&Counter_Type);
        goto fail;
    }
    if (PyState_AddModule(module, &limits_module) < 0)
        goto fail;
    return module;

fail:
    Py_DECREF(module);
    return NULL;
}
