#include <Python.h>

#if PY_VERSION_HEX < 0x030A0000
#  define Py_TPFLAGS_IMMUTABLETYPE 0
#  define Py_TPFLAGS_DISALLOW_INSTANTIATION 0
#endif

/* A line whose library tells of what comes in by a callback, which is given nothing of the module. */

typedef void (*line_callback)(void *context, int number);

static int
library_listen(line_callback callback, void *context, int count)
{
    int number;

    for (number = 0; number < count; number++)
        callback(context, number);
    return count;
}

typedef struct {
    PyObject_HEAD
    int number;
} Message;

typedef struct {
    PyTypeObject *Message_Type;
    PyTypeObject *Summary_Type;
} messages_made_by_callbacks_state;

static inline messages_made_by_callbacks_state *
get_messages_made_by_callbacks_state(PyObject *module)
{
    void *state = PyModule_GetState(module);
    assert(state != NULL);
    return (messages_made_by_callbacks_state *)state;
}

static PyObject *
Message_number(Message *self, void *closure)
{
    return PyLong_FromLong(self->number);
}

static PyGetSetDef Message_getset[] = {
    {"number", (getter)Message_number, NULL, NULL, NULL},
    {NULL}
};

static void
Message_dealloc(Message *self)
{
    PyTypeObject *tp = Py_TYPE(self);

    tp->tp_free((PyObject *)self);
    Py_DECREF(tp);
}

/* Protocols 0 and 1 would write what nobody can read. */
static PyObject *
Message_reduce(PyObject *self, PyObject *Py_UNUSED(ignored))
{
    PyErr_Format(PyExc_TypeError, "cannot pickle '%.100s' object",
                 Py_TYPE(self)->tp_name);
    return NULL;
}

static PyMethodDef Message_methods[] = {
    {"__reduce__", Message_reduce, METH_NOARGS, NULL},
    {NULL}
};

static PyType_Slot Message_slots[] = {
    {Py_tp_dealloc, Message_dealloc},
    {Py_tp_getset, Message_getset},
    {Py_tp_methods, Message_methods},
    {0, NULL},
};

static PyType_Spec Message_spec = {
    .name = "messages_made_by_callbacks.Message",
    .basicsize = sizeof(Message),
    .flags = (Py_TPFLAGS_DEFAULT | Py_TPFLAGS_DISALLOW_INSTANTIATION |
              Py_TPFLAGS_IMMUTABLETYPE),
    .slots = Message_slots,
};

static PyStructSequence_Field summary_fields[] = {
    {"first", NULL},
    {"count", NULL},
    {NULL}
};

static PyStructSequence_Desc summary_description = {
    "messages_made_by_callbacks.Summary", "", summary_fields, 2
};

static PyObject *
new_message(messages_made_by_callbacks_state *state, int number)
{
    Message *message =
        (Message *)state->Message_Type->tp_alloc(state->Message_Type, 0);

    if (message != NULL)
        message->number = number;
    return (PyObject *)message;
}

typedef struct {
    messages_made_by_callbacks_state *state;
    void *context;
} tell_listener_data;

static void
tell_listener(void *context, int number)
{
    messages_made_by_callbacks_state *state =
        ((tell_listener_data *)context)->state;
    PyGILState_STATE gil = PyGILState_Ensure();
    PyObject *message = new_message(state, number);
    PyObject *result = NULL;

    if (message != NULL) {
        result = PyObject_CallFunctionObjArgs(
            (PyObject *)((tell_listener_data *)context)->context, message, NULL);
        Py_DECREF(message);
    }
    if (result == NULL)
        PyErr_WriteUnraisable(
                (PyObject *)((tell_listener_data *)context)->context);
    Py_XDECREF(result);
    PyGILState_Release(gil);
}

static PyObject *
listen(PyObject *module, PyObject *args)
{
    messages_made_by_callbacks_state *state =
        get_messages_made_by_callbacks_state(module);
    PyObject *listener, *summary;
    int count;

    if (!PyArg_ParseTuple(args, "Oi", &listener, &count))
        return NULL;
    library_listen(tell_listener, &(tell_listener_data){state, listener}, count);
    summary = PyStructSequence_New(state->Summary_Type);
    if (summary == NULL)
        return NULL;
    PyStructSequence_SET_ITEM(summary, 0, PyLong_FromLong(0));
    PyStructSequence_SET_ITEM(summary, 1, PyLong_FromLong(count));
    if (PyErr_Occurred()) {
        Py_DECREF(summary);
        return NULL;
    }
    return summary;
}

static PyMethodDef functions[] = {
    {"listen", listen, METH_VARARGS, "listen(listener, count) -> summary"},
    {NULL, NULL, 0, NULL}
};

static int
messages_made_by_callbacks_traverse(PyObject *module, visitproc visit, void *arg)
{
    messages_made_by_callbacks_state *state =
        get_messages_made_by_callbacks_state(module);
    Py_VISIT(state->Message_Type);
    Py_VISIT(state->Summary_Type);
    return 0;
}

static int
messages_made_by_callbacks_clear(PyObject *module)
{
    messages_made_by_callbacks_state *state =
        get_messages_made_by_callbacks_state(module);
    Py_CLEAR(state->Message_Type);
    Py_CLEAR(state->Summary_Type);
    return 0;
}

static void
messages_made_by_callbacks_free(void *module)
{
    messages_made_by_callbacks_clear((PyObject *)module);
}

static int messages_made_by_callbacks_exec(PyObject *module);

static PyModuleDef_Slot messages_made_by_callbacks_slots[] = {
    {Py_mod_exec, messages_made_by_callbacks_exec},
#if PY_VERSION_HEX >= 0x030C0000
    {Py_mod_multiple_interpreters, Py_MOD_MULTIPLE_INTERPRETERS_SUPPORTED},
#endif
    {0, NULL}
};

static struct PyModuleDef definition = {
    PyModuleDef_HEAD_INIT, "messages_made_by_callbacks", NULL,
    sizeof(messages_made_by_callbacks_state), functions,
    messages_made_by_callbacks_slots, messages_made_by_callbacks_traverse,
    messages_made_by_callbacks_clear, messages_made_by_callbacks_free
};

static int
messages_made_by_callbacks_exec(PyObject *module)
{
    messages_made_by_callbacks_state *state =
        get_messages_made_by_callbacks_state(module);

    state->Message_Type =
        (PyTypeObject *)PyType_FromModuleAndSpec(module, &Message_spec, NULL);
    if (state->Message_Type == NULL)
        return -1;
#if PY_VERSION_HEX < 0x030A0000
    /* Py_TPFLAGS_DISALLOW_INSTANTIATION */
    state->Message_Type->tp_new = NULL;
#endif
    state->Summary_Type = PyStructSequence_NewType(&summary_description);
    if (state->Summary_Type == NULL)
        return -1;
    state->Summary_Type->tp_flags |= Py_TPFLAGS_IMMUTABLETYPE;
    Py_INCREF(state->Message_Type);
    if (PyModule_AddObject(module, "Message",
                           (PyObject *)state->Message_Type) < 0) {
        Py_DECREF(state->Message_Type);
        return -1;
    }
    return 0;
}

PyMODINIT_FUNC
PyInit_messages_made_by_callbacks(void)
{
    return PyModuleDef_Init(&definition);
}
