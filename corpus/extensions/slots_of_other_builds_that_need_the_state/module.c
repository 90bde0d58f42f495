#include <Python.h>

/* With WITH_ERRORS, boxes can be subtracted, and what is no box is an error. */

static PyObject *BoxError;

typedef struct {
    PyObject_HEAD
    long count;
} Box;

static PyTypeObject Box_Type;

#define Box_Check(op) PyObject_TypeCheck(op, &Box_Type)

static PyObject *
Box_new(PyTypeObject *type, PyObject *args, PyObject *kwargs)
{
    static char *kwlist[] = {"count", NULL};
    long count = 0;
    Box *self;

    if (!PyArg_ParseTupleAndKeywords(args, kwargs, "|l", kwlist, &count)) {
        return NULL;
    }
    if (count < 0) {
        PyErr_SetString(BoxError, "less than nothing");
        return NULL;
    }
    self = (Box *)type->tp_alloc(type, 0);
    if (self != NULL) {
        self->count = count;
    }
    return (PyObject *)self;
}

static PyObject *
Box_add(PyObject *left, PyObject *right)
{
    if (!Box_Check(left) || !Box_Check(right)) {
        Py_RETURN_NOTIMPLEMENTED;
    }
    return PyLong_FromLong(((Box *)left)->count + ((Box *)right)->count);
}

#ifdef WITH_ERRORS
static PyObject *
Box_subtract(PyObject *left, PyObject *right)
{
    if (!Box_Check(left) || !Box_Check(right)) {
        PyErr_SetString(BoxError, "no box");
        return NULL;
    }
    return PyLong_FromLong(((Box *)left)->count - ((Box *)right)->count);
}

static PyObject *
Box_repr(Box *self)
{
    if (self->count > 100) {
        PyErr_SetString(BoxError, "too full");
        return NULL;
    }
    return PyUnicode_FromFormat("Box(%ld)", self->count);
}
#else
static PyObject *
Box_repr_plainly(Box *self)
{
    return PyUnicode_FromFormat("a box of %ld", self->count);
}
#endif

static PyNumberMethods Box_as_number = {
    .nb_add = Box_add,
#ifdef WITH_ERRORS
    .nb_subtract = Box_subtract,
#else
    .nb_subtract = Box_add,
#endif
};

static PyTypeObject Box_Type = {
    PyVarObject_HEAD_INIT(NULL, 0)
    .tp_name = "slots_of_other_builds_that_need_the_state.Box",
    .tp_basicsize = sizeof(Box),
    .tp_flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_BASETYPE,
#ifdef WITH_ERRORS
    .tp_repr = (reprfunc)Box_repr,
#else
    .tp_repr = (reprfunc)Box_repr_plainly,
#endif
    .tp_as_number = &Box_as_number,
    .tp_new = Box_new,
};

static struct PyModuleDef boxes_module = {
    PyModuleDef_HEAD_INIT,
    .m_name = "slots_of_other_builds_that_need_the_state",
    .m_size = -1,
};

PyMODINIT_FUNC
PyInit_slots_of_other_builds_that_need_the_state(void)
{
    PyObject *m;

    if (PyType_Ready(&Box_Type) < 0) {
        return NULL;
    }
    m = PyModule_Create(&boxes_module);
    if (m == NULL) {
        return NULL;
    }
    BoxError = PyErr_NewException("slots_of_other_builds_that_need_the_state.BoxError", NULL, NULL);
    Py_XINCREF(BoxError);
    if (PyModule_AddObject(m, "BoxError", BoxError) < 0) {
        Py_XDECREF(BoxError);
        Py_CLEAR(BoxError);
        Py_DECREF(m);
        return NULL;
    }
    Py_INCREF(&Box_Type);
    if (PyModule_AddObject(m, "Box", (PyObject *)&Box_Type) < 0) {
        Py_DECREF(&Box_Type);
        Py_DECREF(m);
        return NULL;
    }
    return m;
}
