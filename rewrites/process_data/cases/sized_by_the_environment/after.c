#include <Python.h>
#include <stdlib.h>

/* What was made by a number stays as it was made, so the number has to stay as well: others go by it. */

static int limit = 4;
static int *rooms;

static int
compare(const void *one, const void *other)
{
    int room = *(const int *)one % limit;

    rooms[room]++;
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

/* Others may use limit when another module is initialised. */
static int limit_set;

static int
module_exec(PyObject *module)
{
    char *text = getenv("MODULE_ROOMS"), *end;

    if (!limit_set) {
        if (text != NULL) {
            limit = (int)strtol(text, &end, 10);
        }

        rooms = calloc(limit, sizeof(int));
        limit_set = 1;
    }
    PyModule_AddIntConstant(module, "limit", limit);
    return 0;
}

PyMODINIT_FUNC
PyInit_module(void)
{
    return PyModuleDef_Init(&moduledef);
}
