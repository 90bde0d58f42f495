#include <Python.h>
#include "structmember.h"

#ifndef Py_TPFLAGS_IMMUTABLETYPE
#  define Py_TPFLAGS_IMMUTABLETYPE 0
#endif

typedef struct {
    PyObject_HEAD
    PyObject *name;
} VesselObject;

typedef struct {
    VesselObject vessel;
    PyObject *cargo;
} TankerObject;

typedef struct {
    PyTypeObject *Vessel_Type;
    PyTypeObject *Tanker_Type;
} vessel_state;

static inline vessel_state *
get_vessel_state(PyObject *module)
{
    return (vessel_state *)PyModule_GetState(module);
}

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
    Py_VISIT(Py_TYPE(self));
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
    PyTypeObject *tp = Py_TYPE(self);

    PyObject_GC_UnTrack(self);
    Vessel_clear(self);
    tp->tp_free((PyObject *)self);
    Py_DECREF(tp);
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

static PyType_Slot Vessel_slots[] = {
    {Py_tp_dealloc, Vessel_dealloc},
    {Py_tp_doc, "Vessel(name)\n--\n\nAnything that floats."},
    {Py_tp_traverse, Vessel_traverse},
    {Py_tp_clear, Vessel_clear},
    {Py_tp_methods, Vessel_methods},
    {Py_tp_members, Vessel_members},
    {Py_tp_init, Vessel_init},
    {Py_tp_new, PyType_GenericNew},
    {0, NULL}
};

static PyType_Spec Vessel_spec = {
    .name = "vessel.Vessel",
    .basicsize = sizeof(VesselObject),
    .flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_BASETYPE | Py_TPFLAGS_HAVE_GC |
             Py_TPFLAGS_IMMUTABLETYPE,
    .slots = Vessel_slots,
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
    /* The base visits the type. */
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
    /* The base releases the type. */
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

static PyType_Slot Tanker_slots[] = {
    {Py_tp_dealloc, Tanker_dealloc},
    {Py_tp_doc, "Tanker(name, cargo=None)\n--\n\nA vessel with a cargo."},
    {Py_tp_traverse, Tanker_traverse},
    {Py_tp_clear, Tanker_clear},
    {Py_tp_methods, Tanker_methods},
    {Py_tp_members, Tanker_members},
    {Py_tp_getset, Tanker_getset},
    {Py_tp_init, Tanker_init},
    {0, NULL}
};

static PyType_Spec Tanker_spec = {
    .name = "vessel.Tanker",
    .basicsize = sizeof(TankerObject),
    .flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_BASETYPE | Py_TPFLAGS_HAVE_GC |
             Py_TPFLAGS_IMMUTABLETYPE,
    .slots = Tanker_slots,
};

static int
vessel_exec(PyObject *module)
{
    vessel_state *state = get_vessel_state(module);

    state->Vessel_Type = (PyTypeObject *)PyType_FromModuleAndSpec(
        module, &Vessel_spec, NULL);
    if (state->Vessel_Type == NULL) {
        return -1;
    }
    Py_INCREF(state->Vessel_Type);
    if (PyModule_AddObject(module, "Vessel",
                           (PyObject *)state->Vessel_Type) < 0) {
        Py_DECREF(state->Vessel_Type);
        return -1;
    }

    PyObject *bases = PyTuple_Pack(1, state->Vessel_Type);
    if (bases == NULL) {
        return -1;
    }
    state->Tanker_Type = (PyTypeObject *)PyType_FromModuleAndSpec(
        module, &Tanker_spec, bases);
    Py_DECREF(bases);
    if (state->Tanker_Type == NULL) {
        return -1;
    }
    Py_INCREF(state->Tanker_Type);
    if (PyModule_AddObject(module, "Tanker",
                           (PyObject *)state->Tanker_Type) < 0) {
        Py_DECREF(state->Tanker_Type);
        return -1;
    }
    return 0;
}

static int
vessel_traverse(PyObject *module, visitproc visit, void *arg)
{
    vessel_state *state = get_vessel_state(module);

    Py_VISIT(state->Vessel_Type);
    Py_VISIT(state->Tanker_Type);
    return 0;
}

static int
vessel_clear(PyObject *module)
{
    vessel_state *state = get_vessel_state(module);

    Py_CLEAR(state->Vessel_Type);
    Py_CLEAR(state->Tanker_Type);
    return 0;
}

static void
vessel_free(void *module)
{
    vessel_clear((PyObject *)module);
}

static PyModuleDef_Slot vessel_slots[] = {
    {Py_mod_exec, vessel_exec},
#if PY_VERSION_HEX >= 0x030C0000
    {Py_mod_multiple_interpreters, Py_MOD_PER_INTERPRETER_GIL_SUPPORTED},
#endif
    {0, NULL}
};

static struct PyModuleDef vessel_module = {
    PyModuleDef_HEAD_INIT,
    .m_name = "vessel",
    .m_doc = "Vessels and tankers.",
    .m_size = sizeof(vessel_state),
    .m_slots = vessel_slots,
    .m_traverse = vessel_traverse,
    .m_clear = vessel_clear,
    .m_free = vessel_free,
};

PyMODINIT_FUNC
PyInit_vessel(void)
{
    return PyModuleDef_Init(&vessel_module);
}
