#include <Python.h>

typedef struct {
    PyObject *separator;
    PyObject *join_name;
} module_state;

static inline module_state *
get_module_state(PyObject *module)
{
    void *state = PyModule_GetState(module);
    assert(state != NULL);
    return (module_state *)state;
}

namespace {

class Writer {
public:
    Writer(module_state *state, PyObject *target);
    explicit Writer(module_state *state, const char *text)
        : state(state), target(PyUnicode_FromString(text)), owned(true) {}
    ~Writer() { if (owned) { Py_XDECREF(target); } }

    PyObject *join(PyObject *items) const;

    template <typename Visitor>
    void visit(Visitor &visitor) { visitor(target); }

private:
    module_state *state;
    PyObject *target;
    bool owned;
};

Writer::Writer(module_state *state, PyObject *target)
    : state(state),
      target(target),
      owned(false)
{
}

PyObject *
Writer::join(PyObject *items) const
{
    if (target == NULL) {
        return NULL;
    }
    return PyObject_CallMethodObjArgs(target, state->join_name, items, NULL);
}

template <typename Items>
PyObject *
joined(module_state *state, Items *items, int twice = 0)
{
    PyObject *first = Writer(state, state->separator).join(items);
    if (twice && first != NULL) {
        Py_DECREF(first);
        return joined<Items>(state, items, 0);
    }
    return first;
}

}  // namespace

static PyObject *
join(PyObject *self, PyObject *items)
{
    module_state *state = get_module_state(self);

    return joined(state, items, 1);
}

static PyObject *
dashed(PyObject *self, PyObject *items)
{
    module_state *state = get_module_state(self);
    Writer writer{state, "-"};
    auto run = [&](PyObject *what) { return writer.join(what); };
    return run(items);
}

static PyObject *
separated(PyObject *self, PyObject *unused)
{
    module_state *state = get_module_state(self);
    auto twice = [&]() { return PyUnicode_Concat(state->separator, state->separator); };
    return twice();
}

static PyMethodDef functions[] = {
    {"join", join, METH_O, NULL},
    {"dashed", dashed, METH_O, NULL},
    {"separated", separated, METH_NOARGS, NULL},
    {NULL, NULL, 0, NULL}
};

static int
module_traverse(PyObject *module, visitproc visit, void *arg)
{
    module_state *state = get_module_state(module);
    Py_VISIT(state->separator);
    Py_VISIT(state->join_name);
    return 0;
}

static int
module_clear(PyObject *module)
{
    module_state *state = get_module_state(module);
    Py_CLEAR(state->separator);
    Py_CLEAR(state->join_name);
    return 0;
}

static void
module_free(void *module)
{
    module_clear((PyObject *)module);
}

static struct PyModuleDef definition = {
    PyModuleDef_HEAD_INIT, "module", NULL, sizeof(module_state), functions, NULL,
    module_traverse, module_clear, module_free
};

PyMODINIT_FUNC
PyInit_module(void)
{
    module_state *state;
    PyObject *module = PyModule_Create(&definition);
    if (module == NULL) {
        return NULL;
    }
    state = get_module_state(module);
    state->separator = PyUnicode_FromString(", ");
    state->join_name = PyUnicode_InternFromString("join");
    if (state->separator == NULL || state->join_name == NULL) {
        Py_DECREF(module);
        return NULL;
    }
    return module;
}
