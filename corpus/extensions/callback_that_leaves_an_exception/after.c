#include <Python.h>

typedef struct {
    /* The function that is told of numbers, while walk() runs. */
    PyObject *visitor;

    /* The table of another module's C API, which begins with the type of weights. */
    void **weights;
} callback_that_leaves_an_exception_state;

static inline callback_that_leaves_an_exception_state *
get_callback_that_leaves_an_exception_state(PyObject *module)
{
    void *state = PyModule_GetState(module);
    assert(state != NULL);
    return (callback_that_leaves_an_exception_state *)state;
}

/* For callbacks: they find the module imported last of those that live. */
static inline int
keep_callback_that_leaves_an_exception(PyObject *module)
{
    PyObject *dict = PyInterpreterState_GetDict(PyInterpreterState_Get());
    PyObject *modules, *remove, *reference;
    int result;

    if (dict == NULL) {
        PyErr_SetString(PyExc_RuntimeError, "the interpreter has no dict");
        return -1;
    }
    modules = PyDict_GetItemString(dict, "callback_that_leaves_an_exception");
    if (modules == NULL) {
        modules = PyList_New(0);
        if (modules == NULL) {
            return -1;
        }
        result = PyDict_SetItemString(dict, "callback_that_leaves_an_exception", modules);
        Py_DECREF(modules);
        if (result < 0) {
            return -1;
        }
    }
    remove = PyObject_GetAttrString(modules, "remove");
    if (remove == NULL) {
        return -1;
    }
    reference = PyWeakref_NewRef(module, remove);
    Py_DECREF(remove);
    if (reference == NULL) {
        return -1;
    }
    result = PyList_Append(modules, reference);
    Py_DECREF(reference);
    return result;
}

static inline callback_that_leaves_an_exception_state *
find_callback_that_leaves_an_exception_state(void)
{
    PyObject *dict = PyInterpreterState_GetDict(PyInterpreterState_Get());
    PyObject *modules = dict == NULL ? NULL
        : PyDict_GetItemString(dict, "callback_that_leaves_an_exception");
    Py_ssize_t count = modules == NULL ? 0 : PyList_GET_SIZE(modules);
    PyObject *reference = count == 0 ? NULL : PyList_GET_ITEM(modules, count - 1);
    PyObject *module = NULL;

#if PY_VERSION_HEX >= 0x030D0000
    if (reference != NULL && PyWeakref_GetRef(reference, &module) > 0) {
        Py_DECREF(module);
    }
#else
    if (reference != NULL && PyWeakref_GetObject(reference) != Py_None) {
        module = PyWeakref_GetObject(reference);
    }
#endif
    if (module == NULL) {
        PyErr_SetString(PyExc_RuntimeError,
                        "callback_that_leaves_an_exception is not imported any more");
        return NULL;
    }
    return get_callback_that_leaves_an_exception_state(module);
}

#define IS_WEIGHT(state, thing) \
    PyObject_TypeCheck((thing), (PyTypeObject *)(state)->weights[0])

/* Go through numbers until a visit says otherwise, like the functions of some libraries. */
static int
each(const double *numbers, size_t count, int (*visit)(double))
{
    for (size_t i = 0; i < count; i++) {
        int found = visit(numbers[i]);

        if (found != 0) {
            return found;
        }
    }
    return 0;
}

static int
visit_number(double number)
{
    callback_that_leaves_an_exception_state *state =
        find_callback_that_leaves_an_exception_state();
    PyObject *result;
    int found;

    if (state == NULL) {
        return -1;
    }
    result = PyObject_CallFunction(state->visitor, "d", number);
    if (result == NULL) {
        return -1;
    }
    found = result != Py_None;
    Py_DECREF(result);
    return found;
}

static int (*const visits[])(double) = {visit_number};

static PyObject *
walk(PyObject *self, PyObject *args)
{
    callback_that_leaves_an_exception_state *state =
        find_callback_that_leaves_an_exception_state();
    static const double numbers[] = {0.5, 1.5, 2.5};
    PyObject *function = NULL;
    int found = 0;

    if (state == NULL) {
        return NULL;
    }
    if (!PyArg_ParseTuple(args, "|O:walk", &function)) {
        return NULL;
    }
    if (function != NULL && IS_WEIGHT(state, function)) {
        PyErr_SetString(PyExc_ValueError, "a weight can't be told of anything");
        return NULL;
    }
    if (function != NULL && !PyCallable_Check(function)) {
        PyErr_SetString(PyExc_TypeError, "a function is needed");
        return NULL;
    }
    Py_XINCREF(function);
    Py_XSETREF(state->visitor, function);
    if (function != NULL) {
        found = each(numbers, sizeof(numbers) / sizeof(*numbers), visits[0]);
    }
    if (found < 0) {
        return NULL;
    }
    return PyBool_FromLong(found);
}

static PyMethodDef methods[] = {
    {"walk", walk, METH_VARARGS, NULL},
    {NULL, NULL, 0, NULL}
};

static int
callback_that_leaves_an_exception_traverse(PyObject *module, visitproc visit, void *arg)
{
    callback_that_leaves_an_exception_state *state =
        get_callback_that_leaves_an_exception_state(module);
    Py_VISIT(state->visitor);
    return 0;
}

static int
callback_that_leaves_an_exception_clear(PyObject *module)
{
    callback_that_leaves_an_exception_state *state =
        get_callback_that_leaves_an_exception_state(module);
    Py_CLEAR(state->visitor);
    return 0;
}

static void
callback_that_leaves_an_exception_free(void *module)
{
    callback_that_leaves_an_exception_clear((PyObject *)module);
}

static int callback_that_leaves_an_exception_exec(PyObject *module);

static PyModuleDef_Slot callback_that_leaves_an_exception_slots[] = {
    {Py_mod_exec, callback_that_leaves_an_exception_exec},
    {Py_mod_exec, keep_callback_that_leaves_an_exception},
#if PY_VERSION_HEX >= 0x030C0000
    {Py_mod_multiple_interpreters, Py_MOD_PER_INTERPRETER_GIL_SUPPORTED},
#endif
    {0, NULL}
};

static PyModuleDef definition = {
    PyModuleDef_HEAD_INIT,
    .m_name = "callback_that_leaves_an_exception",
    .m_size = sizeof(callback_that_leaves_an_exception_state),
    .m_methods = methods,
    .m_traverse = callback_that_leaves_an_exception_traverse,
    .m_clear = callback_that_leaves_an_exception_clear,
    .m_free = callback_that_leaves_an_exception_free,
    .m_slots = callback_that_leaves_an_exception_slots,
};

static int
callback_that_leaves_an_exception_exec(PyObject *module)
{
    callback_that_leaves_an_exception_state *state =
        get_callback_that_leaves_an_exception_state(module);

    state->weights = (void **)PyCapsule_Import("capsule_table._API", 0);
    if (state->weights == NULL) {
        return -1;
    }
    return 0;
}

PyMODINIT_FUNC
PyInit_callback_that_leaves_an_exception(void)
{
    return PyModuleDef_Init(&definition);
}
