/* The arguments of a call get too long, with a comparison behind them. */
#define PY_SSIZE_T_CLEAN
#include <Python.h>

static struct {
    PyObject *object;
    const char *cstring;
} opcode_names[] = {{NULL, "equal"}, {NULL, "replace"}};

static int
is_edit(PyObject *s, int i)
{
    if (s == opcode_names[i].object)
        return 1;
    if (PyUnicode_CompareWithASCIIString(s, opcode_names[i].cstring) == 0) {
        return 1;
    }
    return 0;
}

static PyObject *
edit(PyObject *module, PyObject *s)
{
    return PyBool_FromLong(is_edit(s, 0));
}

static PyMethodDef edits_methods[] = {
    {"edit", edit, METH_O, NULL},
    {NULL, NULL, 0, NULL}
};

static struct PyModuleDef edits_definition = {
    PyModuleDef_HEAD_INIT, "edits", NULL, -1, edits_methods
};

PyMODINIT_FUNC
PyInit_edits(void)
{
    PyObject *module = PyModule_Create(&edits_definition);
    if (module == NULL) {
        return NULL;
    }
    for (int i = 0; i < 2; i++) {
        PyObject *name = PyUnicode_InternFromString(opcode_names[i].cstring);
        opcode_names[i].object = name;
        if (opcode_names[i].object == NULL) {
            Py_DECREF(module);
            return NULL;
        }
    }
    return module;
}
