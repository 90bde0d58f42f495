#include <Python.h>

#define PUT PyTuple_SET_ITEM
#define APPEND_AT PyList_SetItem
#define PAIR "(iN)"

static PyObject *in_tuple;
static PyObject *in_list;
static PyObject *in_sequence;
static PyObject *in_built_value;
static PyObject *in_call;
static PyObject *in_pair;
static PyObject *in_cause;
static PyObject *shared;

static PyStructSequence_Field fields[] = {{"first", NULL}, {NULL, NULL}};
static PyStructSequence_Desc description = {"references_taken_in_init.Row", NULL, fields, 1};

static PyObject *
get_all(PyObject *module, PyObject *unused)
{
    return PyTuple_Pack(8, in_tuple, in_list, in_sequence, in_built_value, in_call, in_pair, in_cause, shared);
}

static int
add(PyObject *module, const char *name, PyObject *value)
{
    if (value == NULL)
        return -1;
    if (PyModule_AddObject(module, name, value) < 0) {
        Py_DECREF(value);
        return -1;
    }
    return 0;
}

static PyMethodDef methods[] = {
    {"get_all", get_all, METH_NOARGS, NULL},
    {NULL, NULL, 0, NULL},
};

static struct PyModuleDef module_def = {
    PyModuleDef_HEAD_INIT, "references_taken_in_init", NULL, -1, methods,
};

PyMODINIT_FUNC
PyInit_references_taken_in_init(void)
{
    PyObject *holder;
    PyTypeObject *row;
    PyObject *module = PyModule_Create(&module_def);

    if (module == NULL)
        return NULL;
    in_tuple = PyUnicode_FromString("in a tuple");
    in_list = PyUnicode_FromString("in a list");
    in_sequence = PyUnicode_FromString("in a struct sequence");
    in_built_value = PyUnicode_FromString("in a built value");
    in_call = PyUnicode_FromString("in a call");
    in_pair = PyUnicode_FromString("in a pair");
    in_cause = PyErr_NewException("references_taken_in_init.Cause", NULL, NULL);
    shared = PyUnicode_FromString("shared");
    if (in_tuple == NULL || in_list == NULL || in_sequence == NULL || in_built_value == NULL || in_call == NULL
        || in_pair == NULL || in_cause == NULL || shared == NULL)
        return NULL;

    holder = PyTuple_New(1);
    if (holder == NULL)
        return NULL;
    PUT(holder, 0, in_tuple);
    if (add(module, "tuple", holder) < 0)
        return NULL;

    holder = PyList_New(1);
    if (holder == NULL)
        return NULL;
    APPEND_AT(holder, 0, in_list);
    if (add(module, "list", holder) < 0)
        return NULL;

    row = PyStructSequence_NewType(&description);
    if (row == NULL)
        return NULL;
    holder = PyStructSequence_New(row);
    if (holder == NULL)
        return NULL;
    PyStructSequence_SET_ITEM(holder, 0, in_sequence);
    if (add(module, "row", holder) < 0)
        return NULL;

    if (add(module, "built", Py_BuildValue("(s#N)", "ab", (Py_ssize_t)2, in_built_value)) < 0)
        return NULL;
    if (add(module, "called", PyObject_CallFunction((PyObject *)&PyUnicode_Type, "N", in_call)) < 0)
        return NULL;
    if (add(module, "pair", Py_BuildValue(PAIR, 1, in_pair)) < 0)
        return NULL;

    holder = PyObject_CallNoArgs(PyExc_ValueError);
    if (holder == NULL)
        return NULL;
    PyException_SetCause(holder, PyObject_CallNoArgs(in_cause));
    if (add(module, "error", holder) < 0)
        return NULL;

    if (add(module, "both", Py_BuildValue("(OO)", shared, shared)) < 0)
        return NULL;
    return module;
}
