#include <Python.h>

/* A writer whose library calls back for each value; one kind of values is known by a class of the module. */

typedef struct {
    PyObject *special;
} writer_state;

static int writer_traverse(PyObject *module, visitproc visit, void *arg);
static int writer_clear(PyObject *module);
static PyObject *sum_of(PyObject *module, PyObject *values);

static PyMethodDef functions[] = {
    {"sum_of", sum_of, METH_O, "sum_of(list) -> number, special values counting twice"},
    {NULL}
};

static struct PyModuleDef definition = {
    PyModuleDef_HEAD_INIT,
    "lookup_that_a_callback_reaches",
    "A writer.",
    sizeof(writer_state),
    functions,
    NULL,
    writer_traverse,
    writer_clear,
    NULL
};

#define writer_state(o) ((writer_state *)PyModule_GetState(o))

static int
is_special(PyObject *object)
{
    PyObject *module = PyState_FindModule(&definition);
    if (module == NULL)
        return 0;
    int result = PyObject_IsInstance(object, writer_state(module)->special);
    if (result < 0) {
        PyErr_Clear();
        return 0;
    }
    return result;
}

typedef void (*value_callback)(void *value, long *weight);

static void
weigh(void *value, long *weight)
{
    PyObject *object = value;

    if (PyLong_CheckExact(object)) {
        *weight = PyLong_AsLong(object);
        return;
    }
    *weight = is_special(object) ? 2 : 1;
}

/* The library's. */
static long
library_sum(void **values, Py_ssize_t count, value_callback callback)
{
    long sum = 0, weight;

    while (count-- > 0) {
        callback(values[count], &weight);
        sum += weight;
    }
    return sum;
}

static PyObject *
sum_of(PyObject *module, PyObject *values)
{
    void **items;
    Py_ssize_t index, count;
    long sum;

    if (!PyList_Check(values)) {
        PyErr_SetString(PyExc_TypeError, "a list is needed");
        return NULL;
    }
    count = PyList_GET_SIZE(values);
    items = PyMem_Malloc(sizeof(void *) * (count + 1));
    if (items == NULL)
        return PyErr_NoMemory();
    for (index = 0; index < count; index++)
        items[index] = PyList_GET_ITEM(values, index);
    sum = library_sum(items, count, weigh);
    PyMem_Free(items);
    return PyLong_FromLong(sum);
}

static int
writer_traverse(PyObject *module, visitproc visit, void *arg)
{
    Py_VISIT(writer_state(module)->special);
    return 0;
}

static int
writer_clear(PyObject *module)
{
    Py_CLEAR(writer_state(module)->special);
    return 0;
}

PyMODINIT_FUNC
PyInit_lookup_that_a_callback_reaches(void)
{
    PyObject *module, *special;

    if ((module = PyState_FindModule(&definition)) != NULL) {
        Py_INCREF(module);
        return module;
    }
    module = PyModule_Create(&definition);
    if (module == NULL)
        return NULL;
    special = PyErr_NewException("lookup_that_a_callback_reaches.Special", NULL, NULL);
    if (special == NULL) {
        Py_DECREF(module);
        return NULL;
    }
    writer_state(module)->special = special;
    Py_INCREF(special);
    if (PyModule_AddObject(module, "Special", special) < 0) {
        Py_DECREF(special);
        Py_DECREF(module);
        return NULL;
    }
    return module;
}
