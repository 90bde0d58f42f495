/* Each module starts with what the variables started with. */

#include <Python.h>

typedef struct {
    int limit;
    PyObject *kept[2];
    struct {
        PyObject *name;
        const char *text;
    } mode;
} module_state;

static inline module_state *
get_module_state(PyObject *module)
{
    void *state = PyModule_GetState(module);
    assert(state != NULL);
    return (module_state *)state;
}

static PyObject *
keep(PyObject *self, PyObject *arg)
{
    module_state *state = get_module_state(self);

    state->limit++;
    Py_INCREF(arg);
    Py_XSETREF(state->kept[state->limit % 2], arg);
    return PyUnicode_FromFormat("%d %U", state->limit, state->mode.name);
}

static PyMethodDef functions[] = {{"keep", keep, METH_O, NULL}, {NULL}};

static int
fill(PyObject *module)
{
    module_state *state = get_module_state(module);

    state->limit = 10;
    state->mode.text = "fast";
    state->mode.name = PyUnicode_InternFromString(state->mode.text);
    if (state->mode.name == NULL)
        return -1;
    return PyModule_AddIntConstant(module, "limit", state->limit);
}

static PyModuleDef_Slot slots[] = {{Py_mod_exec, fill}, {0, NULL}};

static int
module_traverse(PyObject *module, visitproc visit, void *arg)
{
    module_state *state = get_module_state(module);
    size_t i;
    for (i = 0; i < sizeof(state->kept) / sizeof(state->kept[0]); i++) {
        Py_VISIT(state->kept[i]);
    }
    Py_VISIT(state->mode.name);
    return 0;
}

static int
module_clear(PyObject *module)
{
    module_state *state = get_module_state(module);
    size_t i;
    for (i = 0; i < sizeof(state->kept) / sizeof(state->kept[0]); i++) {
        Py_CLEAR(state->kept[i]);
    }
    Py_CLEAR(state->mode.name);
    return 0;
}

static void
module_free(void *module)
{
    module_clear((PyObject *)module);
}

static struct PyModuleDef def = {
    PyModuleDef_HEAD_INIT,
    .m_name = "module",
    .m_size = sizeof(module_state),
    .m_methods = functions,
    .m_slots = slots,
    .m_traverse = module_traverse,
    .m_clear = module_clear,
    .m_free = module_free,
};

PyMODINIT_FUNC
PyInit_module(void)
{
    return PyModuleDef_Init(&def);
}
