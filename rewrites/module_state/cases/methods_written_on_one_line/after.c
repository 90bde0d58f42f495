/* Macros that write functions on one line get a line for the state, and the statement stays below it. */
#include <Python.h>

typedef struct {
    PyObject *scale;
} scales_state;

static inline scales_state *
get_scales_state(PyObject *module)
{
    void *state = PyModule_GetState(module);
    assert(state != NULL);
    return (scales_state *)state;
}

static PyObject *
scaled(scales_state *state, PyObject *value)
{
    return PyNumber_Multiply(value, state->scale);
}

#define SCALED(NAME, CALL) \
    static PyObject *scaled_##NAME(PyObject *module, PyObject *value) \
    { scales_state *state = get_scales_state(module); \
      return scaled(state, CALL(value)); }

#define PLAIN(NAME) static PyObject *plain_##NAME(PyObject *module, PyObject *value) { \
    scales_state *state = get_scales_state(module); \
    return scaled(state, value); }

#define SAME(value) (value)

SCALED(width, SAME)
PLAIN(height)

static PyMethodDef functions[] = {
    {"width", scaled_width, METH_O, NULL},
    {"height", plain_height, METH_O, NULL},
    {NULL, NULL, 0, NULL}
};

static int
scales_traverse(PyObject *module, visitproc visit, void *arg)
{
    scales_state *state = get_scales_state(module);
    Py_VISIT(state->scale);
    return 0;
}

static int
scales_clear(PyObject *module)
{
    scales_state *state = get_scales_state(module);
    Py_CLEAR(state->scale);
    return 0;
}

static void
scales_free(void *module)
{
    scales_clear((PyObject *)module);
}

static struct PyModuleDef scales_module = {
    PyModuleDef_HEAD_INIT, "scales", NULL, sizeof(scales_state), functions,
    NULL, scales_traverse, scales_clear, scales_free
};

PyMODINIT_FUNC
PyInit_scales(void)
{
    scales_state *state;

    PyObject *module = PyModule_Create(&scales_module);
    if (module == NULL)
        return NULL;
    state = get_scales_state(module);
    state->scale = PyLong_FromLong(3);
    if (state->scale == NULL)
        return NULL;
    return module;
}
