#define _GNU_SOURCE
#include <stdlib.h>
#include <string.h>
#include <Python.h>

/* Callbacks that are given a struct of their caller's, by a library or by functions of the module. */

static PyObject *StockError;

typedef struct {
    PyObject_HEAD
    long amount;
} Crate;

static PyTypeObject Crate_Type;

struct search {
    PyObject *found;
    long least; /* what is wanted at least */
};

typedef struct _failure
{
    int failed;
} failure;

typedef struct { long sum; int broken; } counting;

typedef int (*visitor)(PyObject *item, void *data);

static int
each(PyObject *list, visitor visit, void *data)
{
    for (Py_ssize_t i = 0; i < PyList_GET_SIZE(list); i++) {
        if (visit(PyList_GET_ITEM(list, i), data) < 0)
            return -1;
    }
    return 0;
}

static void
each_of(PyObject *list, void (*visit)(unsigned char *user, PyObject *item), unsigned char *user)
{
    for (Py_ssize_t i = 0; i < PyList_GET_SIZE(list); i++)
        visit(user, PyList_GET_ITEM(list, i));
}

static int
collect(PyObject *item, void *data)
{
    struct search *search = data;

    if (!PyObject_TypeCheck(item, &Crate_Type)) {
        PyErr_Format(StockError, "not a crate, looking for %ld", search->least);
        return -1;
    }
    if (((Crate *)item)->amount < search->least)
        return 0;
    return PyList_Append(search->found, item);
}

static int
by_amount(const void *left, const void *right, void *data)
{
    PyObject *one = *(PyObject **)left, *other = *(PyObject **)right;

    if (((failure *) data)->failed) return 0;
    if (Py_TYPE(one) != &Crate_Type || Py_TYPE(other) != &Crate_Type) {
        ((failure *) data)->failed = 1;
        return 0;
    }
    return (((Crate *)one)->amount > ((Crate *)other)->amount) - (((Crate *)one)->amount < ((Crate *)other)->amount);
}

static void
count(unsigned char *user, PyObject *item)
{
    counting *all = (counting *)user;
    all->sum += PyObject_TypeCheck(item, &Crate_Type) ? ((Crate *)item)->amount : 1;
}

static PyObject *
at_least(PyObject *module, PyObject *args)
{
    PyObject *list;
    struct search search;

    memset(&search, 0, sizeof(search));
    if (!PyArg_ParseTuple(args, "O!l", &PyList_Type, &list, &search.least))
        return NULL;
    search.found = PyList_New(0);
    if (search.found == NULL)
        return NULL;
    if (each(list, collect, &search) < 0)
        Py_CLEAR(search.found);
    return search.found;
}

static PyObject *
arranged(PyObject *module, PyObject *arg)
{
    PyObject *list = PySequence_List(arg);
    if (list == NULL)
        return NULL;
    if (PyList_GET_SIZE(list) > 1) {
        failure result = {0};
        PyObject **items = PySequence_Fast_ITEMS(list);
        qsort_r(items, (size_t)PyList_GET_SIZE(list), sizeof(PyObject *), by_amount, (void *)&result);
        if (result.failed) {
            Py_DECREF(list);
            PyErr_SetString(StockError, "only crates can be arranged");
            return NULL;
        }
    }
    return list;
}

static PyObject *
total(PyObject *module, PyObject *list)
{
    counting all;
    if (!PyList_Check(list))
        return PyErr_Format(PyExc_TypeError, "a list is wanted");
    all.sum = 0; all.broken = 0;
    each_of(list, count, (unsigned char *)&all);
    return PyLong_FromLong(all.sum);
}

static int
Crate_init(Crate *self, PyObject *args, PyObject *kwargs)
{
    return PyArg_ParseTuple(args, "l", &self->amount) ? 0 : -1;
}

static PyTypeObject Crate_Type = {
    PyVarObject_HEAD_INIT(NULL, 0)
    .tp_name = "data_in_a_struct_of_its_caller.Crate",
    .tp_basicsize = sizeof(Crate),
    .tp_flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_BASETYPE,
    .tp_init = (initproc)Crate_init,
    .tp_new = PyType_GenericNew,
};

static PyMethodDef methods[] = {
    {"at_least", at_least, METH_VARARGS, NULL},
    {"arranged", arranged, METH_O, NULL},
    {"total", total, METH_O, NULL},
    {NULL}
};

static struct PyModuleDef definition = {
    PyModuleDef_HEAD_INIT, "data_in_a_struct_of_its_caller", NULL, -1, methods,
};

PyMODINIT_FUNC
PyInit_data_in_a_struct_of_its_caller(void)
{
    PyObject *module;

    if (PyType_Ready(&Crate_Type) < 0)
        return NULL;
    module = PyModule_Create(&definition);
    if (module == NULL)
        return NULL;
    StockError = PyErr_NewException("data_in_a_struct_of_its_caller.StockError", NULL, NULL);
    Py_XINCREF(StockError);
    if (PyModule_AddObject(module, "StockError", StockError) < 0) {
        Py_XDECREF(StockError);
        Py_DECREF(module);
        return NULL;
    }
    Py_INCREF(&Crate_Type);
    if (PyModule_AddObject(module, "Crate", (PyObject *)&Crate_Type) < 0) {
        Py_DECREF(&Crate_Type);
        Py_DECREF(module);
        return NULL;
    }
    return module;
}
