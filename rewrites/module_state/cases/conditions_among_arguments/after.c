/* A call that gets too long breaks between its arguments. */
#include <Python.h>

typedef struct {
    PyObject *RangeError;
} bytes_of_state;

static inline bytes_of_state *
get_bytes_of_state(PyObject *module)
{
    void *state = PyModule_GetState(module);
    assert(state != NULL);
    return (bytes_of_state *)state;
}

#define CHECK(state, condition, message)                 \
    if (!(condition)) {                                  \
        PyErr_SetString((state)->RangeError, (message)); \
        return NULL;                                     \
    }

static PyObject *
byte_of(PyObject *self, PyObject *number)
{
    bytes_of_state *state = get_bytes_of_state(self);
    long value = PyLong_AsLong(number);

    if (value == -1 && PyErr_Occurred())
        return NULL;
    CHECK(state, value >= -128 && value <= 127,
          "this is out of range (-128..127)");
    return PyLong_FromLong(value & 255);
}

static PyMethodDef methods[] = {
    {"byte_of", byte_of, METH_O, NULL},
    {NULL, NULL, 0, NULL}
};

static int
bytes_of_traverse(PyObject *module, visitproc visit, void *arg)
{
    bytes_of_state *state = get_bytes_of_state(module);
    Py_VISIT(state->RangeError);
    return 0;
}

static int
bytes_of_clear(PyObject *module)
{
    bytes_of_state *state = get_bytes_of_state(module);
    Py_CLEAR(state->RangeError);
    return 0;
}

static void
bytes_of_free(void *module)
{
    bytes_of_clear((PyObject *)module);
}

static struct PyModuleDef definition = {
    PyModuleDef_HEAD_INIT, "bytes_of", NULL, sizeof(bytes_of_state), methods,
    NULL, bytes_of_traverse, bytes_of_clear, bytes_of_free
};

PyMODINIT_FUNC
PyInit_bytes_of(void)
{
    bytes_of_state *state;
    PyObject *module = PyModule_Create(&definition);

    if (module == NULL)
        return NULL;
    state = get_bytes_of_state(module);
    state->RangeError = PyErr_NewException("bytes_of.RangeError", NULL, NULL);
    if (state->RangeError == NULL) {
        Py_DECREF(module);
        return NULL;
    }
    Py_INCREF(state->RangeError);
    if (PyModule_AddObject(module, "RangeError", state->RangeError) < 0) {
        Py_DECREF(state->RangeError);
        Py_DECREF(module);
        return NULL;
    }
    return module;
}
