/* Callbacks that are given no instance assert that what they work on are nodes. */
#include <Python.h>
#include <assert.h>

#if PY_VERSION_HEX < 0x030A0000
#  define Py_TPFLAGS_IMMUTABLETYPE 0
#endif

typedef struct {
    PyObject_HEAD
    long size;
} Node;

typedef struct {
    PyTypeObject *Node_Type;
} assertions_in_callbacks_state;

static inline assertions_in_callbacks_state *
get_assertions_in_callbacks_state(PyObject *module)
{
    void *state = PyModule_GetState(module);
    assert(state != NULL);
    return (assertions_in_callbacks_state *)state;
}

#define Node_Check(state, op) PyObject_TypeCheck(op, (state)->Node_Type)

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

    *(long *)arg += ((Node *)obj)->size;
}

static void
find_largest(void *item, void *arg)
{
    PyObject *obj = item;
    long *largest = arg;

    if (((Node *)obj)->size > *largest) {
        *largest = ((Node *)obj)->size;
    }
}

static int
check_nodes(assertions_in_callbacks_state *state, PyObject *list)
{
    Py_ssize_t i;

    if (!PyList_Check(list)) {
        PyErr_SetString(PyExc_TypeError, "not a list");
        return -1;
    }
    for (i = 0; i < PyList_GET_SIZE(list); i++) {
        if (!Node_Check(state, PyList_GET_ITEM(list, i))) {
            PyErr_SetString(PyExc_TypeError, "not a node");
            return -1;
        }
    }
    return 0;
}

static PyObject *
measure(PyObject *module, PyObject *list)
{
    assertions_in_callbacks_state *state =
        get_assertions_in_callbacks_state(module);
    long total = 0, largest = 0;

    if (check_nodes(state, list) < 0) {
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

static PyType_Slot Node_slots[] = {
    {Py_tp_methods, Node_methods},
    {Py_tp_new, Node_new},
    {0, NULL},
};

static PyType_Spec Node_spec = {
    .name = "assertions_in_callbacks.Node",
    .basicsize = sizeof(Node),
    .flags = (Py_TPFLAGS_DEFAULT | Py_TPFLAGS_IMMUTABLETYPE),
    .slots = Node_slots,
};

static PyMethodDef nodes_methods[] = {
    {"measure", measure, METH_O, NULL},
    {NULL, NULL, 0, NULL}
};

static int
assertions_in_callbacks_traverse(PyObject *module, visitproc visit, void *arg)
{
    assertions_in_callbacks_state *state =
        get_assertions_in_callbacks_state(module);
    Py_VISIT(state->Node_Type);
    return 0;
}

static int
assertions_in_callbacks_clear(PyObject *module)
{
    assertions_in_callbacks_state *state =
        get_assertions_in_callbacks_state(module);
    Py_CLEAR(state->Node_Type);
    return 0;
}

static void
assertions_in_callbacks_free(void *module)
{
    assertions_in_callbacks_clear((PyObject *)module);
}

static int assertions_in_callbacks_exec(PyObject *module);

static PyModuleDef_Slot assertions_in_callbacks_slots[] = {
    {Py_mod_exec, assertions_in_callbacks_exec},
#if PY_VERSION_HEX >= 0x030C0000
    {Py_mod_multiple_interpreters, Py_MOD_PER_INTERPRETER_GIL_SUPPORTED},
#endif
    {0, NULL}
};

static struct PyModuleDef nodes_module = {
    PyModuleDef_HEAD_INIT,
    .m_name = "assertions_in_callbacks",
    .m_size = sizeof(assertions_in_callbacks_state),
    .m_methods = nodes_methods,
    .m_traverse = assertions_in_callbacks_traverse,
    .m_clear = assertions_in_callbacks_clear,
    .m_free = assertions_in_callbacks_free,
    .m_slots = assertions_in_callbacks_slots,
};

static int
assertions_in_callbacks_exec(PyObject *module)
{
    assertions_in_callbacks_state *state =
        get_assertions_in_callbacks_state(module);

    state->Node_Type =
        (PyTypeObject *)PyType_FromModuleAndSpec(module, &Node_spec, NULL);
    if (state->Node_Type == NULL) {
        return -1;
    }
    Py_INCREF(state->Node_Type);
    if (PyModule_AddObject(module, "Node", (PyObject *)state->Node_Type) < 0) {
        Py_DECREF(state->Node_Type);
        return -1;
    }
    return 0;
}

PyMODINIT_FUNC
PyInit_assertions_in_callbacks(void)
{
    return PyModuleDef_Init(&nodes_module);
}
