#include "Python.h"
#include "structmember.h"
#include <stddef.h>

#if PY_VERSION_HEX < 0x030A0000
#  define Py_TPFLAGS_IMMUTABLETYPE 0
#endif

typedef struct {
    PyObject_HEAD
    PyObject *name;
    int port;
    PyObject *attributes;   /* the instance's __dict__ */
    PyObject *weakrefs;
} EndpointObject;

static int
endpoint_init(EndpointObject *self, PyObject *args, PyObject *kwds)
{
    static char *kwlist[] = {"name", "port", NULL};
    PyObject *name, *old;
    int port = 80;

    if (!PyArg_ParseTupleAndKeywords(args, kwds, "U|i:Endpoint", kwlist, &name, &port))
        return -1;
    old = self->name;
    Py_INCREF(name);
    self->name = name;
    Py_XDECREF(old);
    self->port = port;
    return 0;
}

static int
endpoint_traverse(EndpointObject *self, visitproc visit, void *arg)
{
    Py_VISIT(Py_TYPE(self));
    Py_VISIT(self->name);
    Py_VISIT(self->attributes);
    return 0;
}

static int
endpoint_clear(EndpointObject *self)
{
    Py_CLEAR(self->name);
    Py_CLEAR(self->attributes);
    return 0;
}

static void
endpoint_dealloc(EndpointObject *self)
{
    PyTypeObject *tp = Py_TYPE(self);

    PyObject_GC_UnTrack(self);
    if (self->weakrefs != NULL)
        PyObject_ClearWeakRefs((PyObject *)self);
    endpoint_clear(self);
    tp->tp_free((PyObject *)self);
    Py_DECREF(tp);
}

static PyObject *
endpoint_str(EndpointObject *self)
{
    return PyUnicode_FromFormat("%S:%d", self->name, self->port);
}

static PyMemberDef endpoint_members[] = {
    {"name", T_OBJECT_EX, offsetof(EndpointObject, name), READONLY, PyDoc_STR("host name")},
    {"port", T_INT, offsetof(EndpointObject, port), 0, PyDoc_STR("port number")},
    {"__dictoffset__", T_PYSSIZET, offsetof(EndpointObject, attributes), READONLY},
    {"__weaklistoffset__", T_PYSSIZET, offsetof(EndpointObject, weakrefs), READONLY},
    {NULL}
};

static PyGetSetDef endpoint_getset[] = {
    {"__dict__", PyObject_GenericGetDict, PyObject_GenericSetDict, NULL, NULL},
    {NULL}
};

static PyType_Slot Endpoint_slots[] = {
    {Py_tp_doc, PyDoc_STR("Endpoint(name, port=80)")},
    {Py_tp_new, PyType_GenericNew},
    {Py_tp_init, endpoint_init},
    {Py_tp_dealloc, endpoint_dealloc},
    {Py_tp_traverse, endpoint_traverse},
    {Py_tp_clear, endpoint_clear},
    {Py_tp_str, endpoint_str},
    {Py_tp_members, endpoint_members},
    {Py_tp_getset, endpoint_getset},
    {0, NULL},
};

static PyType_Spec Endpoint_spec = {
    .name = "weaklist_dict_offset_and_members.Endpoint",
    .basicsize = sizeof(EndpointObject),
    .flags = (Py_TPFLAGS_DEFAULT | Py_TPFLAGS_BASETYPE |
              Py_TPFLAGS_HAVE_GC | Py_TPFLAGS_IMMUTABLETYPE),
    .slots = Endpoint_slots,
};

/* A marker that can be referred to weakly and has no members of its own. */
typedef struct {
    PyObject_HEAD
    PyObject *weakrefs;
} MarkObject;

static void
mark_dealloc(MarkObject *self)
{
    PyTypeObject *tp = Py_TYPE(self);

    PyObject_ClearWeakRefs((PyObject *)self);
    tp->tp_free((PyObject *)self);
    Py_DECREF(tp);
}

static PyMemberDef Mark_members[] = {
    {"__weaklistoffset__", T_PYSSIZET, offsetof(MarkObject, weakrefs), READONLY},
    {NULL}
};

static PyType_Slot Mark_slots[] = {
    {Py_tp_new, PyType_GenericNew},
    {Py_tp_dealloc, mark_dealloc},
    {Py_tp_members, Mark_members},
    {0, NULL},
};

static PyType_Spec Mark_spec = {
    .name = "weaklist_dict_offset_and_members.Mark",
    .basicsize = sizeof(MarkObject),
    .flags = (Py_TPFLAGS_DEFAULT | Py_TPFLAGS_IMMUTABLETYPE),
    .slots = Mark_slots,
};

static int weaklist_dict_offset_and_members_exec(PyObject *m);

static PyModuleDef_Slot weaklist_dict_offset_and_members_slots[] = {
    {Py_mod_exec, weaklist_dict_offset_and_members_exec},
#if PY_VERSION_HEX >= 0x030C0000
    {Py_mod_multiple_interpreters, Py_MOD_PER_INTERPRETER_GIL_SUPPORTED},
#endif
    {0, NULL}
};

static struct PyModuleDef endpoint_module = {
    PyModuleDef_HEAD_INIT, "weaklist_dict_offset_and_members", NULL, 0, NULL,
    weaklist_dict_offset_and_members_slots,
};

static int
weaklist_dict_offset_and_members_exec(PyObject *m)
{
    PyTypeObject *Endpoint_Type =
        (PyTypeObject *)PyType_FromModuleAndSpec(m, &Endpoint_spec, NULL);
    if (Endpoint_Type == NULL)
        return -1;
    PyTypeObject *Mark_Type =
        (PyTypeObject *)PyType_FromModuleAndSpec(m, &Mark_spec, NULL);
    if (Mark_Type == NULL) {
        Py_DECREF(Endpoint_Type);
        return -1;
    }
    if (PyModule_AddObject(m, "Endpoint", (PyObject *)Endpoint_Type) < 0) {
        Py_DECREF(Mark_Type);
        Py_DECREF(Endpoint_Type);
        goto error;
    }
    if (PyModule_AddObject(m, "Mark", (PyObject *)Mark_Type) < 0) {
        Py_DECREF(Mark_Type);
        goto error;
    }
    return 0;

error:
    return -1;
}

PyMODINIT_FUNC
PyInit_weaklist_dict_offset_and_members(void)
{
    return PyModuleDef_Init(&endpoint_module);
}
