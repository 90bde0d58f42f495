#include <Python.h>
#include <pthread.h>

/* What goes by a flag of the system is done once as it is. */

static pthread_once_t once = PTHREAD_ONCE_INIT;
static long *rooms;

static void
make_rooms(void)
{
    rooms = calloc(4, sizeof(long));
}

static int
compare(const void *one, const void *other)
{
    pthread_once(&once, make_rooms);
    rooms[*(const int *)one & 3]++;
    return *(const int *)one - *(const int *)other;
}

static PyObject *
sorted_pair(PyObject *module, PyObject *args)
{
    int pair[2];

    if (!PyArg_ParseTuple(args, "ii", &pair[0], &pair[1]))
        return NULL;
    qsort(pair, 2, sizeof(int), compare);
    return Py_BuildValue("ii", pair[0], pair[1]);
}

static PyMethodDef functions[] = {
    {"sorted_pair", sorted_pair, METH_VARARGS, NULL},
    {NULL, NULL, 0, NULL}
};

static int module_exec(PyObject *module);

static PyModuleDef_Slot module_slots[] = {
    {Py_mod_exec, module_exec},
    {0, NULL}
};

static struct PyModuleDef moduledef = {
    PyModuleDef_HEAD_INIT, "module", NULL, 0, functions, module_slots
};

static int
module_exec(PyObject *module)
{
    pthread_once(&once, make_rooms);
    PyModule_AddIntConstant(module, "rooms", 4);
    return 0;
}

PyMODINIT_FUNC
PyInit_module(void)
{
    return PyModuleDef_Init(&moduledef);
}
