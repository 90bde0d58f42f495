#include <Python.h>

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

static PyTypeObject Message_Type;
static PyTypeObject Summary_Type;

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
    Py_TYPE(self)->tp_free((PyObject *)self);
}

static PyTypeObject Message_Type = {
    PyVarObject_HEAD_INIT(NULL, 0)
    .tp_name = "messages_made_by_callbacks.Message",
    .tp_basicsize = sizeof(Message),
    .tp_dealloc = (destructor)Message_dealloc,
    .tp_getset = Message_getset,
    .tp_flags = Py_TPFLAGS_DEFAULT,
};

static PyStructSequence_Field summary_fields[] = {
    {"first", NULL},
    {"count", NULL},
    {NULL}
};

static PyStructSequence_Desc summary_description = {
    "messages_made_by_callbacks.Summary", NULL, summary_fields, 2
};

static PyObject *
new_message(int number)
{
    Message *message = (Message *)Message_Type.tp_alloc(&Message_Type, 0);

    if (message != NULL)
        message->number = number;
    return (PyObject *)message;
}

static void
tell_listener(void *context, int number)
{
#ifdef WITH_THREAD
    PyGILState_STATE gil = PyGILState_Ensure();
#endif
    PyObject *message = new_message(number);
    PyObject *result = NULL;

    if (message != NULL) {
        result = PyObject_CallFunctionObjArgs((PyObject *)context, message, NULL);
        Py_DECREF(message);
    }
    if (result == NULL)
        PyErr_WriteUnraisable((PyObject *)context);
    Py_XDECREF(result);
#ifdef WITH_THREAD
    PyGILState_Release(gil);
#endif
}

static PyObject *
listen(PyObject *module, PyObject *args)
{
    PyObject *listener, *summary;
    int count;

    if (!PyArg_ParseTuple(args, "Oi", &listener, &count))
        return NULL;
    library_listen(tell_listener, listener, count);
    summary = PyStructSequence_New(&Summary_Type);
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

static struct PyModuleDef definition = {
    PyModuleDef_HEAD_INIT, "messages_made_by_callbacks", NULL, -1, functions
};

PyMODINIT_FUNC
PyInit_messages_made_by_callbacks(void)
{
    PyObject *module;

    if (PyType_Ready(&Message_Type) < 0)
        return NULL;
    if (Summary_Type.tp_name == NULL) {
        if (PyStructSequence_InitType2(&Summary_Type, &summary_description) < 0)
            return NULL;
    }
    module = PyModule_Create(&definition);
    if (module == NULL)
        return NULL;
    Py_INCREF(&Message_Type);
    if (PyModule_AddObject(module, "Message", (PyObject *)&Message_Type) < 0) {
        Py_DECREF(&Message_Type);
        Py_DECREF(module);
        return NULL;
    }
    return module;
}
