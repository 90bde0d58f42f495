/* Numbers and their names are put in a dictionary in `#if` groups, and in lists and sets, by calls that keep them. */
#include <Python.h>

#define NUMBER_ONE 1
#define NUMBER_TWO 2
#define ADD_WORD(number, word) \
    if (PyDict_SetItem(words, PyLong_FromLong(number), PyUnicode_FromString(word)) < 0) { \
        return -1; \
    }

static PyObject *NumberError;

static PyObject *
check(PyObject *self, PyObject *args)
{
    long value;

    if (!PyArg_ParseTuple(args, "l", &value)) {
        return NULL;
    }
    if (value > 2) {
        PyErr_SetString(NumberError, "not one of two");
        return NULL;
    }
    Py_RETURN_NONE;
}

static PyMethodDef methods[] = {
    {"check", check, METH_VARARGS, "Raise Error if a number has no name."},
    {NULL, NULL, 0, NULL}
};

static struct PyModuleDef definition = {
    PyModuleDef_HEAD_INIT, "names_of_numbers", NULL, -1, methods
};

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

PyMODINIT_FUNC
PyInit_names_of_numbers(void)
{
    PyObject *module, *names, *known, *odd, *kind;
    int number;

    module = PyModule_Create(&definition);
    if (module == NULL) {
        return NULL;
    }
    NumberError = PyErr_NewException("names_of_numbers.Error", NULL, NULL);
    if (NumberError == NULL) {
        return NULL;
    }
    Py_INCREF(NumberError);
    PyModule_AddObject(module, "Error", NumberError);
    names = PyDict_New();
    known = PyList_New(0);
    odd = PySet_New(NULL);
    kind = PyUnicode_FromString("a kind");
#ifdef NUMBER_ONE
    PyDict_SetItem(names, PyLong_FromLong(1000 + NUMBER_ONE), PyUnicode_FromString("number one"));
#endif
#ifdef NUMBER_TWO
    PyDict_SetItem(names, PyLong_FromLong(1000 + NUMBER_TWO), PyUnicode_FromString("number two"));
#endif
#ifdef NUMBER_THREE
    PyDict_SetItem(names, PyLong_FromLong(1000 + NUMBER_THREE), PyUnicode_FromString("number three"));
#endif
    PyDict_SetItem(names, kind, PyLong_FromLong(1999));
    Py_DECREF(kind);
    for (number = 2001; number < 2009; number++) {
        PyList_Append(known, PyLong_FromLong(number));
        if (number % 2 && PySet_Add(odd, PyLong_FromLong(number)) < 0) {
            return NULL;
        }
    }
    PyObject_SetAttrString(module, "version", PyUnicode_FromString("version 1.2"));
    PyModule_AddObject(module, "names", names);
    PyModule_AddObject(module, "known", known);
    PyModule_AddObject(module, "odd", odd);
    if (add_words(module) < 0) {
        return NULL;
    }
    return module;
}
