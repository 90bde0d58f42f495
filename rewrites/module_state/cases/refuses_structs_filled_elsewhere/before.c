#include <Python.h>
#include <stdlib.h>
#include <string.h>

/* Structs that callbacks are given: of each, an object may exist that nobody could give the state. */

void library_calls(int (*callback)(int, void *), void *data);

static PyObject *AllocatedError;
static PyObject *Static_oneError;
static PyObject *EmbeddedError;
static PyObject *TestedError;
static PyObject *PerhapsError;
static PyObject *CopiedError;
static PyObject *ZeroedError;
static PyObject *JumpedError;

typedef struct {
    PyObject *list;
} allocated_data;

typedef struct {
    PyObject *list;
} static_one_data;

typedef struct {
    PyObject *list;
} embedded_data;

typedef struct {
    PyObject *list;
} tested_data;

typedef struct {
    PyObject *list;
} perhaps_data;

typedef struct {
    PyObject *list;
} copied_data;

typedef struct {
    PyObject *list;
} zeroed_data;

typedef struct {
    PyObject *list;
} jumped_data;

struct around {
    embedded_data inner;
};

static int
on_allocated(int kind, void *data)
{
    allocated_data *given = data;
    return PyList_Append(given->list, AllocatedError);
}

static int
on_static_one(int kind, void *data)
{
    static_one_data *given = data;
    return PyList_Append(given->list, Static_oneError);
}

static int
on_embedded(int kind, void *data)
{
    embedded_data *given = data;
    return PyList_Append(given->list, EmbeddedError);
}

static int
on_tested(int kind, void *data)
{
    tested_data *given = data;
    if (given == NULL)
        return 0;
    return PyList_Append(given->list, TestedError);
}

static int
on_perhaps(int kind, void *data)
{
    if (kind == 0)
        return 0;
    return PyList_Append(((perhaps_data *)data)->list, PerhapsError);
}

static int
on_copied(int kind, void *data)
{
    copied_data *given = data;
    return PyList_Append(given->list, CopiedError);
}

static int
on_zeroed_callback(int kind, void *data)
{
    zeroed_data *given = data;
    return PyList_Append(given->list, ZeroedError);
}

static int
on_jumped(int kind, void *data)
{
    jumped_data *given = data;
    return PyList_Append(given->list, JumpedError);
}

static static_one_data lasting;

static PyObject *
execute(PyObject *module, PyObject *arg)
{
    allocated_data *made = malloc(sizeof(*made));
    struct around around = {{arg}};
    tested_data local;
    perhaps_data other;
    copied_data copied, *pointer = &copied;
    zeroed_data zeroed;

    if (made == NULL)
        return PyErr_NoMemory();
    made->list = arg;
    lasting.list = arg;
    local.list = arg;
    other.list = arg;
    *pointer = *(copied_data *)PyCapsule_GetPointer(arg, "data");
    zeroed.list = arg;
    memset(&zeroed, 0, sizeof(zeroed));
    library_calls(on_allocated, made);
    library_calls(on_static_one, &lasting);
    library_calls(on_embedded, &around);
    library_calls(on_tested, &local);
    library_calls(on_perhaps, &other);
    library_calls(on_copied, pointer);
    library_calls(on_zeroed_callback, &zeroed);
    switch (arg == Py_None) {
        jumped_data jumping;
    case 1:
        jumping.list = arg;
        library_calls(on_jumped, &jumping);
    }
    free(made);
    Py_RETURN_NONE;
}

static PyMethodDef methods[] = {
    {"execute", execute, METH_O, NULL},
    {NULL, NULL, 0, NULL}
};

static struct PyModuleDef moduledef = {
    PyModuleDef_HEAD_INIT, "module", NULL, -1, methods
};

PyMODINIT_FUNC
PyInit_module(void)
{
    PyObject *module = PyModule_Create(&moduledef);
    if (module == NULL)
        return NULL;
    AllocatedError = PyErr_NewException("module.AllocatedError", NULL, NULL);
    Static_oneError = PyErr_NewException("module.Static_oneError", NULL, NULL);
    EmbeddedError = PyErr_NewException("module.EmbeddedError", NULL, NULL);
    TestedError = PyErr_NewException("module.TestedError", NULL, NULL);
    PerhapsError = PyErr_NewException("module.PerhapsError", NULL, NULL);
    CopiedError = PyErr_NewException("module.CopiedError", NULL, NULL);
    ZeroedError = PyErr_NewException("module.ZeroedError", NULL, NULL);
    JumpedError = PyErr_NewException("module.JumpedError", NULL, NULL);
    return module;
}
