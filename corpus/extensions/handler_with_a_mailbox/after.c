#include <Python.h>

#if PY_VERSION_HEX < 0x030A0000
#  define Py_TPFLAGS_IMMUTABLETYPE 0
#endif

/* A disk whose library tells of errors by a handler that is set once, and is given nothing of the module. */

typedef enum { ANSWER_UNHANDLED, ANSWER_IGNORE, ANSWER_CANCEL } answer;
typedef answer (*error_handler)(int severity, const char *message);

typedef struct {
    error_handler library_handler;
    PyObject *DiskError;
    PyTypeObject *Disk_Type;
} handler_with_a_mailbox_state;

static inline handler_with_a_mailbox_state *
get_handler_with_a_mailbox_state(PyObject *module)
{
    void *state = PyModule_GetState(module);
    assert(state != NULL);
    return (handler_with_a_mailbox_state *)state;
}

static inline handler_with_a_mailbox_state *
get_handler_with_a_mailbox_state_by_type(PyTypeObject *type)
{
    void *state = PyType_GetModuleState(type);
    assert(state != NULL);
    return (handler_with_a_mailbox_state *)state;
}

/* For callbacks: they find the module imported last of those that live. */
static inline int
keep_handler_with_a_mailbox(PyObject *module)
{
    PyObject *dict = PyInterpreterState_GetDict(PyInterpreterState_Get());
    PyObject *modules, *remove, *reference;
    int result;

    if (dict == NULL) {
        PyErr_SetString(PyExc_RuntimeError, "the interpreter has no dict");
        return -1;
    }
    modules = PyDict_GetItemString(dict, "handler_with_a_mailbox");
    if (modules == NULL) {
        modules = PyList_New(0);
        if (modules == NULL) {
            return -1;
        }
        result = PyDict_SetItemString(dict, "handler_with_a_mailbox", modules);
        Py_DECREF(modules);
        if (result < 0) {
            return -1;
        }
    }
    remove = PyObject_GetAttrString(modules, "remove");
    if (remove == NULL) {
        return -1;
    }
    reference = PyWeakref_NewRef(module, remove);
    Py_DECREF(remove);
    if (reference == NULL) {
        return -1;
    }
    result = PyList_Append(modules, reference);
    Py_DECREF(reference);
    return result;
}

static inline handler_with_a_mailbox_state *
find_handler_with_a_mailbox_state(void)
{
    PyObject *dict = PyInterpreterState_GetDict(PyInterpreterState_Get());
    PyObject *modules = dict == NULL ? NULL
        : PyDict_GetItemString(dict, "handler_with_a_mailbox");
    Py_ssize_t count = modules == NULL ? 0 : PyList_GET_SIZE(modules);
    PyObject *reference = count == 0 ? NULL : PyList_GET_ITEM(modules, count - 1);
    PyObject *module = NULL;

#if PY_VERSION_HEX >= 0x030D0000
    if (reference != NULL && PyWeakref_GetRef(reference, &module) > 0) {
        Py_DECREF(module);
    }
#else
    if (reference != NULL && PyWeakref_GetObject(reference) != Py_None) {
        module = PyWeakref_GetObject(reference);
    }
#endif
    if (module == NULL) {
        PyErr_SetString(PyExc_RuntimeError, "handler_with_a_mailbox is not imported any more");
        return NULL;
    }
    return get_handler_with_a_mailbox_state(module);
}

static int
library_write(handler_with_a_mailbox_state *state, int severity)
{
    if (severity > 0 && state->library_handler != NULL)
        return state->library_handler(severity, "the disk is full") == ANSWER_IGNORE;
    return 1;
}

typedef struct {
    PyObject_HEAD
    long written;
} Disk;

static int was_raised;          /* left by the handler for who called the library */
static const char *last_message;

static answer
handle_error(int severity, const char *message)
{
    handler_with_a_mailbox_state *state = find_handler_with_a_mailbox_state();

    if (state == NULL) {
        return ANSWER_CANCEL;
    }
    switch (severity) {
        case 1:
            was_raised = 1;
            last_message = message;
            return ANSWER_UNHANDLED;
        case 2:
            was_raised = 1;
            last_message = message;
            PyErr_SetString(state->DiskError, message);
            return ANSWER_CANCEL;
    }
    return ANSWER_IGNORE;
}

static PyObject *
Disk_write(Disk *self, PyObject *args)
{
    handler_with_a_mailbox_state *state =
        get_handler_with_a_mailbox_state_by_type(Py_TYPE(self));
    int severity;

    if (!PyArg_ParseTuple(args, "i", &severity))
        return NULL;
    was_raised = 0;
    if (!library_write(state, severity)) {
        if (!PyErr_Occurred())
            PyErr_Format(state->DiskError, "%s: %d", was_raised ? last_message : "not told",
                         severity);
        return NULL;
    }
    self->written++;
    return PyLong_FromLong(self->written);
}

static void
Disk_dealloc(Disk *self)
{
    PyTypeObject *tp = Py_TYPE(self);

    tp->tp_free((PyObject *)self);
    Py_DECREF(tp);
}

static PyMethodDef Disk_methods[] = {
    {"write", (PyCFunction)Disk_write, METH_VARARGS, "write(severity) -> how often"},
    {NULL}
};

static PyType_Slot Disk_slots[] = {
    {Py_tp_dealloc, Disk_dealloc},
    {Py_tp_methods, Disk_methods},
    {Py_tp_new, PyType_GenericNew},
    {0, NULL},
};

static PyType_Spec Disk_spec = {
    .name = "handler_with_a_mailbox.Disk",
    .basicsize = sizeof(Disk),
    .flags = (Py_TPFLAGS_DEFAULT | Py_TPFLAGS_IMMUTABLETYPE),
    .slots = Disk_slots,
};

static int
handler_with_a_mailbox_traverse(PyObject *module, visitproc visit, void *arg)
{
    handler_with_a_mailbox_state *state = get_handler_with_a_mailbox_state(module);
    Py_VISIT(state->DiskError);
    Py_VISIT(state->Disk_Type);
    return 0;
}

static int
handler_with_a_mailbox_clear(PyObject *module)
{
    handler_with_a_mailbox_state *state = get_handler_with_a_mailbox_state(module);
    Py_CLEAR(state->DiskError);
    Py_CLEAR(state->Disk_Type);
    return 0;
}

static void
handler_with_a_mailbox_free(void *module)
{
    handler_with_a_mailbox_clear((PyObject *)module);
}

static int handler_with_a_mailbox_exec(PyObject *module);

static PyModuleDef_Slot handler_with_a_mailbox_slots[] = {
    {Py_mod_exec, handler_with_a_mailbox_exec},
    {Py_mod_exec, keep_handler_with_a_mailbox},
#if PY_VERSION_HEX >= 0x030C0000
    {Py_mod_multiple_interpreters, Py_MOD_MULTIPLE_INTERPRETERS_SUPPORTED},
#endif
    {0, NULL}
};

static struct PyModuleDef definition = {
    PyModuleDef_HEAD_INIT, "handler_with_a_mailbox", "A disk that may be full.",
    sizeof(handler_with_a_mailbox_state), NULL,
    handler_with_a_mailbox_slots, handler_with_a_mailbox_traverse, handler_with_a_mailbox_clear,
    handler_with_a_mailbox_free
};

static int
handler_with_a_mailbox_exec(PyObject *module)
{
    handler_with_a_mailbox_state *state = get_handler_with_a_mailbox_state(module);

    state->Disk_Type = (PyTypeObject *)PyType_FromModuleAndSpec(module, &Disk_spec, NULL);
    if (state->Disk_Type == NULL)
        return -1;
    state->DiskError = PyErr_NewException("handler_with_a_mailbox.DiskError", NULL, NULL);
    if (state->DiskError == NULL)
        goto error;
    Py_INCREF(state->DiskError);
    if (PyModule_AddObject(module, "DiskError", state->DiskError) < 0) {
        Py_DECREF(state->DiskError);
        goto error;
    }
    Py_INCREF(state->Disk_Type);
    if (PyModule_AddObject(module, "Disk", (PyObject *)state->Disk_Type) < 0) {
        Py_DECREF(state->Disk_Type);
        goto error;
    }
    state->library_handler = handle_error;
    return 0;

error:
    return -1;
}

PyMODINIT_FUNC
PyInit_handler_with_a_mailbox(void)
{
    return PyModuleDef_Init(&definition);
}
