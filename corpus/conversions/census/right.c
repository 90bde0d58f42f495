#include <Python.h>
#include "structmember.h"

#ifndef Py_TPFLAGS_IMMUTABLETYPE
#  define Py_TPFLAGS_IMMUTABLETYPE 0
#endif

typedef struct {
    PyObject_HEAD
    PyObject *name;
    PyObject *module;       /* owns the state that tp_dealloc needs */
} MemberObject;

typedef struct {
    PyObject *observer;
    Py_ssize_t alive;
    PyTypeObject *Member_Type;
} census_state;

static inline census_state *
get_census_state(PyObject *module)
{
    return (census_state *)PyModule_GetState(module);
}

static struct PyModuleDef census_module;

#if PY_VERSION_HEX < 0x030B0000
static PyObject *
get_module_by_def(PyTypeObject *type, struct PyModuleDef *def)
{
    PyObject *mro = type->tp_mro;

    for (Py_ssize_t i = 0; mro != NULL && i < PyTuple_GET_SIZE(mro); i++) {
        PyTypeObject *super = (PyTypeObject *)PyTuple_GET_ITEM(mro, i);
        if (!PyType_HasFeature(super, Py_TPFLAGS_HEAPTYPE)) {
            continue;
        }
        PyObject *module = PyType_GetModule(super);
        if (module == NULL) {
            PyErr_Clear();
            continue;
        }
        if (PyModule_GetDef(module) == def) {
            return module;
        }
    }
    PyErr_Format(PyExc_TypeError, "no module of '%s' found", type->tp_name);
    return NULL;
}
#else
#  define get_module_by_def PyType_GetModuleByDef
#endif

static PyObject *
Member_new(PyTypeObject *type, PyObject *args, PyObject *kwds)
{
    static char *kwlist[] = {"name", NULL};
    PyObject *name;

    if (!PyArg_ParseTupleAndKeywords(args, kwds, "O:Member", kwlist, &name)) {
        return NULL;
    }
    PyObject *module = get_module_by_def(type, &census_module);
    if (module == NULL) {
        return NULL;
    }
    MemberObject *self = (MemberObject *)type->tp_alloc(type, 0);
    if (self == NULL) {
        return NULL;
    }
    Py_INCREF(module);
    self->module = module;
    get_census_state(module)->alive++;
    Py_INCREF(name);
    self->name = name;
    return (PyObject *)self;
}

static int
Member_traverse(MemberObject *self, visitproc visit, void *arg)
{
    Py_VISIT(Py_TYPE(self));
    Py_VISIT(self->module);
    Py_VISIT(self->name);
    return 0;
}

static int
Member_clear(MemberObject *self)
{
    Py_CLEAR(self->name);
    return 0;
}

static void
Member_dealloc(MemberObject *self)
{
    PyTypeObject *tp = Py_TYPE(self);
    PyObject *module = self->module;
    census_state *state = get_census_state(module);

    PyObject_GC_UnTrack(self);
    Member_clear(self);
    state->alive--;
    if (state->observer != NULL) {
        PyObject *type, *value, *traceback;
        PyErr_Fetch(&type, &value, &traceback);
        PyObject *result = PyObject_CallFunction(state->observer, "n",
                                                 state->alive);
        if (result == NULL) {
            PyErr_WriteUnraisable(state->observer);
        }
        Py_XDECREF(result);
        PyErr_Restore(type, value, traceback);
    }
    tp->tp_free((PyObject *)self);
    Py_DECREF(tp);
    Py_DECREF(module);
}

static PyMemberDef Member_members[] = {
    {"name", T_OBJECT, offsetof(MemberObject, name), 0, NULL},
    {NULL, 0, 0, 0, NULL}
};

static PyType_Slot Member_slots[] = {
    {Py_tp_dealloc, Member_dealloc},
    {Py_tp_doc, "Member(name)\n--\n\nCounted as long as it lives."},
    {Py_tp_traverse, Member_traverse},
    {Py_tp_clear, Member_clear},
    {Py_tp_members, Member_members},
    {Py_tp_new, Member_new},
    {0, NULL}
};

static PyType_Spec Member_spec = {
    .name = "census.Member",
    .basicsize = sizeof(MemberObject),
    .flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_BASETYPE | Py_TPFLAGS_HAVE_GC |
             Py_TPFLAGS_IMMUTABLETYPE,
    .slots = Member_slots,
};

static PyObject *
census_alive(PyObject *module, PyObject *Py_UNUSED(ignored))
{
    return PyLong_FromSsize_t(get_census_state(module)->alive);
}

static PyObject *
census_watch(PyObject *module, PyObject *op)
{
    census_state *state = get_census_state(module);
    PyObject *new_observer = op == Py_None ? NULL : op;

    Py_XINCREF(new_observer);
    Py_XSETREF(state->observer, new_observer);
    Py_RETURN_NONE;
}

static PyMethodDef census_functions[] = {
    {"alive", census_alive, METH_NOARGS,
     "alive($module, /)\n--\n\nReturn the number of living members."},
    {"watch", census_watch, METH_O,
     "watch($module, observer, /)\n--\n\n"
     "Call observer(alive) when a member goes."},
    {NULL, NULL, 0, NULL}
};

static int
census_exec(PyObject *module)
{
    census_state *state = get_census_state(module);

    state->Member_Type = (PyTypeObject *)PyType_FromModuleAndSpec(
        module, &Member_spec, NULL);
    if (state->Member_Type == NULL) {
        return -1;
    }
    Py_INCREF(state->Member_Type);
    if (PyModule_AddObject(module, "Member",
                           (PyObject *)state->Member_Type) < 0) {
        Py_DECREF(state->Member_Type);
        return -1;
    }
    return 0;
}

static int
census_traverse(PyObject *module, visitproc visit, void *arg)
{
    census_state *state = get_census_state(module);

    Py_VISIT(state->Member_Type);
    Py_VISIT(state->observer);
    return 0;
}

static int
census_clear(PyObject *module)
{
    census_state *state = get_census_state(module);

    Py_CLEAR(state->Member_Type);
    Py_CLEAR(state->observer);
    return 0;
}

static void
census_free(void *module)
{
    census_clear((PyObject *)module);
}

static PyModuleDef_Slot census_slots[] = {
    {Py_mod_exec, census_exec},
#if PY_VERSION_HEX >= 0x030C0000
    {Py_mod_multiple_interpreters, Py_MOD_PER_INTERPRETER_GIL_SUPPORTED},
#endif
    {0, NULL}
};

static struct PyModuleDef census_module = {
    PyModuleDef_HEAD_INIT,
    .m_name = "census",
    .m_doc = "Members that are counted.",
    .m_size = sizeof(census_state),
    .m_methods = census_functions,
    .m_slots = census_slots,
    .m_traverse = census_traverse,
    .m_clear = census_clear,
    .m_free = census_free,
};

PyMODINIT_FUNC
PyInit_census(void)
{
    return PyModuleDef_Init(&census_module);
}
