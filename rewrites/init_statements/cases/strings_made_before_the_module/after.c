#include <Python.h>

typedef struct {
    PyObject *str_label;
} shelves_state;

static inline shelves_state *
get_shelves_state(PyObject *module)
{
    void *state = PyModule_GetState(module);
    assert(state != NULL);
    return (shelves_state *)state;
}

static int
define_strings(shelves_state *state)
{
    state->str_label = PyUnicode_InternFromString("label");
    return state->str_label == NULL ? -1 : 0;
}

static PyObject *
label_of(PyObject *module, PyObject *object)
{
    shelves_state *state = get_shelves_state(module);

    return PyObject_GetAttr(object, state->str_label);
}

static PyMethodDef functions[] = {
    {"label_of", label_of, METH_O, NULL},
    {NULL, NULL, 0, NULL}
};

static int
shelves_exec(PyObject *module)
{
    shelves_state *state = get_shelves_state(module);

    /* The module's names. */
    if (define_strings(state) < 0)
        return -1;

    return PyModule_AddIntConstant(module, "shelves", 3);
}

static PyModuleDef_Slot shelves_slots[] = {
    {Py_mod_exec, shelves_exec},
    {0, NULL}
};

static int
shelvesmodule_traverse(PyObject *module, visitproc visit, void *arg)
{
    shelves_state *state = get_shelves_state(module);
    Py_VISIT(state->str_label);
    return 0;
}

static int
shelvesmodule_clear(PyObject *module)
{
    shelves_state *state = get_shelves_state(module);
    Py_CLEAR(state->str_label);
    return 0;
}

static void
shelvesmodule_free(void *module)
{
    shelvesmodule_clear((PyObject *)module);
}

static struct PyModuleDef shelves_def = {
    PyModuleDef_HEAD_INIT,
    .m_name = "shelves",
    .m_methods = functions,
    .m_slots = shelves_slots,
    .m_size = sizeof(shelves_state),
    .m_traverse = shelvesmodule_traverse,
    .m_clear = shelvesmodule_clear,
    .m_free = shelvesmodule_free,
};

PyMODINIT_FUNC
PyInit_shelves(void)
{
    return PyModuleDef_Init(&shelves_def);
}
