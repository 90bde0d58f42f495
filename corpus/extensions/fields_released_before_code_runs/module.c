#include <Python.h>

/* The collector sees the fields of an instance from now on, also while they are replaced. */

#define SET(place, value) do { Py_XDECREF(place); (place) = (value); } while (0)

typedef struct {
    PyObject_HEAD
    PyObject *label;
    PyObject *made;
    PyObject *items;
    PyObject *first;
    PyObject *last;
    PyObject *name;
    PyObject *given;
    PyObject *lent;
    PyObject *borrowed;
    Py_ssize_t count;
} Box;

static PyObject *
Box_fill(Box *self, PyObject *source)
{
    Py_XDECREF(self->items);
    self->items = PySequence_List(source);
    if (self->items == NULL) {
        return NULL;
    }
    Py_RETURN_NONE;
}

static PyObject *
Box_empty(Box *self, PyObject *Py_UNUSED(ignored))
{
    Py_XDECREF(self->first);
    Py_XDECREF(self->last);
    self->first = NULL;
    self->last = NULL;
    self->count = 0;
    Py_RETURN_NONE;
}

/* Nothing runs in between. */
static int
Box_set_name(Box *self, PyObject *value, void *closure)
{
    if (value == NULL) {
        PyErr_SetString(PyExc_AttributeError, "a box has a name");
        return -1;
    }
    Py_INCREF(value);
    Py_XDECREF(self->name);
    self->name = value;
    return 0;
}

static PyObject *
Box_count_up(Box *self, PyObject *Py_UNUSED(ignored))
{
    self->count++;
    Py_XDECREF(self->last);
    self->last = PyLong_FromSsize_t(self->count);
    if (self->last == NULL) {
        return NULL;
    }
    Py_RETURN_NONE;
}

/* The reference is one more, for the time of the call. */
static PyObject *
Box_call(Box *self, PyObject *Py_UNUSED(ignored))
{
    PyObject *result;

    if (self->given == NULL) {
        Py_RETURN_NONE;
    }
    Py_INCREF(self->given);
    result = PyObject_Str(self->given);
    Py_DECREF(self->given);
    return result;
}

/* Who knows which reference this is. */
static PyObject *
Box_give_back(Box *self, PyObject *Py_UNUSED(ignored))
{
    if (self->lent != NULL) {
        Py_DECREF(self->lent);
    }
    return PyList_New(0);
}

/* The field is read once more before it is set. */
static PyObject *
Box_lend(Box *self, PyObject *value)
{
    PyObject *old = self->borrowed;

    Py_XDECREF(old);
    self->borrowed = PyObject_Repr(value);
    if (self->borrowed == NULL) {
        return NULL;
    }
    Py_RETURN_NONE;
}

/* The macro releases the one before it makes the other. */
static PyObject *
Box_mark(Box *self, PyObject *value)
{
    Py_INCREF(value);
    SET(self->label, value);
    SET(self->made, PySequence_List(value));
    if (self->made == NULL) {
        return NULL;
    }
    Py_RETURN_NONE;
}

static void
Box_dealloc(Box *self)
{
    Py_XDECREF(self->label);
    Py_XDECREF(self->made);
    Py_XDECREF(self->items);
    Py_XDECREF(self->first);
    Py_XDECREF(self->last);
    Py_XDECREF(self->name);
    Py_XDECREF(self->given);
    Py_XDECREF(self->lent);
    Py_XDECREF(self->borrowed);
    Py_TYPE(self)->tp_free((PyObject *)self);
}

static PyMethodDef Box_methods[] = {
    {"fill", (PyCFunction)Box_fill, METH_O, NULL},
    {"empty", (PyCFunction)Box_empty, METH_NOARGS, NULL},
    {"count_up", (PyCFunction)Box_count_up, METH_NOARGS, NULL},
    {"call", (PyCFunction)Box_call, METH_NOARGS, NULL},
    {"give_back", (PyCFunction)Box_give_back, METH_NOARGS, NULL},
    {"mark", (PyCFunction)Box_mark, METH_O, NULL},
    {"lend", (PyCFunction)Box_lend, METH_O, NULL},
    {NULL, NULL, 0, NULL}
};

static PyGetSetDef Box_getset[] = {
    {"name", NULL, (setter)Box_set_name, NULL, NULL},
    {NULL, NULL, NULL, NULL, NULL}
};

static PyTypeObject BoxType = {
    PyVarObject_HEAD_INIT(NULL, 0)
    .tp_name = "fields_released_before_code_runs.Box",
    .tp_basicsize = sizeof(Box),
    .tp_dealloc = (destructor)Box_dealloc,
    .tp_flags = Py_TPFLAGS_DEFAULT,
    .tp_methods = Box_methods,
    .tp_getset = Box_getset,
    .tp_new = PyType_GenericNew,
};

static struct PyModuleDef moduledef = {PyModuleDef_HEAD_INIT, "fields_released_before_code_runs", NULL, -1, NULL};

PyMODINIT_FUNC
PyInit_fields_released_before_code_runs(void)
{
    PyObject *module;

    if (PyType_Ready(&BoxType) < 0) {
        return NULL;
    }
    module = PyModule_Create(&moduledef);
    if (module == NULL) {
        return NULL;
    }
    Py_INCREF(&BoxType);
    if (PyModule_AddObject(module, "Box", (PyObject *)&BoxType) < 0) {
        Py_DECREF(&BoxType);
        Py_DECREF(module);
        return NULL;
    }
    return module;
}
