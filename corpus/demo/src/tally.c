/* Points and counters: a small extension, written as people wrote them for twenty years. */

#define PY_SSIZE_T_CLEAN
#include <Python.h>

static PyObject *TallyError;
static PyObject *fraction_type = NULL;

/* Counter: counts any hashable things. */

typedef struct {
    PyObject_HEAD
    PyObject *counts;
} Counter;

static PyTypeObject Counter_Type;

static int
Counter_traverse(Counter *self, visitproc visit, void *arg)
{
    Py_VISIT(self->counts);
    return 0;
}

static int
Counter_clear(Counter *self)
{
    Py_CLEAR(self->counts);
    return 0;
}

static void
Counter_dealloc(Counter *self)
{
    PyObject_GC_UnTrack(self);
    Counter_clear(self);
    Py_TYPE(self)->tp_free((PyObject *)self);
}

static PyObject *
Counter_new(PyTypeObject *type, PyObject *args, PyObject *kwds)
{
    Counter *self = (Counter *)type->tp_alloc(type, 0);

    if (self == NULL) {
        return NULL;
    }
    self->counts = PyDict_New();
    if (self->counts == NULL) {
        Py_DECREF(self);
        return NULL;
    }
    return (PyObject *)self;
}

static PyObject *
Counter_add(Counter *self, PyObject *thing)
{
    long count = 0;
    PyObject *old, *new;
    int failed;

    old = PyDict_GetItemWithError(self->counts, thing);
    if (old == NULL && PyErr_Occurred()) {
        return NULL;
    }
    if (old != NULL) {
        count = PyLong_AsLong(old);
    }
    new = PyLong_FromLong(count + 1);
    if (new == NULL) {
        return NULL;
    }
    failed = PyDict_SetItem(self->counts, thing, new);
    Py_DECREF(new);
    if (failed) {
        return NULL;
    }
    Py_RETURN_NONE;
}

static PyObject *
Counter_count(Counter *self, PyObject *thing)
{
    PyObject *count = PyDict_GetItemWithError(self->counts, thing);

    if (count == NULL) {
        if (!PyErr_Occurred()) {
            PyErr_Format(TallyError, "never counted: %R", thing);
        }
        return NULL;
    }
    Py_INCREF(count);
    return count;
}

static PyMethodDef Counter_methods[] = {
    {"add", (PyCFunction)Counter_add, METH_O, "Count a thing once more."},
    {"count", (PyCFunction)Counter_count, METH_O, "Return how often a thing was counted."},
    {NULL, NULL, 0, NULL},
};

static PyTypeObject Counter_Type = {
    PyVarObject_HEAD_INIT(NULL, 0)
    .tp_name = "tally.Counter",
    .tp_basicsize = sizeof(Counter),
    .tp_dealloc = (destructor)Counter_dealloc,
    .tp_flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_BASETYPE | Py_TPFLAGS_HAVE_GC,
    .tp_doc = "Counts hashable things.",
    .tp_traverse = (traverseproc)Counter_traverse,
    .tp_clear = (inquiry)Counter_clear,
    .tp_methods = Counter_methods,
    .tp_new = Counter_new,
};

/* Point: an immutable pair of numbers, made by point() only. */

typedef struct {
    PyObject_HEAD
    long x;
    long y;
} Point;

static PyTypeObject Point_Type;

static PyObject *
Point_create(long x, long y)
{
    Point *self = PyObject_New(Point, &Point_Type);

    if (self == NULL) {
        return NULL;
    }
    self->x = x;
    self->y = y;
    return (PyObject *)self;
}

static void
Point_dealloc(Point *self)
{
    PyObject_Del(self);
}

static PyObject *
Point_repr(Point *self)
{
    return PyUnicode_FromFormat("Point(%ld, %ld)", self->x, self->y);
}

static PyObject *
Point_richcompare(PyObject *self, PyObject *other, int op)
{
    int equal;

    if (!PyObject_TypeCheck(other, &Point_Type) || (op != Py_EQ && op != Py_NE)) {
        Py_RETURN_NOTIMPLEMENTED;
    }
    equal = ((Point *)self)->x == ((Point *)other)->x && ((Point *)self)->y == ((Point *)other)->y;
    return PyBool_FromLong(equal == (op == Py_EQ));
}

static PyObject *
Point_moved(Point *self, PyObject *args)
{
    long x, y;

    if (!PyArg_ParseTuple(args, "ll", &x, &y)) {
        return NULL;
    }
    return Point_create(self->x + x, self->y + y);
}

static PyMethodDef Point_methods[] = {
    {"moved", (PyCFunction)Point_moved, METH_VARARGS, "Return a point elsewhere."},
    {NULL, NULL, 0, NULL},
};

static PyTypeObject Point_Type = {
    PyVarObject_HEAD_INIT(NULL, 0)
    "tally.Point",                      /* tp_name */
    sizeof(Point),                      /* tp_basicsize */
    0,                                  /* tp_itemsize */
    (destructor)Point_dealloc,          /* tp_dealloc */
    0,                                  /* tp_vectorcall_offset */
    0,                                  /* tp_getattr */
    0,                                  /* tp_setattr */
    0,                                  /* tp_as_async */
    (reprfunc)Point_repr,               /* tp_repr */
    0,                                  /* tp_as_number */
    0,                                  /* tp_as_sequence */
    0,                                  /* tp_as_mapping */
    0,                                  /* tp_hash */
    0,                                  /* tp_call */
    0,                                  /* tp_str */
    0,                                  /* tp_getattro */
    0,                                  /* tp_setattro */
    0,                                  /* tp_as_buffer */
    Py_TPFLAGS_DEFAULT,                 /* tp_flags */
    "A pair of numbers.",               /* tp_doc */
    0,                                  /* tp_traverse */
    0,                                  /* tp_clear */
    Point_richcompare,                  /* tp_richcompare */
    0,                                  /* tp_weaklistoffset */
    0,                                  /* tp_iter */
    0,                                  /* tp_iternext */
    Point_methods,                      /* tp_methods */
};

/* The module */

static PyObject *
tally_point(PyObject *module, PyObject *args)
{
    long x, y;

    if (!PyArg_ParseTuple(args, "ll", &x, &y)) {
        return NULL;
    }
    return Point_create(x, y);
}

static PyObject *
tally_slope(PyObject *module, PyObject *arg)
{
    Point *point = (Point *)arg;

    if (!PyObject_TypeCheck(arg, &Point_Type)) {
        PyErr_SetString(PyExc_TypeError, "slope() takes a Point");
        return NULL;
    }
    if (point->x == 0) {
        PyErr_SetString(TallyError, "a vertical line has no slope");
        return NULL;
    }
    if (fraction_type == NULL) {
        PyObject *fractions = PyImport_ImportModule("fractions");
        if (fractions == NULL) {
            return NULL;
        }
        fraction_type = PyObject_GetAttrString(fractions, "Fraction");
        Py_DECREF(fractions);
        if (fraction_type == NULL) {
            return NULL;
        }
    }
    return PyObject_CallFunction(fraction_type, "ll", point->y, point->x);
}

static PyMethodDef tally_methods[] = {
    {"point", tally_point, METH_VARARGS, "Return a Point."},
    {"slope", tally_slope, METH_O, "Return the slope of the line from the origin, as a Fraction."},
    {NULL, NULL, 0, NULL},
};

static struct PyModuleDef tally_module = {
    PyModuleDef_HEAD_INIT,
    "tally",
    "Points and counters.",
    -1,
    tally_methods,
};

PyMODINIT_FUNC
PyInit_tally(void)
{
    PyObject *module;

    if (PyType_Ready(&Counter_Type) < 0 || PyType_Ready(&Point_Type) < 0) {
        return NULL;
    }
    module = PyModule_Create(&tally_module);
    if (module == NULL) {
        return NULL;
    }
    TallyError = PyErr_NewException("tally.Error", NULL, NULL);
    if (TallyError == NULL) {
        Py_DECREF(module);
        return NULL;
    }
    Py_INCREF(TallyError);
    if (PyModule_AddObject(module, "Error", TallyError) < 0) {
        Py_DECREF(TallyError);
        Py_DECREF(module);
        return NULL;
    }
    Py_INCREF(&Counter_Type);
    if (PyModule_AddObject(module, "Counter", (PyObject *)&Counter_Type) < 0) {
        Py_DECREF(&Counter_Type);
        Py_DECREF(module);
        return NULL;
    }
    Py_INCREF(&Point_Type);
    if (PyModule_AddObject(module, "Point", (PyObject *)&Point_Type) < 0) {
        Py_DECREF(&Point_Type);
        Py_DECREF(module);
        return NULL;
    }
    return module;
}
