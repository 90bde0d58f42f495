/* A helper calls a setter with an object that the setter takes for an instance, by a macro that casts it. */
#include <Python.h>

typedef struct {
    PyObject *names;
} ways_state;

static inline ways_state *
get_ways_state(PyObject *module)
{
    void *state = PyModule_GetState(module);
    assert(state != NULL);
    return (ways_state *)state;
}

static inline ways_state *
get_ways_state_by_type(PyTypeObject *type)
{
    void *state = PyType_GetModuleState(type);
    assert(state != NULL);
    return (ways_state *)state;
}

typedef struct {
    PyObject_HEAD
    long way;
} Context;

#define WAY(o) (((Context *)(o))->way)

static int
context_set_way(PyObject *self, PyObject *value, void *closure)
{
    ways_state *state = get_ways_state_by_type(Py_TYPE(self));
    long at = PyLong_AsLong(value);

    if (at < 0 || at >= PyTuple_GET_SIZE(state->names)) {
        PyErr_SetNone(PyExc_ValueError);
        return -1;
    }
    WAY(self) = at;
    return 0;
}

static PyGetSetDef context_getset[] = {
    {"way", NULL, context_set_way, NULL, NULL},
    {NULL, NULL, NULL, NULL, NULL}
};

static PyType_Slot Context_slots[] = {
    {Py_tp_getset, context_getset},
    {Py_tp_new, PyType_GenericNew},
    {0, NULL},
};

static PyType_Spec Context_spec = {
    .name = "ways.Context",
    .basicsize = sizeof(Context),
    .flags = Py_TPFLAGS_DEFAULT,
    .slots = Context_slots,
};

static int
set_all(PyObject *self, PyObject *way)
{
    if (way != Py_None && context_set_way(self, way, NULL) < 0) {
        return -1;
    }
    return 0;
}

static PyObject *
changed(PyObject *module, PyObject *args)
{
    PyObject *context, *way;

    if (!PyArg_ParseTuple(args, "OO", &context, &way) || set_all(PyTuple_GET_ITEM(context, 0), way) < 0) {
        return NULL;
    }
    Py_RETURN_NONE;
}

static PyMethodDef functions[] = {
    {"changed", changed, METH_VARARGS, NULL},
    {NULL, NULL, 0, NULL}
};

static int
ways_traverse(PyObject *module, visitproc visit, void *arg)
{
    ways_state *state = get_ways_state(module);
    Py_VISIT(state->names);
    return 0;
}

static int
ways_clear(PyObject *module)
{
    ways_state *state = get_ways_state(module);
    Py_CLEAR(state->names);
    return 0;
}

static void
ways_free(void *module)
{
    ways_clear((PyObject *)module);
}

static struct PyModuleDef definition = {
    PyModuleDef_HEAD_INIT,
    .m_name = "ways",
    .m_size = sizeof(ways_state),
    .m_methods = functions,
    .m_traverse = ways_traverse,
    .m_clear = ways_clear,
    .m_free = ways_free,
};

PyMODINIT_FUNC
PyInit_ways(void)
{
    ways_state *state;
    PyObject *module = PyModule_Create(&definition);
    PyObject *type;

    if (module == NULL) {
        return NULL;
    }
    state = get_ways_state(module);
    state->names = Py_BuildValue("(ss)", "up", "down");
    type = PyType_FromModuleAndSpec(module, &Context_spec, NULL);
    if (state->names == NULL || type == NULL || PyModule_AddObject(module, "Context", type) < 0) {
        Py_XDECREF(type);
        Py_DECREF(module);
        return NULL;
    }
    return module;
}
