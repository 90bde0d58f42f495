/*
 * A label that is made once and given out. The other unit declares it, further up in its file than
 * it is defined here, and doesn't use it any more.
 */
#include <Python.h>

typedef struct {
    PyObject *label;
} module_state;

static inline module_state *get_module_state(PyObject *module) {
    void *state = PyModule_GetState(module);
    assert(state != NULL);
    return (module_state *)state;
}

extern int count_of(PyObject *);

static PyObject *get(PyObject *module, PyObject *Py_UNUSED(ignored)) {
    module_state *state = get_module_state(module);

    Py_INCREF(state->label);
    return state->label;
}

static PyObject *count(PyObject *Py_UNUSED(module), PyObject *value) { return PyLong_FromLong(count_of(value)); }

static PyMethodDef methods[] = {
    {"get", get, METH_NOARGS, NULL},
    {"count", count, METH_O, NULL},
    {NULL, NULL, 0, NULL}
};

static int module_traverse(PyObject *module, visitproc visit, void *arg) {
    module_state *state = get_module_state(module);
    Py_VISIT(state->label);
    return 0;
}

static int module_clear(PyObject *module) {
    module_state *state = get_module_state(module);
    Py_CLEAR(state->label);
    return 0;
}

static void module_free(void *module) {
    module_clear((PyObject *)module);
}

static int module_exec(PyObject *module);

static PyModuleDef_Slot module_slots[] = {
    {Py_mod_exec, module_exec},
#if PY_VERSION_HEX >= 0x030C0000
    {Py_mod_multiple_interpreters, Py_MOD_PER_INTERPRETER_GIL_SUPPORTED},
#endif
    {0, NULL}
};

static struct PyModuleDef definition = {
    PyModuleDef_HEAD_INIT, "module", NULL, sizeof(module_state), methods, module_slots,
    module_traverse, module_clear, module_free
};

static int module_exec(PyObject *module) {
    module_state *state = get_module_state(module);

    state->label = PyUnicode_FromString("label");
    if (state->label == NULL) {
        return -1;
    }
    return 0;
}

PyMODINIT_FUNC PyInit_module(void) {
    return PyModuleDef_Init(&definition);
}
