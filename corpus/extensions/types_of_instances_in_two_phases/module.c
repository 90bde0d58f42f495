/* The module is made in two phases already, and its static types are counted once too often here, and not where
   they are given away. */
#include <Python.h>

typedef struct {
    PyObject_HEAD
    long value;
} BoxObject;

static PyTypeObject Box_Type;

/* What the last box was made of. */
static PyObject *last_value;

static PyObject *
box_new(PyTypeObject *type, PyObject *args, PyObject *kwargs)
{
    BoxObject *self;
    PyObject *value;

    if (!PyArg_ParseTuple(args, "O", &value))
        return NULL;
    self = (BoxObject *)type->tp_alloc(type, 0);
    if (self == NULL)
        return NULL;
    Py_INCREF(type);
    Py_INCREF(type);
    Py_INCREF(type);
    self->value = PyLong_AsLong(value);
    if (self->value == -1 && PyErr_Occurred()) {
        Py_DECREF(self);
        return NULL;
    }
    Py_INCREF(value);
    Py_XDECREF(last_value);
    last_value = value;
    return (PyObject *)self;
}

static PyObject *
box_get_kind(BoxObject *self, void *closure)
{
    return (PyObject *)Py_TYPE(self);
}

static PyObject *
box_reduce(BoxObject *self, PyObject *unused)
{
    return Py_BuildValue("N(l)", Py_TYPE(self), self->value);
}

static PyMethodDef box_methods[] = {
    {"__reduce__", (PyCFunction)box_reduce, METH_NOARGS, NULL},
    {NULL}
};

static PyGetSetDef box_getset[] = {
    {"kind", (getter)box_get_kind, NULL, NULL, NULL},
    {NULL}
};

static PyTypeObject Box_Type = {
    PyVarObject_HEAD_INIT(NULL, 0)
    .tp_name = "types_of_instances_in_two_phases.Box",
    .tp_basicsize = sizeof(BoxObject),
    .tp_flags = Py_TPFLAGS_DEFAULT,
    .tp_methods = box_methods,
    .tp_getset = box_getset,
    .tp_new = box_new,
};

static PyObject *
get_last_value(PyObject *module, PyObject *unused)
{
    if (last_value == NULL)
        Py_RETURN_NONE;
    Py_INCREF(last_value);
    return last_value;
}

static PyObject *
is_box(PyObject *module, PyObject *object)
{
    PyTypeObject *expected = &Box_Type;

    return PyBool_FromLong(Py_TYPE(object) == expected);
}

static PyMethodDef functions[] = {
    {"last_value", get_last_value, METH_NOARGS, NULL},
    {"is_box", is_box, METH_O, NULL},
    {NULL}
};

static int
init_types(void)
{
    return PyType_Ready(&Box_Type);
}

static int
boxes_exec(PyObject *module)
{
    if (init_types() < 0)
        return -1;
    Py_INCREF(&Box_Type);
    if (PyModule_AddObject(module, "Box", (PyObject *)&Box_Type) < 0) {
        Py_DECREF(&Box_Type);
        return -1;
    }
    return 0;
}

static PyModuleDef_Slot slots[] = {
    {Py_mod_exec, boxes_exec},
    {0, NULL}
};

static struct PyModuleDef definition = {
    PyModuleDef_HEAD_INIT,
    .m_name = "types_of_instances_in_two_phases",
    .m_methods = functions,
    .m_slots = slots,
};

PyMODINIT_FUNC
PyInit_types_of_instances_in_two_phases(void)
{
    return PyModuleDef_Init(&definition);
}
