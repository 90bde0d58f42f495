/* Only the initialisation names these objects, but something else counts on them: the state keeps them alive. */
#include <Python.h>

static PyObject *Noted;
static PyObject *table;
static PyObject *passed;
static PyObject *looped;
static PyObject *untested;

static PyObject *last_note;
static PyObject *first_item;

static void
note(PyObject *object)
{
    Py_XINCREF(object);
    Py_XSETREF(last_note, object);
}

static PyObject *
get_note(PyObject *self, PyObject *ignored)
{
    return Py_XNewRef(last_note);
}

static PyMethodDef functions[] = {
    {"note", get_note, METH_NOARGS, NULL},
    {NULL, NULL, 0, NULL}
};

static struct PyModuleDef notes_module = {
    PyModuleDef_HEAD_INIT, "notes", NULL, -1, functions
};

PyMODINIT_FUNC
PyInit_notes(void)
{
    int i;
    PyObject *item;
    PyObject *module = PyModule_Create(&notes_module);
    if (module == NULL)
        return NULL;

    Noted = PyErr_NewException("notes.Noted", NULL, NULL);
    if (Noted == NULL)
        return NULL;
    note(Noted);

    /* What it lends is borrowed from it. */
    table = Py_BuildValue("{s:i}", "one", 1);
    if (table == NULL)
        return NULL;
    item = PyDict_GetItemString(table, "one");
    if (PyModule_AddObjectRef(module, "one", item) < 0)
        return NULL;

    /* Many ways lead out before the module gets it. */
    passed = PyLong_FromLong(5);
    if (passed == NULL)
        return NULL;
    if (PyModule_AddIntConstant(module, "a", 1) < 0)
        return NULL;
    if (PyModule_AddIntConstant(module, "b", 2) < 0)
        return NULL;
    Py_INCREF(passed);
    if (PyModule_AddObject(module, "passed", passed) < 0)
        return NULL;

    for (i = 0; i < 1; i++) {
        looped = PyLong_FromLong(i);
        if (looped == NULL)
            return NULL;
        if (PyModule_AddObjectRef(module, "looped", looped) < 0)
            return NULL;
    }

    untested = PyLong_FromLong(6);
    PyModule_AddObjectRef(module, "untested", untested);
    return module;
}
