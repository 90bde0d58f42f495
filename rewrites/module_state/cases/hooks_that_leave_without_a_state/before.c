/* Hooks fetch the state, and leave if there is none: what is added to them comes behind that. */
#include <Python.h>

typedef struct {
    PyObject *error;
} shelf_state;

static PyObject *names;

static PyObject *
add(PyObject *module, PyObject *name)
{
    return PyLong_FromLong(PyList_Append(names, name));
}

static PyMethodDef shelf_methods[] = {
    {"add", add, METH_O, NULL},
    {NULL, NULL, 0, NULL},
};

static int
shelf_traverse(PyObject *module, visitproc visit, void *arg)
{
    shelf_state *state = PyModule_GetState(module);

    if (!state)
        return 0;
    Py_VISIT(state->error);
    return 0;
}

static int
shelf_clear(PyObject *module)
{
    shelf_state *state;

    state = PyModule_GetState(module);
    if (state == NULL) {
        return 0;
    }
    Py_CLEAR(state->error);
    return 0;
}

static int
shelf_exec(PyObject *module)
{
    shelf_state *state = PyModule_GetState(module);

    state->error = PyErr_NewException("shelf.Error", NULL, NULL);
    if (state->error == NULL)
        return -1;
    names = PyList_New(0);
    if (names == NULL)
        return -1;
    return 0;
}

static PyModuleDef_Slot shelf_slots[] = {
    {Py_mod_exec, shelf_exec},
    {0, NULL},
};

static struct PyModuleDef shelf_module = {
    PyModuleDef_HEAD_INIT,
    .m_name = "shelf",
    .m_size = sizeof(shelf_state),
    .m_methods = shelf_methods,
    .m_slots = shelf_slots,
    .m_traverse = shelf_traverse,
    .m_clear = shelf_clear,
};

PyMODINIT_FUNC
PyInit_shelf(void)
{
    return PyModuleDef_Init(&shelf_module);
}
