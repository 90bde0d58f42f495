#include <Python.h>

/* Names of things: errors and detours lead to labels inside of branches. */

typedef struct {
    PyObject *name_str;
    PyObject *prefix;
} labels_inside_branches_state;

static inline labels_inside_branches_state *
get_labels_inside_branches_state(PyObject *module)
{
    void *state = PyModule_GetState(module);
    assert(state != NULL);
    return (labels_inside_branches_state *)state;
}

static PyObject *
name_of(PyObject *self, PyObject *item)
{
    labels_inside_branches_state *state =
        get_labels_inside_branches_state(self);
    PyObject *name = NULL, *result = NULL;

    if (state->name_str == NULL) {
        state->name_str = PyUnicode_InternFromString("__name__");
        if (state->name_str == NULL)
            goto error;
    }
    if (PyType_Check(item)) {
        name = PyObject_GetAttr(item, state->name_str);
        if (name == NULL)
            goto unnamed;
    }
    else {
        if (PyModule_Check(item)) {
            name = PyObject_GetAttr(item, state->name_str);
            if (name != NULL)
                goto named;
            goto unnamed;
        }
        if (0) {
  unnamed:
            PyErr_Clear();
        }
        name = PyObject_Repr(item);
        if (name == NULL)
            goto error;
    }
  named:
    if (state->prefix == NULL) {
        state->prefix = PyUnicode_FromString("name: ");
        if (state->prefix == NULL)
            goto error;
    }
    result = PyUnicode_Concat(state->prefix, name);
    if (0) {
  error:
        Py_CLEAR(state->prefix);
        Py_CLEAR(result);
    }
    Py_XDECREF(name);
    return result;
}

static PyMethodDef functions[] = {
    {"name_of", name_of, METH_O, "name_of(item) -> text"},
    {NULL, NULL, 0, NULL}
};

static int
labels_inside_branches_traverse(PyObject *module, visitproc visit, void *arg)
{
    labels_inside_branches_state *state =
        get_labels_inside_branches_state(module);
    Py_VISIT(state->name_str);
    Py_VISIT(state->prefix);
    return 0;
}

static int
labels_inside_branches_clear(PyObject *module)
{
    labels_inside_branches_state *state =
        get_labels_inside_branches_state(module);
    Py_CLEAR(state->name_str);
    Py_CLEAR(state->prefix);
    return 0;
}

static void
labels_inside_branches_free(void *module)
{
    labels_inside_branches_clear((PyObject *)module);
}

static PyModuleDef_Slot labels_inside_branches_slots[] = {
#if PY_VERSION_HEX >= 0x030C0000
    {Py_mod_multiple_interpreters, Py_MOD_PER_INTERPRETER_GIL_SUPPORTED},
#endif
    {0, NULL}
};

static struct PyModuleDef names_module = {
    PyModuleDef_HEAD_INIT,
    .m_name = "labels_inside_branches",
    .m_size = sizeof(labels_inside_branches_state),
    .m_methods = functions,
    .m_traverse = labels_inside_branches_traverse,
    .m_clear = labels_inside_branches_clear,
    .m_free = labels_inside_branches_free,
    .m_slots = labels_inside_branches_slots,
};

PyMODINIT_FUNC
PyInit_labels_inside_branches(void)
{
    return PyModuleDef_Init(&names_module);
}
