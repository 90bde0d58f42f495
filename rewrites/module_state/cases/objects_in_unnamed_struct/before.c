/* An unnamed struct holds objects as well. */

#include <Python.h>

static struct {
    PyObject *name;
    const char *text;
} names[] = {
    {NULL, "equal"},
    {NULL, "delete"},
};

static PyObject *
name_of(PyObject *self, PyObject *arg)
{
    long at = PyLong_AsLong(arg);

    if (at < 0 || at > 1)
        return PyErr_Occurred() ? NULL : Py_NewRef(Py_None);
    return Py_NewRef(names[at].name);
}

static PyMethodDef functions[] = {{"name_of", name_of, METH_O, NULL}, {NULL}};

static struct PyModuleDef def = {PyModuleDef_HEAD_INIT, "module", NULL, -1, functions};

PyMODINIT_FUNC
PyInit_module(void)
{
    PyObject *m = PyModule_Create(&def);

    if (m == NULL)
        return NULL;
    if (names[0].name)
        abort();
    for (int i = 0; i < 2; i++)
        names[i].name = PyUnicode_InternFromString(names[i].text);
    return m;
}
