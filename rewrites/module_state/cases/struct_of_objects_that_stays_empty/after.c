/* Nothing writes the defaults, which start without an object: they hold none. */

#include <Python.h>

typedef struct {
    PyObject *hook;
    int depth;
} Options;

static Options defaults = {NULL, 10};

typedef struct {
    PyObject *calls;
} module_state;

static inline module_state *
get_module_state(PyObject *module)
{
    void *state = PyModule_GetState(module);
    assert(state != NULL);
    return (module_state *)state;
}

static PyObject *
apply(PyObject *self, PyObject *args)
{
    module_state *state = get_module_state(self);
    Options options = defaults;

    if (!PyArg_ParseTuple(args, "|Oi", &options.hook, &options.depth))
        return NULL;
    if (options.hook != NULL && PyList_Append(state->calls, options.hook) < 0)
        return NULL;
    return PyLong_FromLong(options.depth);
}

static PyMethodDef functions[] = {{"apply", apply, METH_VARARGS, NULL}, {NULL}};

static int
module_traverse(PyObject *module, visitproc visit, void *arg)
{
    module_state *state = get_module_state(module);
    Py_VISIT(state->calls);
    return 0;
}

static int
module_clear(PyObject *module)
{
    module_state *state = get_module_state(module);
    Py_CLEAR(state->calls);
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
    state->calls = PyList_New(0);
    if (state->calls == NULL || PyModule_AddObjectRef(m, "calls", state->calls) < 0) {
        Py_DECREF(m);
        return NULL;
    }
    return m;
}
