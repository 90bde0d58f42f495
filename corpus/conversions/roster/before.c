#include <Python.h>
#include "structmember.h"

typedef struct {
    PyListObject list;
    PyObject *owner;
    Py_ssize_t limit;
} RosterObject;

#define DEFAULT_LIMIT 100

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
    PyObject_GC_UnTrack(self);
    Py_CLEAR(self->owner);
    PyList_Type.tp_dealloc((PyObject *)self);
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

static PyMethodDef Roster_methods[] = {
    {"append", (PyCFunction)Roster_append, METH_O,
     "append($self, item, /)\n--\n\nAdd an item up to the limit."},
    {NULL, NULL, 0, NULL}
};

static PyMemberDef Roster_members[] = {
    {"owner", T_OBJECT, offsetof(RosterObject, owner), 0, NULL},
    {"limit", T_PYSSIZET, offsetof(RosterObject, limit), READONLY, NULL},
    {NULL, 0, 0, 0, NULL}
};

static PyTypeObject Roster_Type = {
    PyVarObject_HEAD_INIT(NULL, 0)
    .tp_name = "roster.Roster",
    .tp_basicsize = sizeof(RosterObject),
    .tp_dealloc = (destructor)Roster_dealloc,
    .tp_flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_BASETYPE | Py_TPFLAGS_HAVE_GC,
    .tp_doc = "Roster(owner=None, limit=100)\n--\n\nA list with a limit.",
    .tp_traverse = (traverseproc)Roster_traverse,
    .tp_clear = (inquiry)Roster_clear,
    .tp_methods = Roster_methods,
    .tp_members = Roster_members,
    .tp_init = (initproc)Roster_init,
};

static struct PyModuleDef roster_module = {
    PyModuleDef_HEAD_INIT,
    .m_name = "roster",
    .m_doc = "Lists with a limit.",
    .m_size = -1,
};

PyMODINIT_FUNC
PyInit_roster(void)
{
    PyObject *module = PyModule_Create(&roster_module);
    if (module == NULL) {
        return NULL;
    }
    Roster_Type.tp_base = &PyList_Type;
    if (PyType_Ready(&Roster_Type) < 0) {
        Py_DECREF(module);
        return NULL;
    }
    Py_INCREF(&Roster_Type);
    if (PyModule_AddObject(module, "Roster", (PyObject *)&Roster_Type) < 0) {
        Py_DECREF(&Roster_Type);
        Py_DECREF(module);
        return NULL;
    }
    return module;
}
