/* Boxes ask each other for their types, and are careless with what they get. */
#include <Python.h>

typedef struct {
    PyObject_HEAD
    long value;
} BoxObject;

static PyTypeObject Box_Type;
static PyTypeObject Lid_Type;

static PyObject *
box_new(PyTypeObject *type, PyObject *args, PyObject *kwargs)
{
    static char *names[] = {"value", NULL};
    PyObject *value = NULL;
    BoxObject *self;

    if (!PyArg_ParseTupleAndKeywords(args, kwargs, "|O", names, &value))
        return NULL;
    self = (BoxObject *)type->tp_alloc(type, 0);
    if (self == NULL)
        return NULL;
    Py_INCREF(type);
    if (value != NULL) {
        if ((PyTypeObject *)PyObject_Type(value) == &Box_Type)
            self->value = ((BoxObject *)value)->value;
        else
            self->value = PyLong_AsLong(value);
        if (self->value == -1 && PyErr_Occurred()) {
            Py_DECREF(self);
            return NULL;
        }
    }
    return (PyObject *)self;
}

static void
box_dealloc(BoxObject *self)
{
    Py_TYPE(self)->tp_free((PyObject *)self);
}

static PyObject *
box_get_kind(BoxObject *self, void *closure)
{
    return (PyObject *)Py_TYPE(self);
}

static PyObject *
box_get_value(BoxObject *self, void *closure)
{
    return PyLong_FromLong(self->value);
}

static PyObject *
box_reduce(BoxObject *self, PyObject *unused)
{
    PyObject *result = PyTuple_New(2);

    if (result == NULL)
        return NULL;
    PyTuple_SET_ITEM(result, 0, (PyObject *)Py_TYPE(self));
    PyTuple_SET_ITEM(result, 1, Py_BuildValue("(l)", self->value));
    return result;
}

static PyObject *
box_pair(BoxObject *self, PyObject *unused)
{
    return Py_BuildValue("(NN)", self->ob_base.ob_type, PyLong_FromLong(self->value));
}

static int
is_box(PyObject *object)
{
    return PyObject_Type(object) == (PyObject *)&Box_Type;
}

static PyObject *
box_compare(PyObject *self, PyObject *other, int op)
{
    PyObject *type = PyObject_Type(other);

    if (op != Py_EQ && op != Py_NE)
        Py_RETURN_NOTIMPLEMENTED;
    if (!is_box(other) && type != (PyObject *)Py_TYPE(self))
        return PyBool_FromLong(op == Py_NE);
    return PyBool_FromLong((((BoxObject *)self)->value == ((BoxObject *)other)->value) == (op == Py_EQ));
}

static PyObject *
box_copy(BoxObject *self, PyObject *unused)
{
    BoxObject *other = PyObject_New(BoxObject, &Box_Type);

    if (other == NULL)
        return NULL;
    Py_INCREF(&Box_Type);
    other->value = self->value;
    return (PyObject *)other;
}

/* As it should be: each of these is right already. */

static PyObject *
box_describe(BoxObject *self, PyObject *other)
{
    PyObject *type = PyObject_Type(other), *name;

    if (type == NULL)
        return NULL;
    name = PyObject_GetAttrString(type, "__name__");
    Py_DECREF(type);
    return name;
}

static PyObject *
box_get_class(BoxObject *self, void *closure)
{
    PyObject *type = (PyObject *)Py_TYPE(self);

    Py_INCREF(type);
    return type;
}

static PyObject *
lid_of(PyObject *module, PyObject *box)
{
    PyObject *lid;

    if (!is_box(box)) {
        PyErr_Format(PyExc_TypeError, "no lids for %s", Py_TYPE(box)->tp_name);
        return NULL;
    }
    lid = PyObject_CallObject((PyObject *)&Lid_Type, NULL);
    return lid;
}

static PyMethodDef box_methods[] = {
    {"__reduce__", (PyCFunction)box_reduce, METH_NOARGS, NULL},
    {"pair", (PyCFunction)box_pair, METH_NOARGS, NULL},
    {"copy", (PyCFunction)box_copy, METH_NOARGS, NULL},
    {"describe", (PyCFunction)box_describe, METH_O, NULL},
    {NULL}
};

static PyGetSetDef box_getset[] = {
    {"kind", (getter)box_get_kind, NULL, NULL, NULL},
    {"value", (getter)box_get_value, NULL, NULL, NULL},
    {"same_class", (getter)box_get_class, NULL, NULL, NULL},
    {NULL}
};

static PyTypeObject Box_Type = {
    PyVarObject_HEAD_INIT(NULL, 0)
    .tp_name = "types_of_instances.Box",
    .tp_basicsize = sizeof(BoxObject),
    .tp_dealloc = (destructor)box_dealloc,
    .tp_flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_BASETYPE,
    .tp_richcompare = box_compare,
    .tp_methods = box_methods,
    .tp_getset = box_getset,
    .tp_new = box_new,
};

static PyTypeObject Lid_Type = {
    PyVarObject_HEAD_INIT(NULL, 0)
    .tp_name = "types_of_instances.Lid",
    .tp_basicsize = sizeof(PyObject),
    .tp_flags = Py_TPFLAGS_DEFAULT,
    .tp_new = PyType_GenericNew,
};

static PyMethodDef functions[] = {
    {"lid_of", lid_of, METH_O, NULL},
    {NULL}
};

static struct PyModuleDef definition = {
    PyModuleDef_HEAD_INIT,
    .m_name = "types_of_instances",
    .m_size = -1,
    .m_methods = functions,
};

PyMODINIT_FUNC
PyInit_types_of_instances(void)
{
    PyObject *module;

    if (PyType_Ready(&Box_Type) < 0 || PyType_Ready(&Lid_Type) < 0)
        return NULL;
    module = PyModule_Create(&definition);
    if (module == NULL)
        return NULL;
    Py_INCREF(&Box_Type);
    if (PyModule_AddObject(module, "Box", (PyObject *)&Box_Type) < 0) {
        Py_DECREF(&Box_Type);
        Py_DECREF(module);
        return NULL;
    }
    return module;
}
