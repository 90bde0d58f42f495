#include <Python.h>
#include <stdlib.h>

typedef struct {
    PyObject_HEAD
    PyObject *item;
} Box;

static PyTypeObject Box_Type;
static PyObject *box_error;     /* used where no state can be reached, and made at import */

static int
compare(const void *one, const void *two)
{
    long a = PyLong_AsLong(*(PyObject **)one), b = PyLong_AsLong(*(PyObject **)two);

    if (a < 0 || b < 0)
        PyErr_SetString(box_error, "negative");
    return (a > b) - (a < b);
}

static PyObject *
order(PyObject *module, PyObject *args)
{
    PyObject *pair[2];

    if (!PyArg_ParseTuple(args, "OO", &pair[0], &pair[1]))
        return NULL;
    qsort(pair, 2, sizeof(PyObject *), compare);
    if (PyErr_Occurred())
        return NULL;
    return Py_BuildValue("OO", pair[0], pair[1]);
}

static PyObject *
is_box(PyObject *module, PyObject *object)
{
    return PyBool_FromLong(PyObject_TypeCheck(object, &Box_Type));
}

static PyObject *
Box_get(Box *self, PyObject *unused)
{
    PyObject *item = self->item ? self->item : Py_None;
    Py_INCREF(item);
    return item;
}

static PyObject *
Box_set(Box *self, PyObject *item)
{
    Py_INCREF(item);
    Py_XSETREF(self->item, item);
    Py_RETURN_NONE;
}

static void
Box_dealloc(Box *self)
{
    Py_XDECREF(self->item);
    Py_TYPE(self)->tp_free((PyObject *)self);
}

static PyMethodDef Box_methods[] = {
    {"get", (PyCFunction)Box_get, METH_NOARGS, NULL},
    {"set", (PyCFunction)Box_set, METH_O, NULL},
    {NULL, NULL, 0, NULL}
};

static PyTypeObject Box_Type = {
    PyVarObject_HEAD_INIT(NULL, 0)
    .tp_name = "first_stage_of_two.Box",
    .tp_basicsize = sizeof(Box),
    .tp_flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_BASETYPE,
    .tp_new = PyType_GenericNew,
    .tp_dealloc = (destructor)Box_dealloc,
    .tp_methods = Box_methods,
};

static PyTypeObject Bag_Type = {
    PyVarObject_HEAD_INIT(NULL, 0)
    .tp_name = "first_stage_of_two.Bag",
    .tp_basicsize = sizeof(Box),
    .tp_flags = Py_TPFLAGS_DEFAULT,
    .tp_new = PyType_GenericNew,
    .tp_dealloc = (destructor)Box_dealloc,
    .tp_methods = Box_methods,
};

static PyMethodDef functions[] = {
    {"order", order, METH_VARARGS, NULL},
    {"is_box", is_box, METH_O, NULL},
    {NULL, NULL, 0, NULL}
};

static struct PyModuleDef orders_module = {PyModuleDef_HEAD_INIT, "first_stage_of_two", NULL, -1, functions};

PyMODINIT_FUNC
PyInit_first_stage_of_two(void)
{
    static PyTypeObject *types[] = {&Box_Type, &Bag_Type, NULL};
    PyObject *module;
    int i;

    module = PyModule_Create(&orders_module);
    if (module == NULL)
        return NULL;
    for (i = 0; types[i]; i++) {
        if (PyType_Ready(types[i]) < 0)
            goto error;
    }
    box_error = PyErr_NewException("first_stage_of_two.error", NULL, NULL);
    if (box_error == NULL)
        goto error;
    Py_INCREF(box_error);
    if (PyModule_AddObject(module, "error", box_error) < 0)
        goto error;
    Py_INCREF(&Box_Type);
    if (PyModule_AddObject(module, "Box", (PyObject *)&Box_Type) < 0)
        goto error;
    Py_INCREF(&Bag_Type);
    if (PyModule_AddObject(module, "Bag", (PyObject *)&Bag_Type) < 0)
        goto error;
    return module;

error:
    Py_DECREF(module);
    return NULL;
}
