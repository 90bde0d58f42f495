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

typedef struct {
    PyObject *last;
} data_set_in_init_state;

static inline data_set_in_init_state *
get_data_set_in_init_state(PyObject *module)
{
    void *state = PyModule_GetState(module);
    assert(state != NULL);
    return (data_set_in_init_state *)state;
}

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
    data_set_in_init_state *state = get_data_set_in_init_state(module);
    int pair[2];

    if (!PyArg_ParseTuple(args, "ii", &pair[0], &pair[1]))
        return NULL;
    qsort(pair, 2, sizeof(int), compare);
    Py_XSETREF(state->last, Py_BuildValue("ii", pair[0], pair[1]));
    Py_XINCREF(state->last);
    return state->last;
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

static int
data_set_in_init_traverse(PyObject *module, visitproc visit, void *arg)
{
    data_set_in_init_state *state = get_data_set_in_init_state(module);
    Py_VISIT(state->last);
    return 0;
}

static int
data_set_in_init_clear(PyObject *module)
{
    data_set_in_init_state *state = get_data_set_in_init_state(module);
    Py_CLEAR(state->last);
    return 0;
}

static void
data_set_in_init_free(void *module)
{
    data_set_in_init_clear((PyObject *)module);
}

static int data_set_in_init_exec(PyObject *module);

static PyModuleDef_Slot data_set_in_init_slots[] = {
    {Py_mod_exec, data_set_in_init_exec},
#if PY_VERSION_HEX >= 0x030C0000
    {Py_mod_multiple_interpreters, Py_MOD_MULTIPLE_INTERPRETERS_SUPPORTED},
#endif
    {0, NULL}
};

static struct PyModuleDef moduledef = {
    PyModuleDef_HEAD_INIT, "data_set_in_init", NULL, sizeof(data_set_in_init_state), functions,
    data_set_in_init_slots, data_set_in_init_traverse, data_set_in_init_clear,
    data_set_in_init_free
};

/* Others may use compared when another module is initialised. */
static int compared_set;

/* Others may use jobs when another module is initialised. */
static int jobs_set;

static int
data_set_in_init_exec(PyObject *module)
{
    data_set_in_init_state *state = get_data_set_in_init_state(module);
    int i;

    if (!compared_set) {
        compared = 0;
        swapped = 0;
        compared_set = 1;
    }
    if (lock == NULL) {
        lock = PyThread_allocate_lock();
    }
    if (lock == NULL) {
        PyErr_NoMemory();
        return -1;
    }
    if (!jobs_set) {
        if (queue_init(&jobs) < 0)
            return -1;
        for (i = 0; i < 4; i++)
            table[i] = 0;
        jobs_set = 1;
    }
    if (!prepared) {
        jobs.pending = 1;
        prepared = 1;
    }
    state->last = Py_None;
    Py_INCREF(state->last);
    return 0;
}

PyMODINIT_FUNC
PyInit_data_set_in_init(void)
{
    return PyModuleDef_Init(&moduledef);
}
