#include <Python.h>

typedef struct {
    PyObject *table;
    PyObject *KeyTypeError;
} header_included_twice_state;

static inline header_included_twice_state *
get_header_included_twice_state(PyObject *module)
{
    void *state = PyModule_GetState(module);
    assert(state != NULL);
    return (header_included_twice_state *)state;
}

#define FUNCTION(name) text_##name
#define CHECK(key) PyUnicode_Check(key)
#include "shared.h"
#undef FUNCTION
#undef CHECK

#define FUNCTION(name) number_##name
#define CHECK(key) PyLong_Check(key)
#include "shared.h"
#undef FUNCTION
#undef CHECK

static PyMethodDef methods[] = {
    {"text_get", text_get, METH_O, NULL},
    {"number_get", number_get, METH_O, NULL},
    {NULL, NULL, 0, NULL}
};

static int
header_included_twice_traverse(PyObject *module, visitproc visit, void *arg)
{
    header_included_twice_state *state = get_header_included_twice_state(module);
    Py_VISIT(state->table);
    Py_VISIT(state->KeyTypeError);
    return 0;
}

static int
header_included_twice_clear(PyObject *module)
{
    header_included_twice_state *state = get_header_included_twice_state(module);
    Py_CLEAR(state->table);
    Py_CLEAR(state->KeyTypeError);
    return 0;
}

static void
header_included_twice_free(void *module)
{
    header_included_twice_clear((PyObject *)module);
}

static int header_included_twice_exec(PyObject *module);

static PyModuleDef_Slot header_included_twice_slots[] = {
    {Py_mod_exec, header_included_twice_exec},
#if PY_VERSION_HEX >= 0x030C0000
    {Py_mod_multiple_interpreters, Py_MOD_PER_INTERPRETER_GIL_SUPPORTED},
#endif
    {0, NULL}
};

static struct PyModuleDef header_included_twice_module = {
    PyModuleDef_HEAD_INIT,
    .m_name = "header_included_twice",
    .m_size = sizeof(header_included_twice_state),
    .m_methods = methods,
    .m_traverse = header_included_twice_traverse,
    .m_clear = header_included_twice_clear,
    .m_free = header_included_twice_free,
    .m_slots = header_included_twice_slots,
};

static int
header_included_twice_exec(PyObject *module)
{
    header_included_twice_state *state = get_header_included_twice_state(module);

    state->table = Py_BuildValue("{s:i,i:s}", "one", 1, 1, "one");
    if (state->table == NULL) {
        return -1;
    }
    state->KeyTypeError = PyErr_NewException("header_included_twice.KeyTypeError", PyExc_TypeError,
                                             NULL);
    if (state->KeyTypeError == NULL) {
        return -1;
    }
    Py_INCREF(state->KeyTypeError);
    if (PyModule_AddObject(module, "KeyTypeError", state->KeyTypeError) < 0) {
        Py_DECREF(state->KeyTypeError);
        return -1;
    }
    return 0;
}

PyMODINIT_FUNC
PyInit_header_included_twice(void)
{
    return PyModuleDef_Init(&header_included_twice_module);
}
