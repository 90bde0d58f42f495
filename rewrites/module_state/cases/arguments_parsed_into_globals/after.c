/* A call that fails fills no variable: what it filled has been counted up by the time that somebody sees it. */
#include <Python.h>

typedef struct {
    PyObject *list_class;
    PyObject *dict_class;
    PyObject *adapt;
    PyObject *title;
    PyObject *first;
    PyObject *second;
} shelf_state;

static inline shelf_state *
get_shelf_state(PyObject *module)
{
    void *state = PyModule_GetState(module);
    assert(state != NULL);
    return (shelf_state *)state;
}

static PyObject *
shelf_set_classes(PyObject *module, PyObject *args)
{
    shelf_state *state = get_shelf_state(module);

    if (!PyArg_ParseTuple(args, "OO:set_classes", &state->list_class, &state->dict_class))
        return NULL;
    Py_INCREF(state->list_class);
    Py_INCREF(state->dict_class);
    Py_RETURN_NONE;
}

static PyObject *
shelf_set_adapter(PyObject *module, PyObject *args)
{
    shelf_state *state = get_shelf_state(module);
    PyObject *old = state->adapt;

    if (PyArg_ParseTuple(args, "O", &state->adapt) == 0)
        return NULL;
    Py_INCREF(state->adapt);
    if (old == NULL)
        Py_RETURN_NONE;
    return old;
}

static PyObject *
shelf_set_title(PyObject *module, PyObject *args)
{
    shelf_state *state = get_shelf_state(module);

    if (PyArg_ParseTuple(args, "U;a text is wanted", &state->title)) {
        Py_INCREF(state->title);
        Py_RETURN_NONE;
    }
    return NULL;
}

static PyObject *
shelf_set_pair(PyObject *module, PyObject *args)
{
    shelf_state *state = get_shelf_state(module);

    if (!PyArg_UnpackTuple(args, "set_pair", 2, 2, &state->first, &state->second))
        return NULL;
    Py_INCREF(state->first);
    Py_INCREF(state->second);
    Py_RETURN_NONE;
}

static PyObject *
shelf_show(PyObject *module, PyObject *unused)
{
    shelf_state *state = get_shelf_state(module);

    if (state->list_class == NULL || state->adapt == NULL || state->title == NULL || state->first == NULL)
        Py_RETURN_NONE;
    return PyTuple_Pack(6, state->list_class, state->dict_class, state->adapt, state->title, state->first,
                        state->second);
}

static PyMethodDef shelf_functions[] = {
    {"set_classes", shelf_set_classes, METH_VARARGS, NULL},
    {"set_adapter", shelf_set_adapter, METH_VARARGS, NULL},
    {"set_title", shelf_set_title, METH_VARARGS, NULL},
    {"set_pair", shelf_set_pair, METH_VARARGS, NULL},
    {"show", shelf_show, METH_NOARGS, NULL},
    {NULL, NULL, 0, NULL}
};

static int
shelf_traverse(PyObject *module, visitproc visit, void *arg)
{
    shelf_state *state = get_shelf_state(module);
    Py_VISIT(state->list_class);
    Py_VISIT(state->dict_class);
    Py_VISIT(state->adapt);
    Py_VISIT(state->title);
    Py_VISIT(state->first);
    Py_VISIT(state->second);
    return 0;
}

static int
shelf_clear(PyObject *module)
{
    shelf_state *state = get_shelf_state(module);
    Py_CLEAR(state->list_class);
    Py_CLEAR(state->dict_class);
    Py_CLEAR(state->adapt);
    Py_CLEAR(state->title);
    Py_CLEAR(state->first);
    Py_CLEAR(state->second);
    return 0;
}

static void
shelf_free(void *module)
{
    shelf_clear((PyObject *)module);
}

static struct PyModuleDef shelf_module = {
    PyModuleDef_HEAD_INIT, "shelf", NULL, sizeof(shelf_state), shelf_functions,
    NULL, shelf_traverse, shelf_clear, shelf_free
};

PyMODINIT_FUNC
PyInit_shelf(void)
{
    return PyModule_Create(&shelf_module);
}
