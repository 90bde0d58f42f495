#include <Python.h>
#include "structmember.h"

#ifndef Py_TPFLAGS_IMMUTABLETYPE
#  define Py_TPFLAGS_IMMUTABLETYPE 0
#endif

typedef struct {
    PyListObject list;
    PyObject *owner;
    Py_ssize_t limit;
} RosterObject;

#define DEFAULT_LIMIT 100

typedef struct {
    PyTypeObject *Roster_Type;
} roster_state;

static inline roster_state *
get_roster_state(PyObject *module)
{
    return (roster_state *)PyModule_GetState(module);
}

static int
Roster_init(RosterObject *self, PyObject *args, PyObject *kwds)
{
    static char *kwlist[] = {"owner", "limit", NULL};
    PyObject *owner = Py_None;
    Py_ssize_t limit = DEFAULT_LIMIT;

    if (!PyArg_ParseTupleAndKeywords(args, kwds, "|On:Roster", kwlist,
                                     &owner, &limit)) {
        return -1;
    }
    Py_INCREF(owner);
    Py_XSETREF(self->owner, owner);
    self->limit = limit;
    return 0;
}

static int
Roster_traverse(RosterObject *self, visitproc visit, void *arg)
{
    Py_VISIT(Py_TYPE(self));
    Py_VISIT(self->owner);
    return PyList_Type.tp_traverse((PyObject *)self, visit, arg);
}

static int
Roster_clear(RosterObject *self)
{
    Py_CLEAR(self->owner);
    return PyList_Type.tp_clear((PyObject *)self);
}

static void
Roster_dealloc(RosterObject *self)
{
    PyTypeObject *tp = Py_TYPE(self);

    PyObject_GC_UnTrack(self);
    Py_CLEAR(self->owner);
    PyList_Type.tp_dealloc((PyObject *)self);
    Py_DECREF(tp);
}

static PyObject *
Roster_append(RosterObject *self, PyObject *item)
{
    if (PyList_GET_SIZE(self) >= self->limit) {
        PyErr_Format(PyExc_OverflowError, "more than %zd items", self->limit);
        return NULL;
    }
    if (PyList_Append((PyObject *)self, item) < 0) {
        return NULL;
    }
    Py_RETURN_NONE;
}

/* A heap type that inherits tp_new would pickle with protocols 0 and 1. */
static PyObject *
Roster_reduce_ex(PyObject *self, PyObject *protocol)
{
    long number = PyLong_AsLong(protocol);
    if (number == -1 && PyErr_Occurred()) {
        return NULL;
    }
    if (number < 2 && !PyType_HasFeature(Py_TYPE(self)->tp_base,
                                         Py_TPFLAGS_HEAPTYPE)) {
        PyErr_Format(PyExc_TypeError, "cannot pickle '%.100s' object",
                     Py_TYPE(self)->tp_name);
        return NULL;
    }
    return PyObject_CallMethod((PyObject *)&PyBaseObject_Type,
                               "__reduce_ex__", "OO", self, protocol);
}

static PyMethodDef Roster_methods[] = {
    {"append", (PyCFunction)Roster_append, METH_O,
     "append($self, item, /)\n--\n\nAdd an item up to the limit."},
    {"__reduce_ex__", Roster_reduce_ex, METH_O, NULL},
    {NULL, NULL, 0, NULL}
};

static PyMemberDef Roster_members[] = {
    {"owner", T_OBJECT, offsetof(RosterObject, owner), 0, NULL},
    {"limit", T_PYSSIZET, offsetof(RosterObject, limit), READONLY, NULL},
    {NULL, 0, 0, 0, NULL}
};

static PyType_Slot Roster_slots[] = {
    {Py_tp_dealloc, Roster_dealloc},
    {Py_tp_doc, "Roster(owner=None, limit=100)\n--\n\nA list with a limit."},
    {Py_tp_traverse, Roster_traverse},
    {Py_tp_clear, Roster_clear},
    {Py_tp_methods, Roster_methods},
    {Py_tp_members, Roster_members},
    {Py_tp_init, Roster_init},
    {0, NULL}
};

static PyType_Spec Roster_spec = {
    .name = "roster.Roster",
    .basicsize = sizeof(RosterObject),
    .flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_BASETYPE | Py_TPFLAGS_HAVE_GC |
             Py_TPFLAGS_IMMUTABLETYPE,
    .slots = Roster_slots,
};

static int
roster_exec(PyObject *module)
{
    roster_state *state = get_roster_state(module);

    PyObject *bases = PyTuple_Pack(1, (PyObject *)&PyList_Type);
    if (bases == NULL) {
        return -1;
    }
    state->Roster_Type = (PyTypeObject *)PyType_FromModuleAndSpec(
        module, &Roster_spec, bases);
    Py_DECREF(bases);
    if (state->Roster_Type == NULL) {
        return -1;
    }
    Py_INCREF(state->Roster_Type);
    if (PyModule_AddObject(module, "Roster",
                           (PyObject *)state->Roster_Type) < 0) {
        Py_DECREF(state->Roster_Type);
        return -1;
    }
    return 0;
}

static int
roster_traverse(PyObject *module, visitproc visit, void *arg)
{
    roster_state *state = get_roster_state(module);

    Py_VISIT(state->Roster_Type);
    return 0;
}

static int
roster_clear(PyObject *module)
{
    roster_state *state = get_roster_state(module);

    Py_CLEAR(state->Roster_Type);
    return 0;
}

static void
roster_free(void *module)
{
    roster_clear((PyObject *)module);
}

static PyModuleDef_Slot roster_slots[] = {
    {Py_mod_exec, roster_exec},
#if PY_VERSION_HEX >= 0x030C0000
    {Py_mod_multiple_interpreters, Py_MOD_PER_INTERPRETER_GIL_SUPPORTED},
#endif
    {0, NULL}
};

static struct PyModuleDef roster_module = {
    PyModuleDef_HEAD_INIT,
    .m_name = "roster",
    .m_doc = "Lists with a limit.",
    .m_size = sizeof(roster_state),
    .m_slots = roster_slots,
    .m_traverse = roster_traverse,
    .m_clear = roster_clear,
    .m_free = roster_free,
};

PyMODINIT_FUNC
PyInit_roster(void)
{
    return PyModuleDef_Init(&roster_module);
}
