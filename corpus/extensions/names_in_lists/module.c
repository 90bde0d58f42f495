#define PY_SSIZE_T_CLEAN
#include <Python.h>

/* Interned names and exceptions, which macros declare, make and add. */

#define DECLARE_STRING(name) static PyObject *str_##name
#define COUNTERS(DO) DO(hits) DO(misses)
#define DECLARE_COUNTER(name) static PyObject *counter_##name = NULL;
#define NEW_COUNTER(name) \
    if ((counter_##name = PyDict_New()) == NULL) \
        return NULL;
#define ADD_COUNTER(name) \
    Py_INCREF(counter_##name); \
    if (PyModule_AddObject(m, #name, counter_##name) < 0) { \
        Py_DECREF(counter_##name); \
        return NULL; \
    }

DECLARE_STRING(get);
COUNTERS(DECLARE_COUNTER)
static PyObject *Missing;

static int
count(PyObject *counter, PyObject *key)
{
    PyObject *old = PyDict_GetItemWithError(counter, key);
    PyObject *new;
    int result;

    if (old == NULL && PyErr_Occurred())
        return -1;
    new = PyLong_FromLong(old == NULL ? 1 : PyLong_AsLong(old) + 1);
    if (new == NULL)
        return -1;
    result = PyDict_SetItem(counter, key, new);
    Py_DECREF(new);
    return result;
}

static PyObject *
find(PyObject *self, PyObject *args)
{
    PyObject *mapping, *key, *found;

    if (!PyArg_ParseTuple(args, "OO:find", &mapping, &key))
        return NULL;
    found = PyObject_CallMethodObjArgs(mapping, str_get, key, NULL);
    if (found == NULL)
        return NULL;
    if (found != Py_None)
        return count(counter_hits, key) < 0 ? (Py_DECREF(found), NULL) : found;
    Py_DECREF(found);
    if (count(counter_misses, key) == 0)
        PyErr_SetObject(Missing, key);
    return NULL;
}

static PyMethodDef methods[] = {
    {"find", find, METH_VARARGS, NULL},
    {NULL, NULL, 0, NULL}
};

static struct PyModuleDef names_in_lists = {
    PyModuleDef_HEAD_INIT, "names_in_lists", NULL, -1, methods
};

PyMODINIT_FUNC
PyInit_names_in_lists(void)
{
    PyObject *m = PyModule_Create(&names_in_lists);

    if (m == NULL)
        return NULL;

#define INIT_STRING(name) \
    if ((str_##name = PyUnicode_InternFromString(#name)) == NULL) return NULL
#define EXPORT(name) Py_INCREF(name); PyModule_AddObject(m, #name, name)

    INIT_STRING(get);
    COUNTERS(NEW_COUNTER)
    COUNTERS(ADD_COUNTER)
    Missing = PyErr_NewException("names_in_lists.Missing", PyExc_KeyError, NULL);
    if (Missing == NULL)
        return NULL;
    EXPORT(Missing);
    return m;
}
