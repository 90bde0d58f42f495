/* m_traverse and m_clear know one member of the state: the others are lost with each module. */
#include <Python.h>

enum { LOW, HIGH, LEVELS };

typedef struct {
    PyObject_HEAD
    long number;
} Level;

struct module_state {
    PyObject *error;
    PyObject *names;
    Level *levels[LEVELS];
    Level *first;
    /* Owned by whoever sets it. */
    PyObject *observer;
    PyObject *borrowed[2];
    PyObject *many[100];
    int count;
};

#define GETSTATE(m) ((struct module_state *)PyModule_GetState(m))

static PyTypeObject Level_Type = {
    PyVarObject_HEAD_INIT(NULL, 0)
    .tp_name = "hooks_that_forget_members.Level",
    .tp_basicsize = sizeof(Level),
    .tp_flags = Py_TPFLAGS_DEFAULT,
};

static Level *
level_new(PyObject *names, const char *name, long number)
{
    Level *self = PyObject_New(Level, &Level_Type);
    if (self == NULL) {
        return NULL;
    }
    self->number = number;
    if (PyDict_SetItemString(names, name, (PyObject *)self) < 0) {
        Py_DECREF(self);
        return NULL;
    }
    return self;
}

static PyObject *
observe(PyObject *module, PyObject *object)
{
    struct module_state *st = GETSTATE(module);
    st->observer = object;
    st->borrowed[0] = object;
    Py_RETURN_NONE;
}

static PyObject *
fail(PyObject *module, PyObject *Py_UNUSED(ignored))
{
    PyErr_SetString(GETSTATE(module)->error, "no");
    return NULL;
}

static PyMethodDef methods[] = {
    {"observe", observe, METH_O, NULL},
    {"fail", fail, METH_NOARGS, NULL},
    {NULL, NULL, 0, NULL}
};

static int
levels_traverse(PyObject *m, visitproc visit, void *arg)
{
    Py_VISIT(GETSTATE(m)->error);
    return 0;
}

static int
levels_clear(PyObject *m)
{
    Py_CLEAR(GETSTATE(m)->error);
    return 0;
}

static struct PyModuleDef levels_module = {
    PyModuleDef_HEAD_INIT,
    "hooks_that_forget_members",
    NULL,
    sizeof(struct module_state),
    methods,
    NULL,
    levels_traverse,
    levels_clear,
    NULL
};

PyMODINIT_FUNC
PyInit_hooks_that_forget_members(void)
{
    PyObject *module;
    struct module_state *st;

    if (PyType_Ready(&Level_Type) < 0) {
        return NULL;
    }
    module = PyModule_Create(&levels_module);
    if (module == NULL) {
        return NULL;
    }
    st = GETSTATE(module);
    st->error = PyErr_NewException("hooks_that_forget_members.Error", NULL, NULL);
    st->names = PyDict_New();
    if (st->error == NULL || st->names == NULL) {
        Py_DECREF(module);
        return NULL;
    }
    st->many[0] = PyLong_FromLong(1);
    st->levels[LOW] = level_new(st->names, "low", 1);
    st->levels[HIGH] = level_new(st->names, "high", 2);
    st->first = level_new(st->names, "first", 0);
    if (st->first == NULL || PyModule_AddObject(module, "first", (PyObject *)st->first) < 0) {
        Py_DECREF(module);
        return NULL;
    }
    return module;
}
