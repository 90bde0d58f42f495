#include <Python.h>

typedef struct {
    PyObject *name_str;
    PyObject *title_str;
    PyObject *size_of_size_str;
    PyObject *weight_of_size_str;
} module_state;

static inline module_state *
get_module_state(PyObject *module)
{
    void *state = PyModule_GetState(module);
    assert(state != NULL);
    return (module_state *)state;
}

static PyObject *
name_of(PyObject *module, PyObject *object)
{
    module_state *state = get_module_state(module);
    return PyObject_GetAttr(object, state->name_str);
}

static PyObject *
label_of(PyObject *module, PyObject *object)
{
    module_state *state = get_module_state(module);
    PyObject *name, *title, *label;

    name = PyObject_GetAttr(object, state->name_str);
    if (name == NULL)
        return NULL;
    title = PyObject_GetAttr(object, state->title_str);
    if (title == NULL) {
        Py_DECREF(name);
        return NULL;
    }
    label = PyUnicode_Concat(title, name);
    Py_DECREF(name);
    Py_DECREF(title);
    return label;
}

static PyObject *
rename_to(PyObject *module, PyObject *args)
{
    PyObject *object, *value;

    if (!PyArg_ParseTuple(args, "OO", &object, &value))
        return NULL;
    if (value != Py_None) {
        module_state *state = get_module_state(module);
        if (PyObject_SetAttr(object, state->name_str, value) < 0)
            return NULL;
    }
    Py_RETURN_NONE;
}

/* What does more than to fill variables stays, and so does what is read before. */
static PyObject *
size_of(PyObject *module, PyObject *object)
{
    module_state *state = get_module_state(module);
    int was_there = state->size_of_size_str != NULL;

    if (!state->size_of_size_str)
        state->size_of_size_str = PyUnicode_InternFromString("size");
    if (!state->size_of_size_str)
        return NULL;
    return Py_BuildValue("NO", PyObject_GetAttr(object, state->size_of_size_str), was_there ? Py_True : Py_False);
}

static PyObject *
weight_of(PyObject *module, PyObject *object)
{
    module_state *state = get_module_state(module);
    if (!state->weight_of_size_str) {
        state->weight_of_size_str = PyUnicode_FromString("weight");
        if (PyErr_WarnEx(PyExc_DeprecationWarning, "sizes are better", 1) < 0)
            return NULL;
    }
    return PyObject_GetAttr(object, state->weight_of_size_str);
}

static PyMethodDef methods[] = {
    {"name_of", name_of, METH_O, NULL},
    {"label_of", label_of, METH_O, NULL},
    {"rename_to", rename_to, METH_VARARGS, NULL},
    {"size_of", size_of, METH_O, NULL},
    {"weight_of", weight_of, METH_O, NULL},
    {NULL, NULL, 0, NULL}
};

static int
module_traverse(PyObject *module, visitproc visit, void *arg)
{
    module_state *state = get_module_state(module);
    Py_VISIT(state->name_str);
    Py_VISIT(state->title_str);
    Py_VISIT(state->size_of_size_str);
    Py_VISIT(state->weight_of_size_str);
    return 0;
}

static int
module_clear(PyObject *module)
{
    module_state *state = get_module_state(module);
    Py_CLEAR(state->name_str);
    Py_CLEAR(state->title_str);
    Py_CLEAR(state->size_of_size_str);
    Py_CLEAR(state->weight_of_size_str);
    return 0;
}

static void
module_free(void *module)
{
    module_clear((PyObject *)module);
}

static struct PyModuleDef moduledef = {
    PyModuleDef_HEAD_INIT, "module", NULL, sizeof(module_state), methods, NULL,
    module_traverse, module_clear, module_free
};

PyMODINIT_FUNC
PyInit_module(void)
{
    module_state *state;

    PyObject *module = PyModule_Create(&moduledef);
    if (module == NULL) {
        return NULL;
    }
    state = get_module_state(module);
    state->name_str = PyUnicode_InternFromString("name");
    if (state->name_str == NULL) {
        return NULL;
    }
    state->title_str = PyUnicode_InternFromString("title");
    if (state->title_str == NULL) {
        return NULL;
    }
    return module;
}
