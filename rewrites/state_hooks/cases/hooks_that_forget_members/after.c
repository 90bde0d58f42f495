/* m_traverse and m_clear know one member of the state: the others are lost with each module. */
#include <Python.h>

#if PY_VERSION_HEX < 0x030A0000
#  define Py_TPFLAGS_IMMUTABLETYPE 0
#  define Py_TPFLAGS_DISALLOW_INSTANTIATION 0
#endif

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
    PyTypeObject *Level_Type;
};

#define GETSTATE(m) ((struct module_state *)PyModule_GetState(m))

static int
Level_traverse(Level *self, visitproc visit, void *arg)
{
    Py_VISIT(Py_TYPE(self));
    return 0;
}

/* Protocols 0 and 1 would write what nobody can read. */
static PyObject *
Level_reduce(PyObject *self, PyObject *Py_UNUSED(ignored))
{
    PyErr_Format(PyExc_TypeError, "cannot pickle '%.100s' object", Py_TYPE(self)->tp_name);
    return NULL;
}

static PyMethodDef Level_methods[] = {
    {"__reduce__", Level_reduce, METH_NOARGS, NULL},
    {NULL}
};

static PyType_Slot Level_slots[] = {
    {Py_tp_traverse, Level_traverse},
    {Py_tp_methods, Level_methods},
    {0, NULL},
};

static PyType_Spec Level_spec = {
    .name = "hooks_that_forget_members.Level",
    .basicsize = sizeof(Level),
    .flags = (Py_TPFLAGS_DEFAULT | Py_TPFLAGS_HAVE_GC |
              Py_TPFLAGS_DISALLOW_INSTANTIATION | Py_TPFLAGS_IMMUTABLETYPE),
    .slots = Level_slots,
};

static Level *
level_new(struct module_state *state, PyObject *names, const char *name, long number)
{
    Level *self = (Level *)state->Level_Type->tp_alloc(state->Level_Type, 0);
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
    Py_VISIT(GETSTATE(m)->Level_Type);
    Py_VISIT(GETSTATE(m)->error);
    Py_VISIT(GETSTATE(m)->names);
    Py_VISIT(GETSTATE(m)->levels[0]);
    Py_VISIT(GETSTATE(m)->levels[1]);
    return 0;
}

static int
levels_clear(PyObject *m)
{
    Py_CLEAR(GETSTATE(m)->Level_Type);
    Py_CLEAR(GETSTATE(m)->error);
    Py_CLEAR(GETSTATE(m)->names);
    Py_CLEAR(GETSTATE(m)->levels[0]);
    Py_CLEAR(GETSTATE(m)->levels[1]);
    return 0;
}

static void
hooks_that_forget_members_free(void *module)
{
    levels_clear((PyObject *)module);
}

static int hooks_that_forget_members_exec(PyObject *module);

static PyModuleDef_Slot hooks_that_forget_members_slots[] = {
    {Py_mod_exec, hooks_that_forget_members_exec},
    {0, NULL}
};

static struct PyModuleDef levels_module = {
    PyModuleDef_HEAD_INIT,
    "hooks_that_forget_members",
    NULL,
    sizeof(struct module_state),
    methods,
    hooks_that_forget_members_slots,
    levels_traverse,
    levels_clear,
    hooks_that_forget_members_free
};

static int
hooks_that_forget_members_exec(PyObject *module)
{
    struct module_state *state = GETSTATE(module);
    struct module_state *st;

    state->Level_Type = (PyTypeObject *)PyType_FromModuleAndSpec(module, &Level_spec, NULL);
    if (state->Level_Type == NULL) {
        return -1;
    }
#if PY_VERSION_HEX < 0x030A0000
    /* Py_TPFLAGS_DISALLOW_INSTANTIATION */
    state->Level_Type->tp_new = NULL;
#endif
    st = GETSTATE(module);
    st->error = PyErr_NewException("hooks_that_forget_members.Error", NULL, NULL);
    st->names = PyDict_New();
    if (st->error == NULL || st->names == NULL) {
        return -1;
    }
    st->many[0] = PyLong_FromLong(1);
    st->levels[LOW] = level_new(state, st->names, "low", 1);
    st->levels[HIGH] = level_new(state, st->names, "high", 2);
    st->first = level_new(state, st->names, "first", 0);
    if (st->first == NULL || PyModule_AddObject(module, "first", (PyObject *)st->first) < 0) {
        return -1;
    }
    return 0;
}

PyMODINIT_FUNC
PyInit_hooks_that_forget_members(void)
{
    return PyModuleDef_Init(&levels_module);
}
