/* Numbers and their names are put in a dictionary in `#if` groups, and in lists and sets, by calls that keep them. */
#include <Python.h>

#define NUMBER_ONE 1
#define NUMBER_TWO 2
#define ADD_WORD(number, word) \
    if (dict_set_item_take(words, PyLong_FromLong(number), PyUnicode_FromString(word)) < 0) { \
        return -1; \
    }

typedef struct {
    PyObject *NumberError;
} names_of_numbers_state;

static inline names_of_numbers_state *
get_names_of_numbers_state(PyObject *module)
{
    void *state = PyModule_GetState(module);
    assert(state != NULL);
    return (names_of_numbers_state *)state;
}

static PyObject *
check(PyObject *self, PyObject *args)
{
    long value;

    if (!PyArg_ParseTuple(args, "l", &value)) {
        return NULL;
    }
    if (value > 2) {
        names_of_numbers_state *state = get_names_of_numbers_state(self);

        PyErr_SetString(state->NumberError, "not one of two");
        return NULL;
    }
    Py_RETURN_NONE;
}

static PyMethodDef methods[] = {
    {"check", check, METH_VARARGS, "Raise Error if a number has no name."},
    {NULL, NULL, 0, NULL}
};

static int
names_of_numbers_traverse(PyObject *module, visitproc visit, void *arg)
{
    names_of_numbers_state *state = get_names_of_numbers_state(module);
    Py_VISIT(state->NumberError);
    return 0;
}

static int
names_of_numbers_clear(PyObject *module)
{
    names_of_numbers_state *state = get_names_of_numbers_state(module);
    Py_CLEAR(state->NumberError);
    return 0;
}

static void
names_of_numbers_free(void *module)
{
    names_of_numbers_clear((PyObject *)module);
}

static int names_of_numbers_exec(PyObject *module);

static PyModuleDef_Slot names_of_numbers_slots[] = {
    {Py_mod_exec, names_of_numbers_exec},
#if PY_VERSION_HEX >= 0x030C0000
    {Py_mod_multiple_interpreters, Py_MOD_PER_INTERPRETER_GIL_SUPPORTED},
#endif
    {0, NULL}
};

static struct PyModuleDef definition = {
    PyModuleDef_HEAD_INIT, "names_of_numbers", NULL, sizeof(names_of_numbers_state), methods,
    names_of_numbers_slots, names_of_numbers_traverse, names_of_numbers_clear,
    names_of_numbers_free
};

/* PyDict_SetItem that takes over key and value, which may be NULL. */
static int
dict_set_item_take(PyObject *dict, PyObject *key, PyObject *value)
{
    int result = -1;

    if (key != NULL && value != NULL) {
        result = PyDict_SetItem(dict, key, value);
    }
    Py_XDECREF(key);
    Py_XDECREF(value);
    return result;
}

static int
add_words(PyObject *module)
{
    PyObject *words = PyDict_New();

    if (words == NULL) {
        return -1;
    }
    ADD_WORD(100001, "many");
    ADD_WORD(100002, "one more");
    PyModule_AddObject(module, "words", words);
    return 0;
}

/* PySet_Add that takes over key, which may be NULL. */
static int
set_add_take(PyObject *set, PyObject *key)
{
    int result = -1;

    if (key != NULL) {
        result = PySet_Add(set, key);
    }
    Py_XDECREF(key);
    return result;
}

static int
names_of_numbers_exec(PyObject *module)
{
    names_of_numbers_state *state = get_names_of_numbers_state(module);
    PyObject *names, *known, *odd, *kind;
    int number;

    state->NumberError = PyErr_NewException("names_of_numbers.Error", NULL, NULL);
    if (state->NumberError == NULL) {
        return -1;
    }
    Py_INCREF(state->NumberError);
    PyModule_AddObject(module, "Error", state->NumberError);
    names = PyDict_New();
    if (names == NULL) {
        return -1;
    }
    known = PyList_New(0);
    if (known == NULL) {
        return -1;
    }
    odd = PySet_New(NULL);
    if (odd == NULL) {
        return -1;
    }
    kind = PyUnicode_FromString("a kind");
    if (kind == NULL) {
        return -1;
    }
#ifdef NUMBER_ONE
    dict_set_item_take(names, PyLong_FromLong(1000 + NUMBER_ONE), PyUnicode_FromString("number one"));
#endif
#ifdef NUMBER_TWO
    dict_set_item_take(names, PyLong_FromLong(1000 + NUMBER_TWO), PyUnicode_FromString("number two"));
#endif
#ifdef NUMBER_THREE
    dict_set_item_take(names, PyLong_FromLong(1000 + NUMBER_THREE), PyUnicode_FromString("number three"));
#endif
    PyObject *value = PyLong_FromLong(1999);
    PyDict_SetItem(names, kind, value);
    Py_XDECREF(value);
    Py_DECREF(kind);
    for (number = 2001; number < 2009; number++) {
        PyObject *item = PyLong_FromLong(number);
        PyList_Append(known, item);
        Py_XDECREF(item);
        if (number % 2 && set_add_take(odd, PyLong_FromLong(number)) < 0) {
            return -1;
        }
    }
    PyObject *value2 = PyUnicode_FromString("version 1.2");
    PyObject_SetAttrString(module, "version", value2);
    Py_XDECREF(value2);
    PyModule_AddObject(module, "names", names);
    PyModule_AddObject(module, "known", known);
    PyModule_AddObject(module, "odd", odd);
    if (add_words(module) < 0) {
        return -1;
    }
    return 0;
}

PyMODINIT_FUNC
PyInit_names_of_numbers(void)
{
    return PyModuleDef_Init(&definition);
}
