#include <Python.h>
#include <stdlib.h>

/* What a comparison for qsort uses stays with the process: others may have changed it when a module is made again. */

typedef struct {
    PyThread_type_lock guard;
    long pending;
} queue;

static queue jobs;
static long compared = 0;
static long swapped = 0;
static PyThread_type_lock lock;
static int table[4];
static int prepared;
static PyObject *last;

static int
queue_init(queue *q)
{
    q->guard = PyThread_allocate_lock();
    if (q->guard == NULL) {
        PyErr_NoMemory();
        return -1;
    }
    q->pending = 0;
    return 0;
}

static int
compare(const void *one, const void *other)
{
    PyThread_acquire_lock(lock, WAIT_LOCK);
    compared++;
    swapped += *(const int *)one > *(const int *)other;
    jobs.pending++;
    table[compared & 3]++;
    PyThread_release_lock(lock);
    return *(const int *)one - *(const int *)other;
}

static PyObject *
sorted_pair(PyObject *module, PyObject *args)
{
    int pair[2];

    if (!PyArg_ParseTuple(args, "ii", &pair[0], &pair[1]))
        return NULL;
    qsort(pair, 2, sizeof(int), compare);
    Py_XSETREF(last, Py_BuildValue("ii", pair[0], pair[1]));
    return Py_XNewRef(last);
}

static PyObject *
counts(PyObject *module, PyObject *unused)
{
    return Py_BuildValue("llli", compared, swapped, jobs.pending, table[0] + table[1] + table[2] + table[3]);
}

static PyMethodDef functions[] = {
    {"sorted_pair", sorted_pair, METH_VARARGS, NULL},
    {"counts", counts, METH_NOARGS, NULL},
    {NULL, NULL, 0, NULL}
};

static struct PyModuleDef moduledef = {
    PyModuleDef_HEAD_INIT, "module", NULL, -1, functions
};

PyMODINIT_FUNC
PyInit_module(void)
{
    PyObject *module;
    int i;

    compared = 0;
    swapped = 0;
    lock = PyThread_allocate_lock();
    if (lock == NULL)
        return PyErr_NoMemory();
    if (queue_init(&jobs) < 0)
        return NULL;
    for (i = 0; i < 4; i++)
        table[i] = 0;
    if (!prepared) {
        jobs.pending = 1;
        prepared = 1;
    }
    module = PyModule_Create(&moduledef);
    if (module == NULL)
        return NULL;
    last = Py_None;
    Py_INCREF(last);
    return module;
}
