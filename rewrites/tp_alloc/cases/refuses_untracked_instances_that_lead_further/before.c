/* The collector never saw these: tracked at once, they would be visited before they are whole. */
#include <Python.h>

typedef struct {
    PyObject_HEAD
    struct inner { PyObject *content; } *inner;
} Box;

static int
Box_traverse(Box *self, visitproc visit, void *arg)
{
    Py_VISIT(self->inner->content);
    return 0;
}

static int
Box_clear(Box *self)
{
    Py_CLEAR(self->inner->content);
    PyMem_Free(self->inner);
    return 0;
}

static void
Box_dealloc(Box *self)
{
    PyObject_GC_UnTrack(self);
    Box_clear(self);
    Py_TYPE(self)->tp_free((PyObject *)self);
}

static PyTypeObject Box_Type = {
    PyVarObject_HEAD_INIT(NULL, 0)
    .tp_name = "refuses_untracked_instances_that_lead_further.Box",
    .tp_basicsize = sizeof(Box),
    .tp_flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_HAVE_GC,
    .tp_traverse = (traverseproc)Box_traverse,
    .tp_clear = (inquiry)Box_clear,
    .tp_dealloc = (destructor)Box_dealloc,
};

static PyObject *
box_of(PyObject *Py_UNUSED(module), PyObject *content)
{
    Box *self = PyObject_GC_New(Box, &Box_Type);
    if (self == NULL) {
        return NULL;
    }
    Py_INCREF(content);
    self->inner = PyMem_Malloc(sizeof(struct inner));
    self->inner->content = content;
    return (PyObject *)self;
}

static PyMethodDef functions[] = {
    {"box_of", box_of, METH_O, NULL},
    {NULL, NULL, 0, NULL}
};

static struct PyModuleDef boxes = {
    PyModuleDef_HEAD_INIT, "refuses_untracked_instances_that_lead_further", NULL, -1, functions
};

PyMODINIT_FUNC
PyInit_refuses_untracked_instances_that_lead_further(void)
{
    if (PyType_Ready(&Box_Type) < 0) {
        return NULL;
    }
    return PyModule_Create(&boxes);
}
