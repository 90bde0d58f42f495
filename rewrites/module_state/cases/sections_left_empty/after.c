/* The heading of a section goes with all that stood below it; comments behind variables stay below each other. */
#include <Python.h>

/*---------------------------
|  Constants:
+--------------------------*/

typedef struct {
    PyObject *open_name;   /* == "open" */
    PyObject *close_name;  /* == "close" */
    PyTypeObject *kind;    /* what is accepted */
    PyObject *ShelfError;
    PyObject *last;
} sections_left_empty_state;

static inline sections_left_empty_state *
get_sections_left_empty_state(PyObject *module)
{
    void *state = PyModule_GetState(module);
    assert(state != NULL);
    return (sections_left_empty_state *)state;
}

/*---------------------------
|  Limits:
+--------------------------*/

#define MOST 3

/*---------------------------
|  Functions:
+--------------------------*/

static PyObject *
check(PyObject *self, PyObject *value)
{
    sections_left_empty_state *state = get_sections_left_empty_state(self);

    if (!PyObject_TypeCheck(value, state->kind)) {
        PyErr_SetObject(state->ShelfError, state->open_name);
        return NULL;
    }
    Py_XSETREF(state->last, Py_NewRef(state->close_name));
    return PyLong_FromLong(MOST);
}

static PyMethodDef methods[] = {
    {"check", check, METH_O, NULL},
    {NULL, NULL, 0, NULL},
};

static int
fill(PyObject *module)
{
    sections_left_empty_state *state = get_sections_left_empty_state(module);

    state->open_name = PyUnicode_FromString("open");
    state->close_name = PyUnicode_FromString("close");
    if (state->open_name == NULL || state->close_name == NULL) {
        return -1;
    }
    state->kind = (PyTypeObject *)Py_NewRef(&PyLong_Type);
    state->ShelfError = PyErr_NewException("shelf.ShelfError", NULL, NULL);
    if (state->ShelfError == NULL) {
        return -1;
    }
    return PyModule_AddObjectRef(module, "ShelfError", state->ShelfError);
}

static PyModuleDef_Slot slots[] = {
    {Py_mod_exec, fill},
    {0, NULL},
};

static int
sections_left_empty_traverse(PyObject *module, visitproc visit, void *arg)
{
    sections_left_empty_state *state = get_sections_left_empty_state(module);
    Py_VISIT(state->open_name);
    Py_VISIT(state->close_name);
    Py_VISIT(state->kind);
    Py_VISIT(state->ShelfError);
    Py_VISIT(state->last);
    return 0;
}

static int
sections_left_empty_clear(PyObject *module)
{
    sections_left_empty_state *state = get_sections_left_empty_state(module);
    Py_CLEAR(state->open_name);
    Py_CLEAR(state->close_name);
    Py_CLEAR(state->kind);
    Py_CLEAR(state->ShelfError);
    Py_CLEAR(state->last);
    return 0;
}

static void
sections_left_empty_free(void *module)
{
    sections_left_empty_clear((PyObject *)module);
}

static struct PyModuleDef def = {
    PyModuleDef_HEAD_INIT, .m_name = "sections_left_empty", .m_methods = methods, .m_slots = slots,
    .m_size = sizeof(sections_left_empty_state), .m_traverse = sections_left_empty_traverse,
    .m_clear = sections_left_empty_clear, .m_free = sections_left_empty_free,
};

PyMODINIT_FUNC
PyInit_sections_left_empty(void)
{
    return PyModuleDef_Init(&def);
}
