#include <Python.h>

/* A writer whose library calls back for each value; one kind of values is known by a class of the module. */

static int writer_traverse(PyObject *module, visitproc visit, void *arg);
static int writer_clear(PyObject *module);
static PyObject *sum_of(PyObject *module, PyObject *values);

static PyMethodDef functions[] = {
    {"sum_of", sum_of, METH_O, "sum_of(list) -> number, special values counting twice"},
    {NULL}
};

typedef struct {
    PyObject *special;
    PyObject *module;  /* borrowed: the module owns this state */
} writer_state;

#define writer_state(o) ((writer_state *)PyModule_GetState(o))

/* For callbacks: they find the module imported last of those that live. */
static inline int
keep_lookup_that_a_callback_reaches(PyObject *module)
{
    PyObject *dict = PyInterpreterState_GetDict(PyInterpreterState_Get());
    PyObject *modules, *remove, *reference;
    int result;

    if (dict == NULL) {
        PyErr_SetString(PyExc_RuntimeError, "the interpreter has no dict");
        return -1;
    }
    modules = PyDict_GetItemString(dict, "lookup_that_a_callback_reaches");
    if (modules == NULL) {
        modules = PyList_New(0);
        if (modules == NULL) {
            return -1;
        }
        result = PyDict_SetItemString(dict, "lookup_that_a_callback_reaches", modules);
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

static inline writer_state *
find_lookup_that_a_callback_reaches_state(void)
{
    PyObject *dict = PyInterpreterState_GetDict(PyInterpreterState_Get());
    PyObject *modules = dict == NULL ? NULL
        : PyDict_GetItemString(dict, "lookup_that_a_callback_reaches");
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
                        "lookup_that_a_callback_reaches is not imported any more");
        return NULL;
    }
    return writer_state(module);
}

static void
writer_free(void *module)
{
    writer_clear((PyObject *)module);
}

static int lookup_that_a_callback_reaches_exec(PyObject *module);

static PyModuleDef_Slot lookup_that_a_callback_reaches_slots[] = {
    {Py_mod_exec, lookup_that_a_callback_reaches_exec},
    {Py_mod_exec, keep_lookup_that_a_callback_reaches},
#if PY_VERSION_HEX >= 0x030C0000
    {Py_mod_multiple_interpreters, Py_MOD_PER_INTERPRETER_GIL_SUPPORTED},
#endif
    {0, NULL}
};

static struct PyModuleDef definition = {
    PyModuleDef_HEAD_INIT,
    "lookup_that_a_callback_reaches",
    "A writer.",
    sizeof(writer_state),
    functions,
    lookup_that_a_callback_reaches_slots,
    writer_traverse,
    writer_clear,
    writer_free
};

static int
is_special(PyObject *object)
{
    writer_state *state = find_lookup_that_a_callback_reaches_state();

    if (state == NULL) {
        PyErr_Clear();
        return 0;
    }

    PyObject *module = state->module;
    if (module == NULL)
        return 0;
    int result = PyObject_IsInstance(object, writer_state(module)->special);
    if (result < 0) {
        PyErr_Clear();
        return 0;
    }
    return result;
}

typedef void (*value_callback)(void *value, long *weight);

static void
weigh(void *value, long *weight)
{
    PyObject *object = value;

    if (PyLong_CheckExact(object)) {
        *weight = PyLong_AsLong(object);
        return;
    }
    *weight = is_special(object) ? 2 : 1;
}

/* The library's. */
static long
library_sum(void **values, Py_ssize_t count, value_callback callback)
{
    long sum = 0, weight;

    while (count-- > 0) {
        callback(values[count], &weight);
        sum += weight;
    }
    return sum;
}

static PyObject *
sum_of(PyObject *module, PyObject *values)
{
    void **items;
    Py_ssize_t index, count;
    long sum;

    if (!PyList_Check(values)) {
        PyErr_SetString(PyExc_TypeError, "a list is needed");
        return NULL;
    }
    count = PyList_GET_SIZE(values);
    items = PyMem_Malloc(sizeof(void *) * (count + 1));
    if (items == NULL)
        return PyErr_NoMemory();
    for (index = 0; index < count; index++)
        items[index] = PyList_GET_ITEM(values, index);
    sum = library_sum(items, count, weigh);
    PyMem_Free(items);
    return PyLong_FromLong(sum);
}

static int
writer_traverse(PyObject *module, visitproc visit, void *arg)
{
    Py_VISIT(writer_state(module)->special);
    return 0;
}

static int
writer_clear(PyObject *module)
{
    Py_CLEAR(writer_state(module)->special);
    return 0;
}

static int
lookup_that_a_callback_reaches_exec(PyObject *module)
{
    writer_state *state = writer_state(module);
    PyObject *special;

    state->module = module;
    special = PyErr_NewException("lookup_that_a_callback_reaches.Special", NULL, NULL);
    if (special == NULL) {
        return -1;
    }
    writer_state(module)->special = special;
    Py_INCREF(special);
    if (PyModule_AddObject(module, "Special", special) < 0) {
        Py_DECREF(special);
        return -1;
    }
    return 0;
}

PyMODINIT_FUNC
PyInit_lookup_that_a_callback_reaches(void)
{
    return PyModuleDef_Init(&definition);
}
