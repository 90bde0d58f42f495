/* Which entries there are depends on the platform: what they start with stays as it is, and is copied. */

#include <Python.h>

typedef struct {
    PyObject *name;
    const char *text;
} Entry;

static Entry entries[] = {
    {NULL, "equal"},
#ifdef MS_WINDOWS
    {NULL, "handle"},
#endif
    {NULL, "delete"},
    {NULL, NULL},
};

static PyObject *
name_of(PyObject *self, PyObject *arg)
{
    for (Entry *entry = entries; entry->text != NULL; entry++) {
        if (entry->name == arg)
            return Py_NewRef(entry->name);
    }
    Py_RETURN_NONE;
}

static PyMethodDef functions[] = {{"name_of", name_of, METH_O, NULL}, {NULL}};

static struct PyModuleDef def = {PyModuleDef_HEAD_INIT, "module", NULL, -1, functions};

PyMODINIT_FUNC
PyInit_module(void)
{
    PyObject *m = PyModule_Create(&def);

    if (m == NULL)
        return NULL;
    for (Entry *entry = entries; entry->text != NULL; entry++)
        entry->name = PyUnicode_InternFromString(entry->text);
    return m;
}
