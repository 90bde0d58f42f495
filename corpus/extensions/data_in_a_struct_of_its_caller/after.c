#define _GNU_SOURCE
#include <stdlib.h>
#include <string.h>
#include <Python.h>

#if PY_VERSION_HEX < 0x030A0000
#  define Py_TPFLAGS_IMMUTABLETYPE 0
#endif

/* Callbacks that are given a struct of their caller's, by a library or by functions of the module. */

typedef struct {
    PyObject *StockError;
    PyTypeObject *Crate_Type;
} data_in_a_struct_of_its_caller_state;

static inline data_in_a_struct_of_its_caller_state *
get_data_in_a_struct_of_its_caller_state(PyObject *module)
{
    void *state = PyModule_GetState(module);
    assert(state != NULL);
    return (data_in_a_struct_of_its_caller_state *)state;
}

typedef struct {
    PyObject_HEAD
    long amount;
} Crate;

struct search {
    PyObject *found;
    long least; /* what is wanted at least */
    data_in_a_struct_of_its_caller_state *state;
};

typedef struct _failure
{
    int failed;
    data_in_a_struct_of_its_caller_state *state;
} failure;

typedef struct { long sum; int broken; data_in_a_struct_of_its_caller_state *state; } counting;

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
    data_in_a_struct_of_its_caller_state *state = ((struct search *)data)->state;
    struct search *search = data;

    if (!PyObject_TypeCheck(item, state->Crate_Type)) {
        PyErr_Format(state->StockError, "not a crate, looking for %ld", search->least);
        return -1;
    }
    if (((Crate *)item)->amount < search->least)
        return 0;
    return PyList_Append(search->found, item);
}

static int
by_amount(const void *left, const void *right, void *data)
{
    data_in_a_struct_of_its_caller_state *state = ((failure *)data)->state;
    PyObject *one = *(PyObject **)left, *other = *(PyObject **)right;

    if (((failure *) data)->failed) return 0;
    if (Py_TYPE(one) != state->Crate_Type || Py_TYPE(other) != state->Crate_Type) {
        ((failure *) data)->failed = 1;
        return 0;
    }
    return (((Crate *)one)->amount > ((Crate *)other)->amount) - (((Crate *)one)->amount < ((Crate *)other)->amount);
}

static void
count(unsigned char *user, PyObject *item)
{
    data_in_a_struct_of_its_caller_state *state = ((counting *)user)->state;
    counting *all = (counting *)user;
    all->sum += PyObject_TypeCheck(item, state->Crate_Type) ? ((Crate *)item)->amount : 1;
}

static PyObject *
at_least(PyObject *module, PyObject *args)
{
    data_in_a_struct_of_its_caller_state *state = get_data_in_a_struct_of_its_caller_state(module);
    PyObject *list;
    struct search search;

    memset(&search, 0, sizeof(search));
    search.state = state;
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
        data_in_a_struct_of_its_caller_state *state =
            get_data_in_a_struct_of_its_caller_state(module);
        failure result = {0};
        PyObject **items = PySequence_Fast_ITEMS(list);
        result.state = state;
        qsort_r(items, (size_t)PyList_GET_SIZE(list), sizeof(PyObject *), by_amount, (void *)&result);
        if (result.failed) {
            Py_DECREF(list);
            PyErr_SetString(state->StockError, "only crates can be arranged");
            return NULL;
        }
    }
    return list;
}

static PyObject *
total(PyObject *module, PyObject *list)
{
    data_in_a_struct_of_its_caller_state *state = get_data_in_a_struct_of_its_caller_state(module);
    counting all;
    if (!PyList_Check(list))
        return PyErr_Format(PyExc_TypeError, "a list is wanted");
    all.state = state;
    all.sum = 0; all.broken = 0;
    each_of(list, count, (unsigned char *)&all);
    return PyLong_FromLong(all.sum);
}

static int
Crate_init(Crate *self, PyObject *args, PyObject *kwargs)
{
    return PyArg_ParseTuple(args, "l", &self->amount) ? 0 : -1;
}

static PyType_Slot Crate_slots[] = {
    {Py_tp_init, Crate_init},
    {Py_tp_new, PyType_GenericNew},
    {0, NULL},
};

static PyType_Spec Crate_spec = {
    .name = "data_in_a_struct_of_its_caller.Crate",
    .basicsize = sizeof(Crate),
    .flags = (Py_TPFLAGS_DEFAULT | Py_TPFLAGS_BASETYPE |
              Py_TPFLAGS_IMMUTABLETYPE),
    .slots = Crate_slots,
};

static PyMethodDef methods[] = {
    {"at_least", at_least, METH_VARARGS, NULL},
    {"arranged", arranged, METH_O, NULL},
    {"total", total, METH_O, NULL},
    {NULL}
};

static int
data_in_a_struct_of_its_caller_traverse(PyObject *module, visitproc visit, void *arg)
{
    data_in_a_struct_of_its_caller_state *state = get_data_in_a_struct_of_its_caller_state(module);
    Py_VISIT(state->StockError);
    Py_VISIT(state->Crate_Type);
    return 0;
}

static int
data_in_a_struct_of_its_caller_clear(PyObject *module)
{
    data_in_a_struct_of_its_caller_state *state = get_data_in_a_struct_of_its_caller_state(module);
    Py_CLEAR(state->StockError);
    Py_CLEAR(state->Crate_Type);
    return 0;
}

static void
data_in_a_struct_of_its_caller_free(void *module)
{
    data_in_a_struct_of_its_caller_clear((PyObject *)module);
}

static int data_in_a_struct_of_its_caller_exec(PyObject *module);

static PyModuleDef_Slot data_in_a_struct_of_its_caller_slots[] = {
    {Py_mod_exec, data_in_a_struct_of_its_caller_exec},
#if PY_VERSION_HEX >= 0x030C0000
    {Py_mod_multiple_interpreters, Py_MOD_PER_INTERPRETER_GIL_SUPPORTED},
#endif
    {0, NULL}
};

static struct PyModuleDef definition = {
    PyModuleDef_HEAD_INIT, "data_in_a_struct_of_its_caller", NULL,
    sizeof(data_in_a_struct_of_its_caller_state), methods,
    data_in_a_struct_of_its_caller_slots, data_in_a_struct_of_its_caller_traverse,
    data_in_a_struct_of_its_caller_clear, data_in_a_struct_of_its_caller_free,
};

static int
data_in_a_struct_of_its_caller_exec(PyObject *module)
{
    data_in_a_struct_of_its_caller_state *state = get_data_in_a_struct_of_its_caller_state(module);

    state->Crate_Type = (PyTypeObject *)PyType_FromModuleAndSpec(module, &Crate_spec, NULL);
    if (state->Crate_Type == NULL)
        return -1;
    state->StockError = PyErr_NewException("data_in_a_struct_of_its_caller.StockError", NULL, NULL);
    Py_XINCREF(state->StockError);
    if (PyModule_AddObject(module, "StockError", state->StockError) < 0) {
        Py_XDECREF(state->StockError);
        return -1;
    }
    Py_INCREF(state->Crate_Type);
    if (PyModule_AddObject(module, "Crate", (PyObject *)state->Crate_Type) < 0) {
        Py_DECREF(state->Crate_Type);
        return -1;
    }
    return 0;
}

PyMODINIT_FUNC
PyInit_data_in_a_struct_of_its_caller(void)
{
    return PyModuleDef_Init(&definition);
}
