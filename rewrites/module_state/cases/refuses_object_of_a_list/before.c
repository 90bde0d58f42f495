/* The list owns each entry, by a `void *` and by a field of an entry before it: last_entry never owned one. */
#include <Python.h>

typedef struct node {
    void *data;
    struct node *next;
} node;

typedef struct Entry {
    PyObject_HEAD
    struct Entry *before;
    struct Entry *after;
} Entry;

static node *nodes;
static PyObject *last_entry = NULL;
static PyObject *last_of_nodes = NULL;

static PyObject *
new_entry(PyTypeObject *type, Entry *before)
{
    Entry *entry = (Entry *)PyType_GenericNew(type, NULL, NULL);

    if (entry == NULL) {
        return NULL;
    }
    entry->before = before;
    before->after = entry;
    before = entry;
    return (PyObject *)entry;
}

static PyObject *
new_in_nodes(PyTypeObject *type)
{
    PyObject *object = PyType_GenericNew(type, NULL, NULL);

    if (object == NULL) {
        return NULL;
    }
    nodes->data = object;
    return object;
}

static PyObject *
get_last(PyObject *self, PyObject *given)
{
    last_entry = new_entry(Py_TYPE(given), (Entry *)given);
    if (last_entry == NULL) {
        return NULL;
    }
    last_of_nodes = new_in_nodes(Py_TYPE(given));
    if (last_of_nodes == NULL) {
        return NULL;
    }
    Py_INCREF(last_entry);
    return last_entry;
}

static PyMethodDef functions[] = {
    {"get_last", get_last, METH_O, NULL},
    {NULL, NULL, 0, NULL}
};

static struct PyModuleDef entries = {
    PyModuleDef_HEAD_INIT, "entries", NULL, -1, functions
};

PyMODINIT_FUNC
PyInit_entries(void)
{
    return PyModule_Create(&entries);
}
