#include <Python.h>
#include "structmember.h"

typedef struct {
    PyObject_HEAD
    PyObject *name;
} MemberObject;

static PyObject *observer;
static Py_ssize_t alive;

static PyObject *
Member_new(PyTypeObject *type, PyObject *args, PyObject *kwds)
{
    static char *kwlist[] = {"name", NULL};
    PyObject *name;

    if (!PyArg_ParseTupleAndKeywords(args, kwds, "O:Member", kwlist, &name)) {
        return NULL;
    }
    MemberObject *self = (MemberObject *)type->tp_alloc(type, 0);
    if (self == NULL) {
        return NULL;
    }
    alive++;
    Py_INCREF(name);
    self->name = name;
    return (PyObject *)self;
}

static int
Member_traverse(MemberObject *self, visitproc visit, void *arg)
{
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
    PyObject_GC_UnTrack(self);
    Member_clear(self);
    alive--;
    if (observer != NULL) {
        PyObject *type, *value, *traceback;
        PyErr_Fetch(&type, &value, &traceback);
        PyObject *result = PyObject_CallFunction(observer, "n", alive);
        if (result == NULL) {
            PyErr_WriteUnraisable(observer);
        }
        Py_XDECREF(result);
        PyErr_Restore(type, value, traceback);
    }
    Py_TYPE(self)->tp_free((PyObject *)self);
}

static PyMemberDef Member_members[] = {
    {"name", T_OBJECT, offsetof(MemberObject, name), 0, NULL},
    {NULL, 0, 0, 0, NULL}
};

static PyTypeObject Member_Type = {
    PyVarObject_HEAD_INIT(NULL, 0)
    .tp_name = "census.Member",
    .tp_basicsize = sizeof(MemberObject),
    .tp_dealloc = (destructor)Member_dealloc,
    .tp_flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_BASETYPE | Py_TPFLAGS_HAVE_GC,
    .tp_doc = "Member(name)\n--\n\nCounted as long as it lives.",
    .tp_traverse = (traverseproc)Member_traverse,
    .tp_clear = (inquiry)Member_clear,
    .tp_members = Member_members,
    .tp_new = Member_new,
};

static PyObject *
census_alive(PyObject *module, PyObject *Py_UNUSED(ignored))
{
    return PyLong_FromSsize_t(alive);
}

static PyObject *
census_watch(PyObject *module, PyObject *op)
{
    PyObject *new_observer = op == Py_None ? NULL : op;

    Py_XINCREF(new_observer);
    Py_XSETREF(observer, new_observer);
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

static struct PyModuleDef census_module = {
    PyModuleDef_HEAD_INIT,
    .m_name = "census",
    .m_doc = "Members that are counted.",
    .m_size = -1,
    .m_methods = census_functions,
};

PyMODINIT_FUNC
PyInit_census(void)
{
    PyObject *module = PyModule_Create(&census_module);
    if (module == NULL) {
        return NULL;
    }
    if (PyType_Ready(&Member_Type) < 0) {
        Py_DECREF(module);
        return NULL;
    }
    Py_INCREF(&Member_Type);
    if (PyModule_AddObject(module, "Member", (PyObject *)&Member_Type) < 0) {
        Py_DECREF(&Member_Type);
        Py_DECREF(module);
        return NULL;
    }
    return module;
}
