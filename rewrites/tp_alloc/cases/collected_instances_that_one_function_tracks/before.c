/* One function tracks what it allocates, another forgot to: the collector never sees those instances. */
#include <Python.h>

typedef struct {
    PyObject_HEAD
    PyObject *content;
} Box;

static int
Box_traverse(Box *self, visitproc visit, void *arg)
{
    Py_VISIT(self->content);
    return 0;
}

static int
Box_clear(Box *self)
{
    Py_CLEAR(self->content);
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
    .tp_name = "collected_instances_that_one_function_tracks.Box",
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
    self->content = content;
    return (PyObject *)self;
}

static PyTypeObject Lid_Type = {
    PyVarObject_HEAD_INIT(NULL, 0)
    .tp_name = "collected_instances_that_one_function_tracks.Lid",
    .tp_basicsize = sizeof(Box),
    .tp_flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_HAVE_GC,
    .tp_traverse = (traverseproc)Box_traverse,
    .tp_clear = (inquiry)Box_clear,
    .tp_dealloc = (destructor)Box_dealloc,
};

static PyObject *
lid_of(PyObject *Py_UNUSED(module), PyObject *content)
{
    Box *self = PyObject_GC_New(Box, &Lid_Type);
    if (self == NULL) {
        return NULL;
    }
    Py_INCREF(content);
    self->content = content;
    PyObject_GC_Track(self);
    return (PyObject *)self;
}

static PyMethodDef functions[] = {
    {"lid_of", lid_of, METH_O, NULL},
    {"box_of", box_of, METH_O, NULL},
    {NULL, NULL, 0, NULL}
};

static struct PyModuleDef boxes = {
    PyModuleDef_HEAD_INIT, "collected_instances_that_one_function_tracks", NULL, -1, functions
};

PyMODINIT_FUNC
PyInit_collected_instances_that_one_function_tracks(void)
{
    if (PyType_Ready(&Box_Type) < 0 || PyType_Ready(&Lid_Type) < 0) {
        return NULL;
    }
    return PyModule_Create(&boxes);
}
