#include <Python.h>

#if PY_VERSION_HEX < 0x030A0000
#  define Py_TPFLAGS_IMMUTABLETYPE 0
#endif

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
    Py_CLEAR(self->items);
    self->items = PySequence_List(source);
    if (self->items == NULL) {
        return NULL;
    }
    Py_RETURN_NONE;
}

static PyObject *
Box_empty(Box *self, PyObject *Py_UNUSED(ignored))
{
    Py_CLEAR(self->first);
    Py_CLEAR(self->last);
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

static int
Box_traverse(Box *self, visitproc visit, void *arg)
{
    Py_VISIT(Py_TYPE(self));
    Py_VISIT(self->label);
    Py_VISIT(self->items);
    Py_VISIT(self->first);
    Py_VISIT(self->last);
    Py_VISIT(self->name);
    Py_VISIT(self->given);
    return 0;
}

static void
Box_dealloc(Box *self)
{
    PyTypeObject *tp = Py_TYPE(self);

    PyObject_GC_UnTrack(self);
    Py_XDECREF(self->label);
    Py_XDECREF(self->made);
    Py_XDECREF(self->items);
    Py_XDECREF(self->first);
    Py_XDECREF(self->last);
    Py_XDECREF(self->name);
    Py_XDECREF(self->given);
    Py_XDECREF(self->lent);
    Py_XDECREF(self->borrowed);
    tp->tp_free((PyObject *)self);
    Py_DECREF(tp);
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

static PyType_Slot Box_slots[] = {
    {Py_tp_dealloc, Box_dealloc},
    {Py_tp_methods, Box_methods},
    {Py_tp_getset, Box_getset},
    {Py_tp_new, PyType_GenericNew},
    {Py_tp_traverse, Box_traverse},
    {0, NULL},
};

static PyType_Spec Box_spec = {
    .name = "fields_released_before_code_runs.Box",
    .basicsize = sizeof(Box),
    .flags = (Py_TPFLAGS_DEFAULT | Py_TPFLAGS_HAVE_GC |
              Py_TPFLAGS_IMMUTABLETYPE),
    .slots = Box_slots,
};

static int fields_released_before_code_runs_exec(PyObject *module);

static PyModuleDef_Slot fields_released_before_code_runs_slots[] = {
    {Py_mod_exec, fields_released_before_code_runs_exec},
#if PY_VERSION_HEX >= 0x030C0000
    {Py_mod_multiple_interpreters, Py_MOD_PER_INTERPRETER_GIL_SUPPORTED},
#endif
    {0, NULL}
};

static struct PyModuleDef moduledef = {PyModuleDef_HEAD_INIT, "fields_released_before_code_runs", NULL, 0, NULL,
    fields_released_before_code_runs_slots};

static int
fields_released_before_code_runs_exec(PyObject *module)
{
    PyTypeObject *BoxType =
        (PyTypeObject *)PyType_FromModuleAndSpec(module, &Box_spec, NULL);
    if (BoxType == NULL) {
        return -1;
    }
    if (PyModule_AddObject(module, "Box", (PyObject *)BoxType) < 0) {
        Py_DECREF(BoxType);
        return -1;
    }
    return 0;
}

PyMODINIT_FUNC
PyInit_fields_released_before_code_runs(void)
{
    return PyModuleDef_Init(&moduledef);
}
