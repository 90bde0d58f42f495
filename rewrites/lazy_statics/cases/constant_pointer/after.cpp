// Constant pointers to objects of their own are no constants: each interpreter needs an object.
#include <Python.h>

typedef struct {
    PyObject *first;
    PyObject *second;
} constant_pointer_state;

static inline constant_pointer_state *get_constant_pointer_state(PyObject *module) {
    void *state = PyModule_GetState(module);
    assert(state != NULL);
    return (constant_pointer_state *)state;
}

static PyObject *names(PyObject *self, PyObject *unused) {
    constant_pointer_state *state = get_constant_pointer_state(self);
    if (state->first == NULL) {
        state->first = PyUnicode_FromString("first");
    }
    if (state->second == NULL) {
        state->second = PyUnicode_FromString("second");
    }
    if (state->first == NULL || state->second == NULL) {
        return NULL;
    }
    return PyTuple_Pack(2, state->first, state->second);
}

static PyMethodDef functions[] = {
    {"names", names, METH_NOARGS, NULL},
    {NULL, NULL, 0, NULL}
};

static int constant_pointer_traverse(PyObject *module, visitproc visit, void *arg) {
    constant_pointer_state *state = get_constant_pointer_state(module);
    Py_VISIT(state->first);
    Py_VISIT(state->second);
    return 0;
}

static int constant_pointer_clear(PyObject *module) {
    constant_pointer_state *state = get_constant_pointer_state(module);
    Py_CLEAR(state->first);
    Py_CLEAR(state->second);
    return 0;
}

static void constant_pointer_free(void *module) {
    constant_pointer_clear((PyObject *)module);
}

static PyModuleDef_Slot constant_pointer_slots[] = {
    {0, NULL}
};

static struct PyModuleDef pointers_module = {
    PyModuleDef_HEAD_INIT, "constant_pointer", NULL, sizeof(constant_pointer_state), functions,
    constant_pointer_slots, constant_pointer_traverse, constant_pointer_clear,
    constant_pointer_free
};

PyMODINIT_FUNC PyInit_constant_pointer(void) {
    return PyModuleDef_Init(&pointers_module);
}
