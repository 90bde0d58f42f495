/* A library calls back with its own structure, in front of ours, and wants a number for what went wrong. */
#include "codes.h"

#if PY_VERSION_HEX < 0x030A0000
#  define Py_TPFLAGS_IMMUTABLETYPE 0
#  define Py_TPFLAGS_DISALLOW_INSTANTIATION 0
#endif

typedef struct {
    PyObject_HEAD
    int number;
} Key;

typedef struct {
    source head;
    PyObject *handler;
} python_source;

typedef struct {
    PyTypeObject *KeyType;
} callbacks_that_give_codes_state;

static inline callbacks_that_give_codes_state *
get_callbacks_that_give_codes_state(PyObject *module)
{
    void *state = PyModule_GetState(module);
    assert(state != NULL);
    return (callbacks_that_give_codes_state *)state;
}

/* For callbacks: they find the module imported last of those that live. */
static inline int
keep_callbacks_that_give_codes(PyObject *module)
{
    PyObject *dict = PyInterpreterState_GetDict(PyInterpreterState_Get());
    PyObject *modules, *remove, *reference;
    int result;

    if (dict == NULL) {
        PyErr_SetString(PyExc_RuntimeError, "the interpreter has no dict");
        return -1;
    }
    modules = PyDict_GetItemString(dict, "callbacks_that_give_codes");
    if (modules == NULL) {
        modules = PyList_New(0);
        if (modules == NULL) {
            return -1;
        }
        result = PyDict_SetItemString(dict, "callbacks_that_give_codes", modules);
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

static inline callbacks_that_give_codes_state *
find_callbacks_that_give_codes_state(void)
{
    PyObject *dict = PyInterpreterState_GetDict(PyInterpreterState_Get());
    PyObject *modules = dict == NULL ? NULL : PyDict_GetItemString(dict, "callbacks_that_give_codes");
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
        PyErr_SetString(PyExc_RuntimeError, "callbacks_that_give_codes is not imported any more");
        return NULL;
    }
    return get_callbacks_that_give_codes_state(module);
}

static PyObject *
key_from_number(callbacks_that_give_codes_state *state, int number)
{
    Key *key = (Key *)state->KeyType->tp_alloc(state->KeyType, 0);

    if (key == NULL)
        return NULL;
    key->number = number;
    return (PyObject *)key;
}

/* NULL is no failure here: there is no key for numbers below zero. */
static PyObject *
key_or_nothing(callbacks_that_give_codes_state *state, int number)
{
    return number < 0 ? NULL : key_from_number(state, number);
}

static int
source_read(source *head, int number)
{
    callbacks_that_give_codes_state *state = find_callbacks_that_give_codes_state();

    if (state == NULL)
        return CODE_USER;

    python_source *self = (python_source *)head;

    PyObject *key = key_from_number(state, number);
    if (key == NULL)
        return CODE_USER;

    PyObject *result = PyObject_CallFunctionObjArgs(self->handler, key, NULL);
    Py_DECREF(key);
    if (result == NULL)
        return code_of_exception();

    int is_true = PyObject_IsTrue(result);
    Py_DECREF(result);
    return is_true;
}

static int
source_write(source *head, int number)
{
    callbacks_that_give_codes_state *state = find_callbacks_that_give_codes_state();
    python_source *self = (python_source *)head;
    int code;
    PyObject *key = NULL, *result = NULL;

    if (state == NULL)
        return code_of_exception();
    if ((key = key_from_number(state, number)) == NULL)
        goto failed;
    result = PyObject_CallFunctionObjArgs(self->handler, key, NULL);
    code = code_of_exception();
done:
    Py_XDECREF(key);
    Py_XDECREF(result);
    return code;
failed:
    code = CODE_USER;
    goto done;
}

static int
source_each(source *head, int number)
{
    callbacks_that_give_codes_state *state = find_callbacks_that_give_codes_state();
    python_source *self = (python_source *)head;
    int each;

    if (state == NULL) {
        return code_of_exception();
    }
    for (each = 0; each < number; each++) {
        PyObject *key = key_from_number(state, each);
        PyObject *result = key != NULL ? PyObject_CallFunctionObjArgs(self->handler, key, NULL) : NULL;
        Py_XDECREF(key);
        Py_XDECREF(result);
    }
    return code_of_exception();
}

static int
source_find(source *head, int number)
{
    callbacks_that_give_codes_state *state = find_callbacks_that_give_codes_state();
    python_source *self = (python_source *)head;
    PyObject *key;

    if (state == NULL) {
        PyErr_WriteUnraisable(NULL);
        return CODE_MISSING;
    }
    if (!(key = key_or_nothing(state, number)))
        return CODE_OK;
    PyObject *result = PyObject_CallFunctionObjArgs(self->handler, key, NULL);
    Py_DECREF(key);
    if (result == NULL) {
        PyErr_WriteUnraisable(self->handler);
        return CODE_MISSING;
    }
    Py_DECREF(result);
    return 1;
}

static int
source_list(source *head, int number)
{
    callbacks_that_give_codes_state *state = find_callbacks_that_give_codes_state();

    if (state == NULL)
        return CODE_USER;

    python_source *self = (python_source *)head;
    int error;

    PyObject *key = key_from_number(state, number);
    if (key == NULL)
        return CODE_USER;

    error = PyList_Append(self->handler, key);
    Py_DECREF(key);

    if (error < 0)
        return CODE_USER;

    return 0;
}

static PyObject *
ask(PyObject *module, PyObject *args)
{
    python_source own = {{source_read, source_write, source_each, source_find, source_list}, NULL};
    source *head = &own.head;
    int which, number, code;

    if (!PyArg_ParseTuple(args, "iiO:ask", &which, &number, &own.handler))
        return NULL;
    code = which == 0   ? head->read(head, number)
           : which == 1 ? head->write(head, number)
           : which == 2 ? head->each(head, number)
           : which == 3 ? head->find(head, number)
                        : head->list(head, number);
    if (PyErr_Occurred())
        return NULL;
    return PyLong_FromLong(code);
}

static PyObject *
Key_repr(Key *self)
{
    return PyUnicode_FromFormat("Key(%d)", self->number);
}

/* Protocols 0 and 1 would write what nobody can read. */
static PyObject *
Key_reduce(PyObject *self, PyObject *Py_UNUSED(ignored))
{
    PyErr_Format(PyExc_TypeError, "cannot pickle '%.100s' object", Py_TYPE(self)->tp_name);
    return NULL;
}

static PyMethodDef Key_methods[] = {
    {"__reduce__", Key_reduce, METH_NOARGS, NULL},
    {NULL}
};

static PyType_Slot Key_slots[] = {
    {Py_tp_repr, Key_repr},
    {Py_tp_methods, Key_methods},
    {0, NULL},
};

static PyType_Spec Key_spec = {
    .name = "callbacks_that_give_codes.Key",
    .basicsize = sizeof(Key),
    .flags = (Py_TPFLAGS_DEFAULT | Py_TPFLAGS_DISALLOW_INSTANTIATION |
              Py_TPFLAGS_IMMUTABLETYPE),
    .slots = Key_slots,
};

static PyMethodDef codes_methods[] = {
    {"ask", ask, METH_VARARGS, NULL},
    {NULL, NULL, 0, NULL}
};

static int
callbacks_that_give_codes_traverse(PyObject *module, visitproc visit, void *arg)
{
    callbacks_that_give_codes_state *state = get_callbacks_that_give_codes_state(module);
    Py_VISIT(state->KeyType);
    return 0;
}

static int
callbacks_that_give_codes_clear(PyObject *module)
{
    callbacks_that_give_codes_state *state = get_callbacks_that_give_codes_state(module);
    Py_CLEAR(state->KeyType);
    return 0;
}

static void
callbacks_that_give_codes_free(void *module)
{
    callbacks_that_give_codes_clear((PyObject *)module);
}

static int callbacks_that_give_codes_exec(PyObject *m);

static PyModuleDef_Slot callbacks_that_give_codes_slots[] = {
    {Py_mod_exec, callbacks_that_give_codes_exec},
    {Py_mod_exec, keep_callbacks_that_give_codes},
#if PY_VERSION_HEX >= 0x030C0000
    {Py_mod_multiple_interpreters, Py_MOD_PER_INTERPRETER_GIL_SUPPORTED},
#endif
    {0, NULL}
};

static struct PyModuleDef codes_module = {
    PyModuleDef_HEAD_INIT,
    .m_name = "callbacks_that_give_codes",
    .m_size = sizeof(callbacks_that_give_codes_state),
    .m_methods = codes_methods,
    .m_traverse = callbacks_that_give_codes_traverse,
    .m_clear = callbacks_that_give_codes_clear,
    .m_free = callbacks_that_give_codes_free,
    .m_slots = callbacks_that_give_codes_slots,
};

static int
callbacks_that_give_codes_exec(PyObject *m)
{
    callbacks_that_give_codes_state *state = get_callbacks_that_give_codes_state(m);

    state->KeyType = (PyTypeObject *)PyType_FromModuleAndSpec(m, &Key_spec, NULL);
    if (state->KeyType == NULL)
        return -1;
#if PY_VERSION_HEX < 0x030A0000
    /* Py_TPFLAGS_DISALLOW_INSTANTIATION */
    state->KeyType->tp_new = NULL;
#endif
    ADD_CODE(m, CODE_OK)
    ADD_CODE(m, CODE_MISSING)
    ADD_CODE(m, CODE_USER)
    Py_INCREF(state->KeyType);
    if (PyModule_AddObject(m, "Key", (PyObject *)state->KeyType) < 0) {
        Py_DECREF(state->KeyType);
        return -1;
    }
    return 0;
}

PyMODINIT_FUNC
PyInit_callbacks_that_give_codes(void)
{
    return PyModuleDef_Init(&codes_module);
}
