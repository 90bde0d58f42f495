/* Callbacks that are given no instance assert that what they work on are nodes. */
#include <Python.h>
#include <assert.h>

typedef struct {
    PyObject_HEAD
    long size;
} Node;

static PyTypeObject Node_Type;

#define Node_Check(op) PyObject_TypeCheck(op, &Node_Type)

static void
each(PyObject *list, void (*visit)(void *item, void *arg), void *arg)
{
    Py_ssize_t i;

    for (i = 0; i < PyList_GET_SIZE(list); i++) {
        visit(PyList_GET_ITEM(list, i), arg);
    }
}

static void
add_size(void *item, void *arg)
{
    PyObject *obj = (PyObject *)item;

    assert(Py_TYPE(obj) == &Node_Type);
    *(long *)arg += ((Node *)obj)->size;
}

static void
find_largest(void *item, void *arg)
{
    PyObject *obj = item;
    long *largest = arg;

    assert(Node_Check(obj));
    if (((Node *)obj)->size > *largest) {
        *largest = ((Node *)obj)->size;
    }
}

static int
check_nodes(PyObject *list)
{
    Py_ssize_t i;

    if (!PyList_Check(list)) {
        PyErr_SetString(PyExc_TypeError, "not a list");
        return -1;
    }
    for (i = 0; i < PyList_GET_SIZE(list); i++) {
        if (!Node_Check(PyList_GET_ITEM(list, i))) {
            PyErr_SetString(PyExc_TypeError, "not a node");
            return -1;
        }
    }
    return 0;
}

static PyObject *
measure(PyObject *module, PyObject *list)
{
    long total = 0, largest = 0;

    if (check_nodes(list) < 0) {
        return NULL;
    }
    each(list, add_size, &total);
    each(list, find_largest, &largest);
    return Py_BuildValue("ll", total, largest);
}

static PyObject *
tell(PyObject *kept, PyObject *unused)
{
    PyObject *obj = PyTuple_GET_ITEM(kept, 0);

    assert(PyObject_TypeCheck(obj, &Node_Type));
    return PyLong_FromLong(((Node *)obj)->size);
}

static PyMethodDef tell_def = {"tell", tell, METH_NOARGS, NULL};

static PyObject *
Node_teller(PyObject *self, PyObject *unused)
{
    PyObject *found, *kept = PyTuple_Pack(1, self);

    if (kept == NULL) {
        return NULL;
    }
    found = PyCFunction_New(&tell_def, kept);
    Py_DECREF(kept);
    return found;
}

static PyObject *
Node_new(PyTypeObject *type, PyObject *args, PyObject *kwargs)
{
    long size;
    Node *self;

    if (!PyArg_ParseTuple(args, "l:Node", &size)) {
        return NULL;
    }
    self = (Node *)type->tp_alloc(type, 0);
    if (self != NULL) {
        self->size = size;
    }
    return (PyObject *)self;
}

static PyMethodDef Node_methods[] = {
    {"teller", Node_teller, METH_NOARGS, NULL},
    {NULL, NULL, 0, NULL}
};

static PyTypeObject Node_Type = {
    PyVarObject_HEAD_INIT(NULL, 0)
    .tp_name = "assertions_in_callbacks.Node",
    .tp_basicsize = sizeof(Node),
    .tp_flags = Py_TPFLAGS_DEFAULT,
    .tp_methods = Node_methods,
    .tp_new = Node_new,
};

static PyMethodDef nodes_methods[] = {
    {"measure", measure, METH_O, NULL},
    {NULL, NULL, 0, NULL}
};

static struct PyModuleDef nodes_module = {
    PyModuleDef_HEAD_INIT,
    .m_name = "assertions_in_callbacks",
    .m_size = -1,
    .m_methods = nodes_methods,
};

PyMODINIT_FUNC
PyInit_assertions_in_callbacks(void)
{
    PyObject *module;

    if (PyType_Ready(&Node_Type) < 0) {
        return NULL;
    }
    module = PyModule_Create(&nodes_module);
    if (module == NULL) {
        return NULL;
    }
    Py_INCREF(&Node_Type);
    if (PyModule_AddObject(module, "Node", (PyObject *)&Node_Type) < 0) {
        Py_DECREF(&Node_Type);
        Py_DECREF(module);
        return NULL;
    }
    return module;
}
