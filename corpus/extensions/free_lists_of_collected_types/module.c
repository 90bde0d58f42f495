#include <Python.h>

/* Free lists of types that the garbage collector sees, or that Python code subclasses: their instances may be freed
 * after their module. */

#define MAXFREE 40

typedef struct {
    PyObject_HEAD
    PyObject *item;
} cell;

typedef struct knot {
    PyObject_HEAD
    PyObject *item;
    struct knot *next;  /* in the free list only */
} knot;

typedef struct {
    PyObject_HEAD
    long number;
} mark;

static PyTypeObject Cell_Type, Knot_Type, Mark_Type;

static cell *free_cells[MAXFREE];
static int num_free_cells;

static knot *free_knots;
static Py_ssize_t num_free_knots;

static mark *free_marks[MAXFREE];
static int num_free_marks;

static PyObject *
cell_new(PyTypeObject *type, PyObject *args, PyObject *kwds)
{
    PyObject *item;
    cell *self;

    if (!PyArg_ParseTuple(args, "O:Cell", &item))
        return NULL;
    if (num_free_cells > 0) {
        self = free_cells[--num_free_cells];
        _Py_NewReference((PyObject *)self);
    }
    else if ((self = PyObject_GC_New(cell, &Cell_Type)) == NULL) {
        return NULL;
    }
    Py_INCREF(item);
    self->item = item;
    PyObject_GC_Track(self);
    return (PyObject *)self;
}

static void
cell_dealloc(cell *self)
{
    PyObject_GC_UnTrack(self);
    Py_CLEAR(self->item);
    if (num_free_cells < MAXFREE)
        free_cells[num_free_cells++] = self;
    else
        PyObject_GC_Del(self);
}

static int
cell_traverse(cell *self, visitproc visit, void *arg)
{
    Py_VISIT(self->item);
    return 0;
}

static int
cell_clear(cell *self)
{
    Py_CLEAR(self->item);
    return 0;
}

static PyObject *
cell_get(cell *self, void *Py_UNUSED(closure))
{
    PyObject *item = self->item ? self->item : Py_None;

    Py_INCREF(item);
    return item;
}

static PyGetSetDef cell_getset[] = {
    {"item", (getter)cell_get, NULL, "What it holds.", NULL},
    {NULL, NULL, NULL, NULL, NULL}
};

static PyTypeObject Cell_Type = {
    PyVarObject_HEAD_INIT(NULL, 0)
    .tp_name = "free_lists_of_collected_types.Cell",
    .tp_basicsize = sizeof(cell),
    .tp_dealloc = (destructor)cell_dealloc,
    .tp_flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_HAVE_GC,
    .tp_traverse = (traverseproc)cell_traverse,
    .tp_clear = (inquiry)cell_clear,
    .tp_getset = cell_getset,
    .tp_new = cell_new,
};

static PyObject *
knot_from(PyObject *item)
{
    knot *self;

    if (num_free_knots) {
        num_free_knots--;
        self = free_knots;
        free_knots = self->next;
        _Py_NewReference((PyObject *)self);
    }
    else {
        self = PyObject_GC_New(knot, &Knot_Type);
        if (self == NULL) {
            return NULL;
        }
    }
    Py_INCREF(item);
    self->item = item;
    self->next = NULL;
    PyObject_GC_Track(self);
    return (PyObject *)self;
}

static int
knot_clear(knot *self)
{
    Py_CLEAR(self->item);
    return 0;
}

static void
knot_dealloc(knot *self)
{
    PyObject_GC_UnTrack(self);
    (void)knot_clear(self);

    if (num_free_knots < MAXFREE) {
        num_free_knots++;
        self->next = free_knots;
        free_knots = self;
        return;
    }
    PyObject_GC_Del(self);
}

static int
knot_traverse(knot *self, visitproc visit, void *arg)
{
    Py_VISIT(self->item);
    return 0;
}

static PyTypeObject Knot_Type = {
    PyVarObject_HEAD_INIT(NULL, 0)
    .tp_name = "free_lists_of_collected_types.Knot",
    .tp_basicsize = sizeof(knot),
    .tp_dealloc = (destructor)knot_dealloc,
    .tp_flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_HAVE_GC,
    .tp_traverse = (traverseproc)knot_traverse,
    .tp_clear = (inquiry)knot_clear,
};

static PyObject *
mark_new(PyTypeObject *type, PyObject *args, PyObject *kwds)
{
    mark *self;

    if (type == &Mark_Type && num_free_marks > 0) {
        self = free_marks[--num_free_marks];
        PyObject_Init((PyObject *)self, &Mark_Type);
    }
    else if ((self = (mark *)type->tp_alloc(type, 0)) == NULL) {
        return NULL;
    }
    self->number = 1;
    return (PyObject *)self;
}

static void
mark_dealloc(mark *self)
{
    if (num_free_marks < MAXFREE && Py_TYPE(self) == &Mark_Type)
        free_marks[num_free_marks++] = self;
    else
        Py_TYPE(self)->tp_free((PyObject *)self);
}

static PyTypeObject Mark_Type = {
    PyVarObject_HEAD_INIT(NULL, 0)
    .tp_name = "free_lists_of_collected_types.Mark",
    .tp_basicsize = sizeof(mark),
    .tp_dealloc = (destructor)mark_dealloc,
    .tp_flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_BASETYPE,
    .tp_new = mark_new,
};

static PyObject *
make_knot(PyObject *module, PyObject *item)
{
    return knot_from(item);
}

static PyMethodDef functions[] = {
    {"knot", make_knot, METH_O, "Return a knot that holds an object."},
    {NULL, NULL, 0, NULL}
};

static struct PyModuleDef definition = {
    PyModuleDef_HEAD_INIT, "free_lists_of_collected_types", NULL, -1, functions
};

PyMODINIT_FUNC
PyInit_free_lists_of_collected_types(void)
{
    PyObject *module;

    if (PyType_Ready(&Cell_Type) < 0 || PyType_Ready(&Knot_Type) < 0 || PyType_Ready(&Mark_Type) < 0)
        return NULL;
    module = PyModule_Create(&definition);
    if (module == NULL)
        return NULL;
    Py_INCREF(&Cell_Type);
    if (PyModule_AddObject(module, "Cell", (PyObject *)&Cell_Type) < 0) {
        Py_DECREF(&Cell_Type);
        Py_DECREF(module);
        return NULL;
    }
    Py_INCREF(&Mark_Type);
    if (PyModule_AddObject(module, "Mark", (PyObject *)&Mark_Type) < 0) {
        Py_DECREF(&Mark_Type);
        Py_DECREF(module);
        return NULL;
    }
    return module;
}
