#include "Python.h"
#include "structmember.h"
#include <stddef.h>

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
    PyObject_GC_UnTrack(self);
    if (self->weakrefs != NULL)
        PyObject_ClearWeakRefs((PyObject *)self);
    endpoint_clear(self);
    Py_TYPE(self)->tp_free((PyObject *)self);
}

static PyObject *
endpoint_str(EndpointObject *self)
{
    return PyUnicode_FromFormat("%S:%d", self->name, self->port);
}

static PyMemberDef endpoint_members[] = {
    {"name", T_OBJECT_EX, offsetof(EndpointObject, name), READONLY, PyDoc_STR("host name")},
    {"port", T_INT, offsetof(EndpointObject, port), 0, PyDoc_STR("port number")},
    {NULL}
};

static PyGetSetDef endpoint_getset[] = {
    {"__dict__", PyObject_GenericGetDict, PyObject_GenericSetDict, NULL, NULL},
    {NULL}
};

static PyTypeObject Endpoint_Type = {
    PyVarObject_HEAD_INIT(NULL, 0)
    .tp_name = "weaklist_dict_offset_and_members.Endpoint",
    .tp_basicsize = sizeof(EndpointObject),
    .tp_flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_BASETYPE | Py_TPFLAGS_HAVE_GC,
    .tp_doc = PyDoc_STR("Endpoint(name, port=80)"),
    .tp_new = PyType_GenericNew,
    .tp_init = (initproc)endpoint_init,
    .tp_dealloc = (destructor)endpoint_dealloc,
    .tp_traverse = (traverseproc)endpoint_traverse,
    .tp_clear = (inquiry)endpoint_clear,
    .tp_str = (reprfunc)endpoint_str,
    .tp_members = endpoint_members,
    .tp_getset = endpoint_getset,
    .tp_dictoffset = offsetof(EndpointObject, attributes),
    .tp_weaklistoffset = offsetof(EndpointObject, weakrefs),
};

/* A marker that can be referred to weakly and has no members of its own. */
typedef struct {
    PyObject_HEAD
    PyObject *weakrefs;
} MarkObject;

static void
mark_dealloc(MarkObject *self)
{
    PyObject_ClearWeakRefs((PyObject *)self);
    Py_TYPE(self)->tp_free((PyObject *)self);
}

static PyTypeObject Mark_Type = {
    PyVarObject_HEAD_INIT(NULL, 0)
    .tp_name = "weaklist_dict_offset_and_members.Mark",
    .tp_basicsize = sizeof(MarkObject),
    .tp_flags = Py_TPFLAGS_DEFAULT,
    .tp_new = PyType_GenericNew,
    .tp_dealloc = (destructor)mark_dealloc,
    .tp_weaklistoffset = offsetof(MarkObject, weakrefs),
};

static struct PyModuleDef endpoint_module = {
    PyModuleDef_HEAD_INIT, "weaklist_dict_offset_and_members", NULL, -1, NULL,
};

PyMODINIT_FUNC
PyInit_weaklist_dict_offset_and_members(void)
{
    PyObject *m;

    if (PyType_Ready(&Endpoint_Type) < 0)
        return NULL;
    if (PyType_Ready(&Mark_Type) < 0)
        return NULL;
    m = PyModule_Create(&endpoint_module);
    if (m == NULL)
        return NULL;
    Py_INCREF(&Endpoint_Type);
    if (PyModule_AddObject(m, "Endpoint", (PyObject *)&Endpoint_Type) < 0)
        goto error;
    Py_INCREF(&Mark_Type);
    if (PyModule_AddObject(m, "Mark", (PyObject *)&Mark_Type) < 0)
        goto error;
    return m;

error:
    Py_DECREF(m);
    return NULL;
}
