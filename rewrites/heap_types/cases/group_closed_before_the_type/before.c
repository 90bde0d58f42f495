/* A type stands in a second group of the condition that its functions stand in: so does what is written for it. */
#include <Python.h>
#include <stddef.h>

#ifndef WITHOUT_QUEUES
typedef struct {
    PyObject_HEAD
    PyObject *callback;
    PyObject *weakrefs;
} Queue;
#endif

#ifndef WITHOUT_QUEUES

static void
Queue_dealloc(Queue *self)
{
    if (self->weakrefs != NULL) {
        PyObject_ClearWeakRefs((PyObject *)self);
    }
    Py_CLEAR(self->callback);
    Py_TYPE(self)->tp_free((PyObject *)self);
}

#endif

static PyObject *
answer(PyObject *self, PyObject *args)
{
    return PyLong_FromLong(42);
}

#ifndef WITHOUT_QUEUES
static PyTypeObject Queue_Type = {
    PyVarObject_HEAD_INIT(NULL, 0)
    .tp_name = "queues.Queue",
    .tp_basicsize = sizeof(Queue),
    .tp_dealloc = (destructor)Queue_dealloc,
    .tp_weaklistoffset = offsetof(Queue, weakrefs),
    .tp_flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_BASETYPE,
    .tp_new = PyType_GenericNew,
};
#endif

typedef struct {
    PyObject_HEAD
} Label;

static PyTypeObject Label_Type = {
    PyVarObject_HEAD_INIT(NULL, 0)
    .tp_name = "queues.Label",
    .tp_basicsize = sizeof(Label),
    .tp_flags = Py_TPFLAGS_DEFAULT,
    .tp_new = PyType_GenericNew,
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
#ifndef WITHOUT_QUEUES
    if (PyType_Ready(&Queue_Type) < 0) {
        return NULL;
    }
#endif
    if (PyType_Ready(&Label_Type) < 0) {
        return NULL;
    }
    module = PyModule_Create(&def);
    if (module == NULL) {
        return NULL;
    }
#ifndef WITHOUT_QUEUES
    Py_INCREF(&Queue_Type);
    PyModule_AddObject(module, "Queue", (PyObject *)&Queue_Type);
#endif
    Py_INCREF(&Label_Type);
    PyModule_AddObject(module, "Label", (PyObject *)&Label_Type);
    return module;
}
