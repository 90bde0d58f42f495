/* An unnamed struct holds objects as well. */

#include <Python.h>

typedef struct {
    struct {
        PyObject *name;
        const char *text;
    } names[2];
} module_state;

static inline module_state *
get_module_state(PyObject *module)
{
    void *state = PyModule_GetState(module);
    assert(state != NULL);
    return (module_state *)state;
}

static PyObject *
name_of(PyObject *self, PyObject *arg)
{
    module_state *state = get_module_state(self);
    long at = PyLong_AsLong(arg);

    if (at < 0 || at > 1)
        return PyErr_Occurred() ? NULL : Py_NewRef(Py_None);
    return Py_NewRef(state->names[at].name);
}

static PyMethodDef functions[] = {{"name_of", name_of, METH_O, NULL}, {NULL}};

static int
module_traverse(PyObject *module, visitproc visit, void *arg)
{
    module_state *state = get_module_state(module);
    size_t i;
    for (i = 0; i < sizeof(state->names) / sizeof(state->names[0]); i++) {
        Py_VISIT(state->names[i].name);
    }
    return 0;
}

static int
module_clear(PyObject *module)
{
    module_state *state = get_module_state(module);
    size_t i;
    for (i = 0; i < sizeof(state->names) / sizeof(state->names[0]); i++) {
        Py_CLEAR(state->names[i].name);
    }
    return 0;
}

static void
module_free(void *module)
{
    module_clear((PyObject *)module);
}

static struct PyModuleDef def = {PyModuleDef_HEAD_INIT, "module", NULL,
    sizeof(module_state), functions, NULL, module_traverse, module_clear, module_free};

PyMODINIT_FUNC
PyInit_module(void)
{
    module_state *state;
    PyObject *m = PyModule_Create(&def);

    if (m == NULL)
        return NULL;
    state = get_module_state(m);
    state->names[0].text = "equal";
    state->names[1].text = "delete";
    if (state->names[0].name)
        abort();
    for (int i = 0; i < 2; i++)
        state->names[i].name = PyUnicode_InternFromString(state->names[i].text);
    return m;
}
