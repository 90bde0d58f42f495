#include <Python.h>

/* Errors and detours lead to labels inside of branches; none of them touches what is kept. */

typedef struct {
    PyObject *name_str;
} labels_in_branches_state;

static inline labels_in_branches_state *
get_labels_in_branches_state(PyObject *module)
{
    void *state = PyModule_GetState(module);
    assert(state != NULL);
    return (labels_in_branches_state *)state;
}

static PyObject *
describe(PyObject *self, PyObject *item)
{
    labels_in_branches_state *state = get_labels_in_branches_state(self);
    PyObject *name = NULL, *text = NULL, *result = NULL;

    if (state->name_str == NULL) {
        state->name_str = PyUnicode_InternFromString("__name__");
        if (state->name_str == NULL)
            goto error;
    }
    if (PyType_Check(item)) {
        name = PyObject_GetAttr(item, state->name_str);
        if (name == NULL) {
            PyErr_Clear();
            goto unnamed;
        }
    }
    else {
  unnamed:
        name = PyObject_Repr(item);
        if (name == NULL)
            goto error;
    }
    text = PyUnicode_FromString("name: ");
    if (text == NULL)
        goto error;
    result = PyUnicode_Concat(text, name);
    if (0) {
  error:
        Py_CLEAR(result);
    }
    Py_XDECREF(name);
    Py_XDECREF(text);
    return result;
}

static PyMethodDef functions[] = {
    {"describe", describe, METH_O, "describe(item) -> text"},
    {NULL, NULL, 0, NULL}
};

static int
labels_in_branches_traverse(PyObject *module, visitproc visit, void *arg)
{
    labels_in_branches_state *state = get_labels_in_branches_state(module);
    Py_VISIT(state->name_str);
    return 0;
}

static int
labels_in_branches_clear(PyObject *module)
{
    labels_in_branches_state *state = get_labels_in_branches_state(module);
    Py_CLEAR(state->name_str);
    return 0;
}

static void
labels_in_branches_free(void *module)
{
    labels_in_branches_clear((PyObject *)module);
}

static struct PyModuleDef names_module = {
    PyModuleDef_HEAD_INIT,
    .m_name = "labels_in_branches",
    .m_size = sizeof(labels_in_branches_state),
    .m_methods = functions,
    .m_traverse = labels_in_branches_traverse,
    .m_clear = labels_in_branches_clear,
    .m_free = labels_in_branches_free,
};

PyMODINIT_FUNC
PyInit_labels_in_branches(void)
{
    return PyModule_Create(&names_module);
}
