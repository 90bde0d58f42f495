#include <Python.h>
#include "structmember.h"

typedef struct {
    PyObject_HEAD
    PyObject *name;
} VesselObject;

typedef struct {
    VesselObject vessel;
    PyObject *cargo;
} TankerObject;

static int
Vessel_init(VesselObject *self, PyObject *args, PyObject *kwds)
{
    static char *kwlist[] = {"name", NULL};
    PyObject *name;

    if (!PyArg_ParseTupleAndKeywords(args, kwds, "O:Vessel", kwlist, &name)) {
        return -1;
    }
    Py_INCREF(name);
    Py_XSETREF(self->name, name);
    return 0;
}

static int
Vessel_traverse(VesselObject *self, visitproc visit, void *arg)
{
    Py_VISIT(self->name);
    return 0;
}

static int
Vessel_clear(VesselObject *self)
{
    Py_CLEAR(self->name);
    return 0;
}

static void
Vessel_dealloc(VesselObject *self)
{
    PyObject_GC_UnTrack(self);
    Vessel_clear(self);
    Py_TYPE(self)->tp_free((PyObject *)self);
}

static PyObject *
Vessel_describe(VesselObject *self, PyObject *Py_UNUSED(ignored))
{
    return PyUnicode_FromFormat("%s %S", Py_TYPE(self)->tp_name,
                                self->name ? self->name : Py_None);
}

static PyObject *
Vessel_reduce(VesselObject *self, PyObject *Py_UNUSED(ignored))
{
    return Py_BuildValue("O(O)", Py_TYPE(self),
                         self->name ? self->name : Py_None);
}

static PyMethodDef Vessel_methods[] = {
    {"describe", (PyCFunction)Vessel_describe, METH_NOARGS,
     "describe($self, /)\n--\n\nReturn the kind and the name."},
    {"__reduce__", (PyCFunction)Vessel_reduce, METH_NOARGS, NULL},
    {NULL, NULL, 0, NULL}
};

static PyMemberDef Vessel_members[] = {
    {"name", T_OBJECT, offsetof(VesselObject, name), 0, "name of the vessel"},
    {NULL, 0, 0, 0, NULL}
};

static PyTypeObject Vessel_Type = {
    PyVarObject_HEAD_INIT(NULL, 0)
    .tp_name = "vessel.Vessel",
    .tp_basicsize = sizeof(VesselObject),
    .tp_dealloc = (destructor)Vessel_dealloc,
    .tp_flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_BASETYPE | Py_TPFLAGS_HAVE_GC,
    .tp_doc = "Vessel(name)\n--\n\nAnything that floats.",
    .tp_traverse = (traverseproc)Vessel_traverse,
    .tp_clear = (inquiry)Vessel_clear,
    .tp_methods = Vessel_methods,
    .tp_members = Vessel_members,
    .tp_init = (initproc)Vessel_init,
};

static int
Tanker_init(TankerObject *self, PyObject *args, PyObject *kwds)
{
    static char *kwlist[] = {"name", "cargo", NULL};
    PyObject *name, *cargo = Py_None;

    if (!PyArg_ParseTupleAndKeywords(args, kwds, "O|O:Tanker", kwlist,
                                     &name, &cargo)) {
        return -1;
    }
    Py_INCREF(name);
    Py_XSETREF(self->vessel.name, name);
    Py_INCREF(cargo);
    Py_XSETREF(self->cargo, cargo);
    return 0;
}

static int
Tanker_traverse(TankerObject *self, visitproc visit, void *arg)
{
    Py_VISIT(self->cargo);
    return Vessel_traverse(&self->vessel, visit, arg);
}

static int
Tanker_clear(TankerObject *self)
{
    Py_CLEAR(self->cargo);
    return Vessel_clear(&self->vessel);
}

static void
Tanker_dealloc(TankerObject *self)
{
    PyObject_GC_UnTrack(self);
    Py_CLEAR(self->cargo);
    Vessel_dealloc(&self->vessel);
}

static PyObject *
Tanker_empty(TankerObject *self, void *Py_UNUSED(closure))
{
    return PyBool_FromLong(self->cargo == NULL || self->cargo == Py_None);
}

static PyObject *
Tanker_reduce(TankerObject *self, PyObject *Py_UNUSED(ignored))
{
    return Py_BuildValue("O(OO)", Py_TYPE(self),
                         self->vessel.name ? self->vessel.name : Py_None,
                         self->cargo ? self->cargo : Py_None);
}

static PyMethodDef Tanker_methods[] = {
    {"__reduce__", (PyCFunction)Tanker_reduce, METH_NOARGS, NULL},
    {NULL, NULL, 0, NULL}
};

static PyMemberDef Tanker_members[] = {
    {"cargo", T_OBJECT, offsetof(TankerObject, cargo), 0, "what it carries"},
    {NULL, 0, 0, 0, NULL}
};

static PyGetSetDef Tanker_getset[] = {
    {"empty", (getter)Tanker_empty, NULL, "True without a cargo", NULL},
    {NULL, NULL, NULL, NULL, NULL}
};

static PyTypeObject Tanker_Type = {
    PyVarObject_HEAD_INIT(NULL, 0)
    .tp_name = "vessel.Tanker",
    .tp_basicsize = sizeof(TankerObject),
    .tp_dealloc = (destructor)Tanker_dealloc,
    .tp_flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_BASETYPE | Py_TPFLAGS_HAVE_GC,
    .tp_doc = "Tanker(name, cargo=None)\n--\n\nA vessel with a cargo.",
    .tp_traverse = (traverseproc)Tanker_traverse,
    .tp_clear = (inquiry)Tanker_clear,
    .tp_methods = Tanker_methods,
    .tp_members = Tanker_members,
    .tp_getset = Tanker_getset,
    .tp_init = (initproc)Tanker_init,
};

static struct PyModuleDef vessel_module = {
    PyModuleDef_HEAD_INIT,
    .m_name = "vessel",
    .m_doc = "Vessels and tankers.",
    .m_size = -1,
};

PyMODINIT_FUNC
PyInit_vessel(void)
{
    Vessel_Type.tp_new = PyType_GenericNew;
    if (PyType_Ready(&Vessel_Type) < 0) {
        return NULL;
    }
    Tanker_Type.tp_base = &Vessel_Type;
    if (PyType_Ready(&Tanker_Type) < 0) {
        return NULL;
    }
    PyObject *module = PyModule_Create(&vessel_module);
    if (module == NULL) {
        return NULL;
    }
    Py_INCREF(&Vessel_Type);
    if (PyModule_AddObject(module, "Vessel", (PyObject *)&Vessel_Type) < 0) {
        Py_DECREF(&Vessel_Type);
        Py_DECREF(module);
        return NULL;
    }
    Py_INCREF(&Tanker_Type);
    if (PyModule_AddObject(module, "Tanker", (PyObject *)&Tanker_Type) < 0) {
        Py_DECREF(&Tanker_Type);
        Py_DECREF(module);
        return NULL;
    }
    return module;
}
