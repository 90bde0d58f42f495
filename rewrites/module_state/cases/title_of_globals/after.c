/* Reads names of objects. */
#include <Python.h>

static int
has_name(PyObject *object, PyObject *name)
{
    return name != NULL && PyObject_HasAttr(object, name);
}

typedef struct {
    /* Interned strings to speed GetAttr etc. */
    PyObject *str_name;
    PyObject *str_size;
    PyObject *str_trace;
} shelf_state;

static inline shelf_state *
get_shelf_state(PyObject *module)
{
    void *state = PyModule_GetState(module);
    assert(state != NULL);
    return (shelf_state *)state;
}

static int
intern_strings(shelf_state *state)
{
    state->str_name = PyUnicode_InternFromString("name");
    state->str_size = PyUnicode_InternFromString("size");
#if PY_VERSION_HEX >= 0x030D0000
    state->str_trace = PyUnicode_InternFromString("trace");
    if (state->str_trace == NULL)
        return -1;
#endif
    return state->str_name == NULL || state->str_size == NULL ? -1 : 0;
}

static PyObject *
get_name(PyObject *module, PyObject *object)
{
    shelf_state *state = get_shelf_state(module);

#if PY_VERSION_HEX >= 0x030D0000
    if (has_name(object, state->str_trace))
        return PyObject_GetAttr(object, state->str_trace);
#endif
    if (has_name(object, state->str_size))
        return PyObject_GetAttr(object, state->str_size);
    return PyObject_GetAttr(object, state->str_name);
}

/* The functions of the module. */

static PyMethodDef shelf_methods[] = {
    {"get_name", get_name, METH_O, NULL},
    {NULL, NULL, 0, NULL}
};

static int
shelf_traverse(PyObject *module, visitproc visit, void *arg)
{
    shelf_state *state = get_shelf_state(module);
    Py_VISIT(state->str_name);
    Py_VISIT(state->str_size);
    Py_VISIT(state->str_trace);
    return 0;
}

static int
shelf_clear(PyObject *module)
{
    shelf_state *state = get_shelf_state(module);
    Py_CLEAR(state->str_name);
    Py_CLEAR(state->str_size);
    Py_CLEAR(state->str_trace);
    return 0;
}

static void
shelf_free(void *module)
{
    shelf_clear((PyObject *)module);
}

static struct PyModuleDef shelf_module = {
    PyModuleDef_HEAD_INIT,
    .m_name = "shelf",
    .m_size = sizeof(shelf_state),
    .m_methods = shelf_methods,
    .m_traverse = shelf_traverse,
    .m_clear = shelf_clear,
    .m_free = shelf_free,
};

PyMODINIT_FUNC
PyInit_shelf(void)
{
    shelf_state *state;

    PyObject *module = PyModule_Create(&shelf_module);
    if (module == NULL)
        return NULL;
    state = get_shelf_state(module);
    if (intern_strings(state) < 0)
        return NULL;
    return module;
}
