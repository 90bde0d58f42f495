#include <Python.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

/* Structs with a member for the state that may hold none, or that of who knows, where callbacks are given them. */

void library_calls(int (*callback)(int, void *), void *data);

typedef struct {
    PyObject *name;
} late_state;

late_state *late_state_imported(void);
static PyObject *EarlyError;
static PyObject *PerhapsError;
static PyObject *ZeroedError;
static PyObject *ClearedError;
static PyObject *JumpedError;
static PyObject *LocalError;
static PyObject *CopiedError;
static PyObject *ReadError;

typedef struct {
    PyObject *target;
    late_state *state;
} early_context;

typedef struct {
    PyObject_HEAD
    PyObject *list;
    early_context ctx;
} EarlyFeed;

static int
on_early(int kind, void *data)
{
    PyObject *target = ((early_context *)data)->target;
    return PyList_Append(target, EarlyError);
}

static int
Early_init(EarlyFeed *self, PyObject *list, PyObject *kwargs)
{
    library_calls(on_early, &self->ctx);
    self->ctx.state = late_state_imported();
    return 0;
}

static PyTypeObject EarlyFeed_Type = {
    PyVarObject_HEAD_INIT(NULL, 0)
    .tp_name = "late.EarlyFeed",
    .tp_basicsize = sizeof(EarlyFeed),
    .tp_flags = Py_TPFLAGS_DEFAULT,
    .tp_init = (initproc)Early_init,
    .tp_new = PyType_GenericNew,
};

typedef struct {
    PyObject *target;
    late_state *state;
} perhaps_context;

typedef struct {
    PyObject_HEAD
    PyObject *list;
    perhaps_context ctx;
} PerhapsFeed;

static int
on_perhaps(int kind, void *data)
{
    PyObject *target = ((perhaps_context *)data)->target;
    return PyList_Append(target, PerhapsError);
}

static int
Perhaps_init(PerhapsFeed *self, PyObject *list, PyObject *kwargs)
{
    if (list != Py_None)
        self->ctx.state = late_state_imported();
    library_calls(on_perhaps, &self->ctx);
    return 0;
}

static PyTypeObject PerhapsFeed_Type = {
    PyVarObject_HEAD_INIT(NULL, 0)
    .tp_name = "late.PerhapsFeed",
    .tp_basicsize = sizeof(PerhapsFeed),
    .tp_flags = Py_TPFLAGS_DEFAULT,
    .tp_init = (initproc)Perhaps_init,
    .tp_new = PyType_GenericNew,
};

typedef struct {
    PyObject *target;
    late_state *state;
} zeroed_context;

typedef struct {
    PyObject_HEAD
    PyObject *list;
    zeroed_context ctx;
} ZeroedFeed;

static int
on_zeroed(int kind, void *data)
{
    PyObject *target = ((zeroed_context *)data)->target;
    return PyList_Append(target, ZeroedError);
}

static int
Zeroed_init(ZeroedFeed *self, PyObject *list, PyObject *kwargs)
{
    self->ctx.state = late_state_imported();
    memset(&self->list, 0, sizeof(ZeroedFeed) - offsetof(ZeroedFeed, list));
    library_calls(on_zeroed, &self->ctx);
    return 0;
}

static PyTypeObject ZeroedFeed_Type = {
    PyVarObject_HEAD_INIT(NULL, 0)
    .tp_name = "late.ZeroedFeed",
    .tp_basicsize = sizeof(ZeroedFeed),
    .tp_flags = Py_TPFLAGS_DEFAULT,
    .tp_init = (initproc)Zeroed_init,
    .tp_new = PyType_GenericNew,
};

typedef struct {
    PyObject *target;
    late_state *state;
} cleared_context;

typedef struct {
    PyObject_HEAD
    PyObject *list;
    cleared_context ctx;
} ClearedFeed;

static int
on_cleared(int kind, void *data)
{
    PyObject *target = ((cleared_context *)data)->target;
    return PyList_Append(target, ClearedError);
}

static int
Cleared_init(ClearedFeed *self, PyObject *list, PyObject *kwargs)
{
    self->ctx.state = late_state_imported();
    library_calls(on_cleared, &self->ctx);
    self->ctx.state = NULL;
    return 0;
}

static PyTypeObject ClearedFeed_Type = {
    PyVarObject_HEAD_INIT(NULL, 0)
    .tp_name = "late.ClearedFeed",
    .tp_basicsize = sizeof(ClearedFeed),
    .tp_flags = Py_TPFLAGS_DEFAULT,
    .tp_init = (initproc)Cleared_init,
    .tp_new = PyType_GenericNew,
};

typedef struct {
    PyObject *target;
    late_state *state;
} jumped_context;

typedef struct {
    PyObject_HEAD
    PyObject *list;
    jumped_context ctx;
} JumpedFeed;

static int
on_jumped(int kind, void *data)
{
    PyObject *target = ((jumped_context *)data)->target;
    return PyList_Append(target, JumpedError);
}

static int
Jumped_init(JumpedFeed *self, PyObject *list, PyObject *kwargs)
{
    if (list == Py_None)
        goto ready;
    self->ctx.state = late_state_imported();
ready:
    library_calls(on_jumped, &self->ctx);
    return 0;
}

static PyTypeObject JumpedFeed_Type = {
    PyVarObject_HEAD_INIT(NULL, 0)
    .tp_name = "late.JumpedFeed",
    .tp_basicsize = sizeof(JumpedFeed),
    .tp_flags = Py_TPFLAGS_DEFAULT,
    .tp_init = (initproc)Jumped_init,
    .tp_new = PyType_GenericNew,
};

typedef struct {
    PyObject *target;
    late_state *state;
} local_context;

typedef struct {
    PyObject_HEAD
    PyObject *list;
    local_context ctx;
} LocalFeed;

static int
on_local(int kind, void *data)
{
    PyObject *target = ((local_context *)data)->target;
    return PyList_Append(target, LocalError);
}

static int
Local_init(LocalFeed *self, PyObject *list, PyObject *kwargs)
{
    local_context other;
    other.target = list;
    other.state = late_state_imported();
    library_calls(on_local, &other);
    self->ctx.state = late_state_imported();
    library_calls(on_local, &self->ctx);
    return 0;
}

static PyTypeObject LocalFeed_Type = {
    PyVarObject_HEAD_INIT(NULL, 0)
    .tp_name = "late.LocalFeed",
    .tp_basicsize = sizeof(LocalFeed),
    .tp_flags = Py_TPFLAGS_DEFAULT,
    .tp_init = (initproc)Local_init,
    .tp_new = PyType_GenericNew,
};

typedef struct {
    PyObject *target;
    late_state *state;
} copied_context;

typedef struct {
    PyObject_HEAD
    PyObject *list;
    copied_context ctx;
} CopiedFeed;

static int
on_copied(int kind, void *data)
{
    PyObject *target = ((copied_context *)data)->target;
    return PyList_Append(target, CopiedError);
}

static int
Copied_init(CopiedFeed *self, PyObject *list, PyObject *kwargs)
{
    copied_context *other = malloc(sizeof(copied_context));
    self->ctx.state = late_state_imported();
    *other = self->ctx;
    library_calls(on_copied, other);
    return 0;
}

static PyTypeObject CopiedFeed_Type = {
    PyVarObject_HEAD_INIT(NULL, 0)
    .tp_name = "late.CopiedFeed",
    .tp_basicsize = sizeof(CopiedFeed),
    .tp_flags = Py_TPFLAGS_DEFAULT,
    .tp_init = (initproc)Copied_init,
    .tp_new = PyType_GenericNew,
};

typedef struct {
    PyObject *target;
    late_state *state;
} read_context;

typedef struct {
    PyObject_HEAD
    PyObject *list;
    read_context ctx;
} ReadFeed;

static int
on_read(int kind, void *data)
{
    if (kind == 0)
        return 0;
    return PyList_Append(((read_context *)data)->target, ReadError);
}

static int
Read_init(ReadFeed *self, PyObject *list, PyObject *kwargs)
{
    self->ctx.state = late_state_imported();
    library_calls(on_read, &self->ctx);
    return 0;
}

static PyTypeObject ReadFeed_Type = {
    PyVarObject_HEAD_INIT(NULL, 0)
    .tp_name = "late.ReadFeed",
    .tp_basicsize = sizeof(ReadFeed),
    .tp_flags = Py_TPFLAGS_DEFAULT,
    .tp_init = (initproc)Read_init,
    .tp_new = PyType_GenericNew,
};

static int
late_exec(PyObject *module)
{
    EarlyError = PyErr_NewException("late.EarlyError", NULL, NULL);
    if (EarlyError == NULL || PyType_Ready(&EarlyFeed_Type) < 0)
        return -1;
    Py_INCREF(&EarlyFeed_Type);
    if (PyModule_AddObject(module, "EarlyFeed", (PyObject *)&EarlyFeed_Type) < 0)
        return -1;
    PerhapsError = PyErr_NewException("late.PerhapsError", NULL, NULL);
    if (PerhapsError == NULL || PyType_Ready(&PerhapsFeed_Type) < 0)
        return -1;
    Py_INCREF(&PerhapsFeed_Type);
    if (PyModule_AddObject(module, "PerhapsFeed", (PyObject *)&PerhapsFeed_Type) < 0)
        return -1;
    ZeroedError = PyErr_NewException("late.ZeroedError", NULL, NULL);
    if (ZeroedError == NULL || PyType_Ready(&ZeroedFeed_Type) < 0)
        return -1;
    Py_INCREF(&ZeroedFeed_Type);
    if (PyModule_AddObject(module, "ZeroedFeed", (PyObject *)&ZeroedFeed_Type) < 0)
        return -1;
    ClearedError = PyErr_NewException("late.ClearedError", NULL, NULL);
    if (ClearedError == NULL || PyType_Ready(&ClearedFeed_Type) < 0)
        return -1;
    Py_INCREF(&ClearedFeed_Type);
    if (PyModule_AddObject(module, "ClearedFeed", (PyObject *)&ClearedFeed_Type) < 0)
        return -1;
    JumpedError = PyErr_NewException("late.JumpedError", NULL, NULL);
    if (JumpedError == NULL || PyType_Ready(&JumpedFeed_Type) < 0)
        return -1;
    Py_INCREF(&JumpedFeed_Type);
    if (PyModule_AddObject(module, "JumpedFeed", (PyObject *)&JumpedFeed_Type) < 0)
        return -1;
    LocalError = PyErr_NewException("late.LocalError", NULL, NULL);
    if (LocalError == NULL || PyType_Ready(&LocalFeed_Type) < 0)
        return -1;
    Py_INCREF(&LocalFeed_Type);
    if (PyModule_AddObject(module, "LocalFeed", (PyObject *)&LocalFeed_Type) < 0)
        return -1;
    CopiedError = PyErr_NewException("late.CopiedError", NULL, NULL);
    if (CopiedError == NULL || PyType_Ready(&CopiedFeed_Type) < 0)
        return -1;
    Py_INCREF(&CopiedFeed_Type);
    if (PyModule_AddObject(module, "CopiedFeed", (PyObject *)&CopiedFeed_Type) < 0)
        return -1;
    ReadError = PyErr_NewException("late.ReadError", NULL, NULL);
    if (ReadError == NULL || PyType_Ready(&ReadFeed_Type) < 0)
        return -1;
    Py_INCREF(&ReadFeed_Type);
    if (PyModule_AddObject(module, "ReadFeed", (PyObject *)&ReadFeed_Type) < 0)
        return -1;
    return 0;
}

static PyModuleDef_Slot late_slots[] = {
    {Py_mod_exec, late_exec},
    {0, NULL}
};

static struct PyModuleDef late_module = {
    PyModuleDef_HEAD_INIT,
    .m_name = "late",
    .m_size = sizeof(late_state),
    .m_slots = late_slots,
};

late_state *
late_state_imported(void)
{
    PyObject *module = PyImport_ImportModule("late");
    late_state *state = PyModule_GetState(module);
    Py_DECREF(module);
    return state;
}

PyMODINIT_FUNC
PyInit_late(void)
{
    return PyModuleDef_Init(&late_module);
}
