/* What only another build declares is named in a group inside of that build's: this is read as well, and follows. */

#include <Python.h>

typedef struct {
    PyObject *PenError;
} module_state;

static inline module_state *
get_module_state(PyObject *module)
{
    void *state = PyModule_GetState(module);
    assert(state != NULL);
    return (module_state *)state;
}

#ifdef WITH_PENS
static PyObject *
draw(PyObject *self, PyObject *arg)
{
#if PY_VERSION_HEX < 0x030B0000
    if (arg == Py_None) {
        module_state *state = get_module_state(self);

        PyErr_SetString(state->PenError, "nothing to draw");
        return NULL;
    }
#endif
    Py_RETURN_NONE;
}
#endif

static PyMethodDef functions[] = {
#ifdef WITH_PENS
    {"draw", draw, METH_O, NULL},
#endif
    {NULL, NULL, 0, NULL}
};

static int
module_traverse(PyObject *module, visitproc visit, void *arg)
{
    module_state *state = get_module_state(module);
    Py_VISIT(state->PenError);
    return 0;
}

static int
module_clear(PyObject *module)
{
    module_state *state = get_module_state(module);
    Py_CLEAR(state->PenError);
    return 0;
}

static void
module_free(void *module)
{
    module_clear((PyObject *)module);
}

static struct PyModuleDef def = {PyModuleDef_HEAD_INIT, "module", NULL, sizeof(module_state), functions,
    NULL, module_traverse, module_clear, module_free};

PyMODINIT_FUNC
PyInit_module(void)
{
    PyObject *m = PyModule_Create(&def);

    if (m == NULL)
        return NULL;
#ifdef WITH_PENS
    module_state *state = get_module_state(m);
    state->PenError = PyErr_NewException("module.PenError", NULL, NULL);
    if (state->PenError == NULL || PyObject_SetAttrString(m, "PenError", state->PenError) < 0) {
        Py_DECREF(m);
        return NULL;
    }
#endif
    return m;
}
