/* What a helper of the initialisation reads out of Python's objects for all of the process is read once. */
#include <Python.h>
#include <stdlib.h>
#include <string.h>

static char **names;
static char *longest;
static char *shortest;
static Py_ssize_t known;
static PyObject *UnknownError;

static int
compare_known(const void *key, const void *name)
{
    known++;
    shortest[0] = 'a';
    return strcmp(key, *(char *const *)name);
}

static PyObject *
find(PyObject *module, PyObject *arg)
{
    const char *text = PyUnicode_AsUTF8(arg);
    char **name;

    if (text == NULL)
        return NULL;
    for (name = names; *name != NULL; name++) {
        if (compare_known(text, name) == 0)
            return PyUnicode_FromFormat("%s, not %s or %s", *name, longest, shortest);
    }
    PyErr_SetObject(UnknownError, arg);
    return NULL;
}

static PyMethodDef entities_methods[] = {
    {"find", find, METH_O, NULL},
    {NULL, NULL, 0, NULL}
};

static struct PyModuleDef entities_module = {
    PyModuleDef_HEAD_INIT, "entities", NULL, -1, entities_methods
};

static int
load_names(void)
{
    PyObject *module, *all, *name;
    Py_ssize_t count, i;

    module = PyImport_ImportModule("keyword");
    if (module == NULL) {
        return -1;
    }
    all = PyObject_GetAttrString(module, "kwlist");
    Py_DECREF(module);
    if (all == NULL) {
        return -1;
    }
    count = PyList_GET_SIZE(all);
    names = calloc(count + 1, sizeof(char *));
    if (names == NULL) {
        return -1;
    }
    for (i = 0; i < count; i++) {
        name = PyUnicode_AsASCIIString(PyList_GET_ITEM(all, i));
        if (name == NULL) {
            return -1;
        }
        names[i] = PyBytes_AsString(name);
    }
    Py_DECREF(all);
    return 0;
}

static void load_shortest(void) { PyObject *text = PyUnicode_FromString("as"); shortest = strdup(PyUnicode_AsUTF8(text)); Py_DECREF(text); }

static void
load_longest(void)
{
    longest = strdup("nonlocal");
}

PyMODINIT_FUNC
PyInit_entities(void)
{
    PyObject *module = PyModule_Create(&entities_module);

    if (module == NULL || load_names() < 0) {
        return NULL;
    }
    load_longest();
    load_shortest();
    UnknownError = PyErr_NewException("entities.UnknownError", NULL, NULL);
    if (UnknownError == NULL) {
        return NULL;
    }
    Py_INCREF(UnknownError);
    PyModule_AddObject(module, "UnknownError", UnknownError);
    return module;
}
