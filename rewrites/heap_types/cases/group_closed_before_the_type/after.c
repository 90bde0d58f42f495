/* A type stands in a second group of the condition that its functions stand in: so does what is written for it. */
#include <Python.h>
#include <stddef.h>
#include <structmember.h>

#if PY_VERSION_HEX < 0x030A0000
#  define Py_TPFLAGS_IMMUTABLETYPE 0
#endif

#ifndef WITHOUT_QUEUES
typedef struct {
    PyObject_HEAD
    PyObject *callback;
    PyObject *weakrefs;
} Queue;
#endif

#ifndef WITHOUT_QUEUES

static int
Queue_traverse(Queue *self, visitproc visit, void *arg)
{
    Py_VISIT(Py_TYPE(self));
    Py_VISIT(self->callback);
    return 0;
}

static void
Queue_dealloc(Queue *self)
{
    PyTypeObject *tp = Py_TYPE(self);

    PyObject_GC_UnTrack(self);
    if (self->weakrefs != NULL) {
        PyObject_ClearWeakRefs((PyObject *)self);
    }
    Py_CLEAR(self->callback);
    tp->tp_free((PyObject *)self);
    Py_DECREF(tp);
}

#endif

static PyObject *
answer(PyObject *self, PyObject *args)
{
    return PyLong_FromLong(42);
}

#ifndef WITHOUT_QUEUES
static PyMemberDef Queue_members[] = {
    {"__weaklistoffset__", T_PYSSIZET, offsetof(Queue, weakrefs), READONLY},
    {NULL}
};

static PyTypeObject *Queue_Type;

static PyType_Slot Queue_slots[] = {
    {Py_tp_dealloc, Queue_dealloc},
    {Py_tp_new, PyType_GenericNew},
    {Py_tp_traverse, Queue_traverse},
    {Py_tp_members, Queue_members},
    {0, NULL},
};

static PyType_Spec Queue_spec = {
    .name = "queues.Queue",
    .basicsize = sizeof(Queue),
    .flags = (Py_TPFLAGS_DEFAULT | Py_TPFLAGS_BASETYPE |
              Py_TPFLAGS_HAVE_GC | Py_TPFLAGS_IMMUTABLETYPE),
    .slots = Queue_slots,
};
#endif

typedef struct {
    PyObject_HEAD
} Label;

static PyTypeObject *Label_Type;

static PyType_Slot Label_slots[] = {
    {Py_tp_new, PyType_GenericNew},
    {0, NULL},
};

static PyType_Spec Label_spec = {
    .name = "queues.Label",
    .basicsize = sizeof(Label),
    .flags = (Py_TPFLAGS_DEFAULT | Py_TPFLAGS_IMMUTABLETYPE),
    .slots = Label_slots,
};

static PyMethodDef methods[] = {
    {"answer", answer, METH_NOARGS, NULL},
    {NULL, NULL, 0, NULL},
};

static struct PyModuleDef def = {
    PyModuleDef_HEAD_INIT, .m_name = "queues", .m_size = -1, .m_methods = methods,
};

PyMODINIT_FUNC
PyInit_queues(void)
{
    PyObject *module;
    module = PyModule_Create(&def);
    if (module == NULL) {
        return NULL;
    }

#ifndef WITHOUT_QUEUES
    Queue_Type = (PyTypeObject *)PyType_FromModuleAndSpec(module, &Queue_spec, NULL);
    if (Queue_Type == NULL) {
        return NULL;
    }
#endif
    Label_Type = (PyTypeObject *)PyType_FromModuleAndSpec(module, &Label_spec, NULL);
    if (Label_Type == NULL) {
        return NULL;
    }
#ifndef WITHOUT_QUEUES
    Py_INCREF(Queue_Type);
    PyModule_AddObject(module, "Queue", (PyObject *)Queue_Type);
#endif
    Py_INCREF(Label_Type);
    PyModule_AddObject(module, "Label", (PyObject *)Label_Type);
    return module;
}
