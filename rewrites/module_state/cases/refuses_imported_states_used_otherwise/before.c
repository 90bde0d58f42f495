#include <Python.h>

/* The state of the module that is imported is kept for a callback, and asked for its names elsewhere: both are one. */

void library_calls(int (*callback)(int, void *), void *data);

typedef struct {
    PyObject *name;
} late_state;

late_state *late_state_imported(void);

static PyObject *KeptError;

typedef struct {
    PyObject *target;
    late_state *state;
} kept_context;

typedef struct {
    PyObject_HEAD
    kept_context ctx;
} Feed;

static int
on_kept(int kind, void *data)
{
    PyObject *target = ((kept_context *)data)->target;
    PyObject *name = ((kept_context *)data)->state->name;
    return PyList_Append(target, name == late_state_imported()->name ? KeptError : name);
}

static int
Feed_init(Feed *self, PyObject *list, PyObject *kwargs)
{
    self->ctx.target = list;
    self->ctx.state = late_state_imported();
    library_calls(on_kept, &self->ctx);
    return 0;
}

static PyTypeObject Feed_Type = {
    PyVarObject_HEAD_INIT(NULL, 0)
    .tp_name = "late.Feed",
    .tp_basicsize = sizeof(Feed),
    .tp_flags = Py_TPFLAGS_DEFAULT,
    .tp_init = (initproc)Feed_init,
    .tp_new = PyType_GenericNew,
};

static int
late_exec(PyObject *module)
{
    KeptError = PyErr_NewException("late.KeptError", NULL, NULL);
    if (KeptError == NULL || PyType_Ready(&Feed_Type) < 0)
        return -1;
    Py_INCREF(&Feed_Type);
    if (PyModule_AddObject(module, "Feed", (PyObject *)&Feed_Type) < 0)
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
