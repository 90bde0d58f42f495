#include <Python.h>

/* Walks over boxes: dead ones wait for their next use, and a function of the module frees what waits at its end. */

typedef struct {
    PyObject_HEAD
    long length;
} Box;

static PyTypeObject Box_Type;
static PyObject *last_error;

static PyObject *
box_new(PyTypeObject *type, PyObject *args, PyObject *kwds)
{
    long length;
    Box *self;

    if (!PyArg_ParseTuple(args, "l:Box", &length)) {
        return NULL;
    }
    if (length < 0) {
        Py_INCREF(args);
        Py_XSETREF(last_error, args);
        PyErr_SetString(PyExc_ValueError, "negative length");
        return NULL;
    }
    self = (Box *)type->tp_alloc(type, 0);
    if (self != NULL) {
        self->length = length;
    }
    return (PyObject *)self;
}

static PyObject *box_iter(PyObject *self);

static PyTypeObject Box_Type = {
    PyVarObject_HEAD_INIT(NULL, 0)
    .tp_name = "free_list_drained_at_the_end.Box",
    .tp_basicsize = sizeof(Box),
    .tp_flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_BASETYPE,
    .tp_iter = box_iter,
    .tp_new = box_new,
};

typedef struct {
    PyObject_HEAD
    Box *box;
    long at;
} Walk;

#define MAXFREE 20
static Walk *free_walks = NULL;
static int num_free_walks = 0;

static void
walk_dealloc(Walk *self)
{
    PyObject_GC_UnTrack(self);
    Py_CLEAR(self->box);

    if (num_free_walks < MAXFREE) {
        num_free_walks++;
        self->box = (Box *)free_walks;
        free_walks = self;
    }
    else {
        PyObject_GC_Del(self);
    }
}

static int
walk_traverse(Walk *self, visitproc visit, void *arg)
{
    Py_VISIT(self->box);
    return 0;
}

static PyObject *
walk_next(Walk *self)
{
    if (self->box == NULL || self->at >= self->box->length) {
        return NULL;
    }
    return PyLong_FromLong(self->at++);
}

static PyTypeObject Walk_Type = {
    PyVarObject_HEAD_INIT(NULL, 0)
    .tp_name = "free_list_drained_at_the_end.Walk",
    .tp_basicsize = sizeof(Walk),
    .tp_dealloc = (destructor)walk_dealloc,
    .tp_flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_HAVE_GC,
    .tp_traverse = (traverseproc)walk_traverse,
    .tp_iter = PyObject_SelfIter,
    .tp_iternext = (iternextfunc)walk_next,
};

static PyObject *
box_iter(PyObject *self)
{
    Walk *walk;

    if (num_free_walks) {
        num_free_walks--;
        walk = free_walks;
        free_walks = (Walk *)walk->box;
        walk->box = NULL;
        _Py_NewReference((PyObject *)walk);
    }
    else {
        walk = PyObject_GC_New(Walk, &Walk_Type);
        if (walk == NULL) {
            return NULL;
        }
    }
    Py_INCREF(self);
    walk->box = (Box *)self;
    walk->at = 0;
    PyObject_GC_Track(walk);
    return (PyObject *)walk;
}

static PyObject *
error(PyObject *module, PyObject *unused)
{
    PyObject *found = last_error != NULL ? last_error : Py_None;

    Py_INCREF(found);
    return found;
}

static PyMethodDef functions[] = {
    {"error", error, METH_NOARGS, "The arguments of the last box that couldn't be made."},
    {NULL, NULL, 0, NULL}
};

static void
drain_walks(void)
{
    PyObject *next;
    PyObject *current;

    next = (PyObject *)free_walks;
    while (next != NULL) {
        assert(num_free_walks > 0);
        num_free_walks--;

        current = next;
        next = (PyObject *)((Walk *)current)->box;
        PyObject_GC_Del(current);
    }
    assert(num_free_walks == 0);
    free_walks = NULL;
}

static void
module_free(void *module)
{
    Py_CLEAR(last_error);
    drain_walks();
}

static struct PyModuleDef definition = {
    PyModuleDef_HEAD_INIT,
    .m_name = "free_list_drained_at_the_end",
    .m_size = -1,
    .m_methods = functions,
    .m_free = module_free,
};

PyMODINIT_FUNC
PyInit_free_list_drained_at_the_end(void)
{
    PyObject *module;

    if (PyType_Ready(&Box_Type) < 0 || PyType_Ready(&Walk_Type) < 0) {
        return NULL;
    }
    module = PyModule_Create(&definition);
    if (module == NULL) {
        return NULL;
    }
    Py_INCREF(&Box_Type);
    if (PyModule_AddObject(module, "Box", (PyObject *)&Box_Type) < 0) {
        Py_DECREF(&Box_Type);
        Py_DECREF(module);
        return NULL;
    }
    return module;
}
