#include <Python.h>

typedef struct {
    PyObject *SizeError;
} sizes_state;

static inline sizes_state *
get_sizes_state(PyObject *module)
{
    void *state = PyModule_GetState(module);
    assert(state != NULL);
    return (sizes_state *)state;
}

static PyObject *
sizes(PyObject *self, PyObject *unused)
{
#define CHECK_SIZE(TYPE, SIZE) \
    if (sizeof(TYPE) != SIZE) { \
        PyErr_SetString(PyExc_SystemError, "another size of " #TYPE); \
        return NULL; \
    }

    CHECK_SIZE(char, 1);
    CHECK_SIZE(double, 8);
#undef CHECK_SIZE
    Py_RETURN_NONE;
}

static PyObject *
types(PyObject *self, PyObject *unused)
{
    sizes_state *state = get_sizes_state(self);

#define CHECK_SIZE(TYPE, EXPECTED) \
    if ((int)sizeof(TYPE) != EXPECTED) { \
        PyErr_Format(state->SizeError, "sizeof(%s) isn't %d", #TYPE, EXPECTED); \
        return NULL; \
    }

    CHECK_SIZE(unsigned char, 1);
    CHECK_SIZE(long long, 8);
    Py_RETURN_NONE;
#undef CHECK_SIZE
}

static PyMethodDef sizes_methods[] = {
    {"sizes", sizes, METH_NOARGS, NULL},
    {"types", types, METH_NOARGS, NULL},
    {NULL, NULL, 0, NULL},
};

static int
sizes_exec(PyObject *module)
{
    sizes_state *state = get_sizes_state(module);

    state->SizeError = PyErr_NewException("sizes.SizeError", NULL, NULL);
    return state->SizeError == NULL ? -1
           : PyModule_AddObjectRef(module, "SizeError", state->SizeError);
}

static PyModuleDef_Slot sizes_slots[] = {
    {Py_mod_exec, sizes_exec},
    {0, NULL}
};

static int
sizesmodule_traverse(PyObject *module, visitproc visit, void *arg)
{
    sizes_state *state = get_sizes_state(module);
    Py_VISIT(state->SizeError);
    return 0;
}

static int
sizesmodule_clear(PyObject *module)
{
    sizes_state *state = get_sizes_state(module);
    Py_CLEAR(state->SizeError);
    return 0;
}

static void
sizesmodule_free(void *module)
{
    sizesmodule_clear((PyObject *)module);
}

static struct PyModuleDef sizes_module = {
    PyModuleDef_HEAD_INIT,
    .m_name = "sizes",
    .m_methods = sizes_methods,
    .m_slots = sizes_slots,
    .m_size = sizeof(sizes_state),
    .m_traverse = sizesmodule_traverse,
    .m_clear = sizesmodule_clear,
    .m_free = sizesmodule_free,
};

PyMODINIT_FUNC
PyInit_sizes(void)
{
    return PyModuleDef_Init(&sizes_module);
}
