/* A table of functions in a capsule stays for those who keep its address; the error beside it moves. */
#include <Python.h>

typedef struct {
    int size;
    int (*doubled)(int number);
} Numbers_CAPI;

typedef struct {
    PyObject *NumberError;
} numbers_state;

static inline numbers_state *
get_numbers_state(PyObject *module)
{
    void *state = PyModule_GetState(module);
    assert(state != NULL);
    return (numbers_state *)state;
}

static Numbers_CAPI capi;

static int
doubled(int number)
{
    return 2 * number;
}

static PyObject *
numbers_fail(PyObject *module, PyObject *ignored)
{
    numbers_state *state = get_numbers_state(module);

    PyErr_SetString(state->NumberError, "no number");
    return NULL;
}

static PyMethodDef numbers_methods[] = {
    {"fail", numbers_fail, METH_NOARGS, NULL},
    {NULL, NULL},
};

static int
numbers_traverse(PyObject *module, visitproc visit, void *arg)
{
    numbers_state *state = get_numbers_state(module);
    Py_VISIT(state->NumberError);
    return 0;
}

static int
numbers_clear(PyObject *module)
{
    numbers_state *state = get_numbers_state(module);
    Py_CLEAR(state->NumberError);
    return 0;
}

static void
numbers_free(void *module)
{
    numbers_clear((PyObject *)module);
}

static struct PyModuleDef numbers = {PyModuleDef_HEAD_INIT, "numbers", NULL, sizeof(numbers_state),
    numbers_methods, NULL, numbers_traverse, numbers_clear, numbers_free};

PyMODINIT_FUNC
PyInit_numbers(void)
{
    numbers_state *state;
    PyObject *capsule;
    PyObject *module = PyModule_Create(&numbers);

    if (module == NULL) {
        return NULL;
    }
    state = get_numbers_state(module);
    if (state->NumberError == NULL) {
        state->NumberError = PyErr_NewException("numbers.NumberError", NULL, NULL);
        if (state->NumberError == NULL) {
            return NULL;
        }
    }
    capi.size = sizeof(capi);
    capi.doubled = doubled;
    capsule = PyCapsule_New(&capi, "numbers.capi", NULL);
    if (capsule == NULL || PyModule_AddObject(module, "capi", capsule) < 0) {
        return NULL;
    }
    return module;
}
