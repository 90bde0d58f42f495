/* A callback that nothing leads to the module keeps in a variable what it returns at its end, a constant of an enum. */
#include <Python.h>

typedef enum { HANDLED, NOT_HANDLED, NEED_MEMORY } Result;

typedef Result (*Handler)(const char *message, void *data);

typedef struct {
    PyObject *seen;
} callback_that_keeps_its_result_state;

static inline callback_that_keeps_its_result_state *
get_callback_that_keeps_its_result_state(PyObject *module)
{
    void *state = PyModule_GetState(module);
    assert(state != NULL);
    return (callback_that_keeps_its_result_state *)state;
}

/* For callbacks: they find the module imported last of those that live. */
static inline int
keep_callback_that_keeps_its_result(PyObject *module)
{
    PyObject *dict = PyInterpreterState_GetDict(PyInterpreterState_Get());
    PyObject *modules, *remove, *reference;
    int result;

    if (dict == NULL) {
        PyErr_SetString(PyExc_RuntimeError, "the interpreter has no dict");
        return -1;
    }
    modules = PyDict_GetItemString(dict, "callback_that_keeps_its_result");
    if (modules == NULL) {
        modules = PyList_New(0);
        if (modules == NULL) {
            return -1;
        }
        result = PyDict_SetItemString(dict, "callback_that_keeps_its_result", modules);
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

static inline callback_that_keeps_its_result_state *
find_callback_that_keeps_its_result_state(void)
{
    PyObject *dict = PyInterpreterState_GetDict(PyInterpreterState_Get());
    PyObject *modules = dict == NULL ? NULL : PyDict_GetItemString(dict, "callback_that_keeps_its_result");
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
        PyErr_SetString(PyExc_RuntimeError, "callback_that_keeps_its_result is not imported any more");
        return NULL;
    }
    return get_callback_that_keeps_its_result_state(module);
}

static void *registered;    /* a Handler, as a library keeps it */

static Result
note(const char *message, void *data)
{
    callback_that_keeps_its_result_state *state;
    Result result;
    PyGILState_STATE gil = PyGILState_Ensure();
    PyObject *text = NULL;

    state = find_callback_that_keeps_its_result_state();
    if (state == NULL) {
        PyErr_WriteUnraisable(NULL);
        PyGILState_Release(gil);
        return NEED_MEMORY;
    }
    text = PyUnicode_FromString(message);
    if (!text) {
        PyErr_Clear();
        result = NEED_MEMORY;
        goto out;
    }
    if (PyList_Append(state->seen, text) < 0) {
        PyErr_Clear();
        result = NOT_HANDLED;
        goto out;
    }
    result = HANDLED;

out:
    Py_XDECREF(text);
    PyGILState_Release(gil);
    return result;
}

static PyObject *
send_to_handler(const char *message)
{
    Result result;

    Py_BEGIN_ALLOW_THREADS
    result = ((Handler)registered)(message, NULL);
    Py_END_ALLOW_THREADS
    return PyLong_FromLong(result);
}

static PyObject *
send(PyObject *module, PyObject *args)
{
    const char *message;

    if (!PyArg_ParseTuple(args, "s:send", &message)) {
        return NULL;
    }
    registered = (void *)note;
    return send_to_handler(message);
}

static PyObject *
messages(PyObject *module, PyObject *Py_UNUSED(ignored))
{
    callback_that_keeps_its_result_state *state = get_callback_that_keeps_its_result_state(module);

    return PySequence_List(state->seen);
}

static PyMethodDef functions[] = {
    {"send", send, METH_VARARGS, NULL},
    {"messages", messages, METH_NOARGS, NULL},
    {NULL, NULL, 0, NULL},
};

static int
callback_that_keeps_its_result_traverse(PyObject *module, visitproc visit, void *arg)
{
    callback_that_keeps_its_result_state *state = get_callback_that_keeps_its_result_state(module);
    Py_VISIT(state->seen);
    return 0;
}

static int
callback_that_keeps_its_result_clear(PyObject *module)
{
    callback_that_keeps_its_result_state *state = get_callback_that_keeps_its_result_state(module);
    Py_CLEAR(state->seen);
    return 0;
}

static void
callback_that_keeps_its_result_free(void *module)
{
    callback_that_keeps_its_result_clear((PyObject *)module);
}

static int callback_that_keeps_its_result_exec(PyObject *module);

static PyModuleDef_Slot callback_that_keeps_its_result_slots[] = {
    {Py_mod_exec, callback_that_keeps_its_result_exec},
    {Py_mod_exec, keep_callback_that_keeps_its_result},
#if PY_VERSION_HEX >= 0x030C0000
    {Py_mod_multiple_interpreters, Py_MOD_MULTIPLE_INTERPRETERS_SUPPORTED},
#endif
    {0, NULL}
};

static struct PyModuleDef definition = {
    PyModuleDef_HEAD_INIT,
    .m_name = "callback_that_keeps_its_result",
    .m_size = sizeof(callback_that_keeps_its_result_state),
    .m_methods = functions,
    .m_traverse = callback_that_keeps_its_result_traverse,
    .m_clear = callback_that_keeps_its_result_clear,
    .m_free = callback_that_keeps_its_result_free,
    .m_slots = callback_that_keeps_its_result_slots,
};

static int
callback_that_keeps_its_result_exec(PyObject *module)
{
    callback_that_keeps_its_result_state *state = get_callback_that_keeps_its_result_state(module);

    state->seen = PyList_New(0);
    if (state->seen == NULL) {
        return -1;
    }
    return 0;
}

PyMODINIT_FUNC
PyInit_callback_that_keeps_its_result(void)
{
    return PyModuleDef_Init(&definition);
}
