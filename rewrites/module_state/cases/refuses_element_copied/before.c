/* An entry is copied as a whole, with the object in it: two of them hold it, and one releases it. */

#include <Python.h>

typedef struct {
    PyObject *name;
    const char *text;
} Entry;

static Entry entries[] = {{NULL, "equal"}, {NULL, "delete"}, {NULL, NULL}};

static PyObject *
name_of(PyObject *self, PyObject *arg)
{
    Entry first = entries[0];

    entries[0] = entries[1];
    entries[1] = first;
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
    for (int i = 0; i < 2; i++)
        entries[i].name = PyUnicode_InternFromString(entries[i].text);
    return m;
}
