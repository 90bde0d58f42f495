/* An assignment in an expression stays: what it is worth would be lost. */

#include <Python.h>

typedef struct {
    PyObject_VAR_HEAD
    long items[1];
} RowObject;

static PyTypeObject Row_Type = {
    PyVarObject_HEAD_INIT(NULL, 0)
    .tp_name = "refuses_what_is_more_than_a_statement.Row",
    .tp_basicsize = sizeof(RowObject),
    .tp_itemsize = sizeof(long),
    .tp_flags = Py_TPFLAGS_DEFAULT,
};

static PyObject *
make_row(PyObject *self, PyObject *arg)
{
    RowObject *row = PyObject_NewVar(RowObject, &Row_Type, 4);

    if (row == NULL)
        return NULL;
    if (arg == Py_None)
        (Py_SIZE((PyVarObject *)row) = 3), row->items[0] = 1;
    return (PyObject *)row;
}

static PyMethodDef methods[] = {
    {"make_row", make_row, METH_O, NULL},
    {NULL, NULL, 0, NULL}
};

static struct PyModuleDef moduledef = {
    PyModuleDef_HEAD_INIT, "refuses_what_is_more_than_a_statement", NULL, -1, methods
};

PyMODINIT_FUNC
PyInit_refuses_what_is_more_than_a_statement(void)
{
    Py_TYPE(&Row_Type) = Py_TYPE(&PyUnicode_Type) = &PyType_Type;
    if (PyType_Ready(&Row_Type) < 0)
        return NULL;
    return PyModule_Create(&moduledef);
}
