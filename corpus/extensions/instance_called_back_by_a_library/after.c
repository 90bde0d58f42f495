#include <Python.h>

#if PY_VERSION_HEX < 0x030A0000
#  define Py_TPFLAGS_IMMUTABLETYPE 0
#endif

/* What a library would do: it calls from where nobody holds the GIL, and once more when it is told to stop. */
typedef void (*library_callback)(void *context, int number);
typedef struct {
    library_callback callback;
    void *context;
} library_handle;

static library_handle *
library_subscribe(library_callback callback, void *context)
{
    library_handle *handle = malloc(sizeof(library_handle));

    if (handle != NULL) {
        handle->callback = callback;
        handle->context = context;
    }
    return handle;
}

static void
library_send(library_handle *handle, int number)
{
    (*handle->callback)(handle->context, number);
}

static void
library_close(library_handle *handle)
{
    (*handle->callback)(handle->context, -1);
    free(handle);
}

typedef struct {
    PyObject_HEAD
    int number;
} Message;

typedef struct {
    PyObject_HEAD
    library_handle *handle;
    PyObject *receiver;
} Subscription;

typedef struct {
    PyObject *ClosedError;
    PyTypeObject *Message_Type;
} instance_called_back_by_a_library_state;

static inline instance_called_back_by_a_library_state *
get_instance_called_back_by_a_library_state(PyObject *module)
{
    void *state = PyModule_GetState(module);
    assert(state != NULL);
    return (instance_called_back_by_a_library_state *)state;
}

static inline instance_called_back_by_a_library_state *
get_instance_called_back_by_a_library_state_by_type(PyTypeObject *type)
{
    void *state = PyType_GetModuleState(type);
    assert(state != NULL);
    return (instance_called_back_by_a_library_state *)state;
}

static PyObject *
Message_new(PyTypeObject *type, PyObject *args, PyObject *kwargs)
{
    Message *self;
    int number;

    if (!PyArg_ParseTuple(args, "i", &number))
        return NULL;
    self = (Message *)type->tp_alloc(type, 0);
    if (self != NULL)
        self->number = number;
    return (PyObject *)self;
}

static PyObject *
Message_repr(Message *self)
{
    return PyUnicode_FromFormat("<Message %d>", self->number);
}

static PyType_Slot Message_slots[] = {
    {Py_tp_repr, Message_repr},
    {Py_tp_new, Message_new},
    {0, NULL},
};

static PyType_Spec Message_spec = {
    .name = "instance_called_back_by_a_library.Message",
    .basicsize = sizeof(Message),
    .flags = (Py_TPFLAGS_DEFAULT | Py_TPFLAGS_IMMUTABLETYPE),
    .slots = Message_slots,
};

static int
deliver(instance_called_back_by_a_library_state *state, Subscription *subscription,
        int number)
{
    Message *message = (Message *)state->Message_Type->tp_alloc(state->Message_Type, 0);
    PyObject *result;

    if (message == NULL)
        return -1;
    message->number = number;
    result = PyObject_CallFunctionObjArgs(subscription->receiver, (PyObject *)message, NULL);
    Py_DECREF(message);
    Py_XDECREF(result);
    return result == NULL ? -1 : 0;
}

void
on_message(Subscription *subscription, int number)
{
    PyGILState_STATE gil = PyGILState_Ensure();
    instance_called_back_by_a_library_state *state =
        get_instance_called_back_by_a_library_state_by_type(Py_TYPE(subscription));

    if (deliver(state, subscription, number) < 0)
        PyErr_Print();
    PyGILState_Release(gil);
}

static int
Subscription_init(Subscription *self, PyObject *args, PyObject *kwargs)
{
    PyObject *receiver;

    if (!PyArg_ParseTuple(args, "O", &receiver))
        return -1;
    if (self->handle != NULL) {
        instance_called_back_by_a_library_state *state =
            get_instance_called_back_by_a_library_state_by_type(Py_TYPE(self));

        PyErr_SetString(state->ClosedError, "subscribed already");
        return -1;
    }
    Py_INCREF(receiver);
    self->receiver = receiver;
    self->handle = library_subscribe((library_callback)on_message, self);
    if (self->handle == NULL) {
        PyErr_NoMemory();
        return -1;
    }
    return 0;
}

static void
Subscription_dealloc(Subscription *self)
{
    PyTypeObject *tp = Py_TYPE(self);

    if (self->handle != NULL)
        library_close(self->handle);
    Py_XDECREF(self->receiver);
    tp->tp_free((PyObject *)self);
    Py_DECREF(tp);
}

static PyObject *
Subscription_send(Subscription *self, PyObject *arg)
{
    long number = PyLong_AsLong(arg);

    if (number == -1 && PyErr_Occurred())
        return NULL;
    if (self->handle == NULL) {
        instance_called_back_by_a_library_state *state =
            get_instance_called_back_by_a_library_state_by_type(Py_TYPE(self));

        PyErr_SetString(state->ClosedError, "not subscribed");
        return NULL;
    }
    Py_BEGIN_ALLOW_THREADS
    library_send(self->handle, (int)number);
    Py_END_ALLOW_THREADS
    Py_RETURN_NONE;
}

static PyMethodDef Subscription_methods[] = {
    {"send", (PyCFunction)Subscription_send, METH_O, NULL},
    {NULL}
};

static PyType_Slot Subscription_slots[] = {
    {Py_tp_dealloc, Subscription_dealloc},
    {Py_tp_methods, Subscription_methods},
    {Py_tp_init, Subscription_init},
    {Py_tp_new, PyType_GenericNew},
    {0, NULL},
};

static PyType_Spec Subscription_spec = {
    .name = "instance_called_back_by_a_library.Subscription",
    .basicsize = sizeof(Subscription),
    .flags = (Py_TPFLAGS_DEFAULT | Py_TPFLAGS_IMMUTABLETYPE),
    .slots = Subscription_slots,
};

static PyObject *
is_message(PyObject *module, PyObject *arg)
{
    instance_called_back_by_a_library_state *state =
        get_instance_called_back_by_a_library_state(module);

    return PyBool_FromLong(PyObject_TypeCheck(arg, state->Message_Type));
}

static PyMethodDef methods[] = {
    {"is_message", is_message, METH_O, NULL},
    {NULL}
};

static int
instance_called_back_by_a_library_traverse(PyObject *module, visitproc visit, void *arg)
{
    instance_called_back_by_a_library_state *state =
        get_instance_called_back_by_a_library_state(module);
    Py_VISIT(state->ClosedError);
    Py_VISIT(state->Message_Type);
    return 0;
}

static int
instance_called_back_by_a_library_clear(PyObject *module)
{
    instance_called_back_by_a_library_state *state =
        get_instance_called_back_by_a_library_state(module);
    Py_CLEAR(state->ClosedError);
    Py_CLEAR(state->Message_Type);
    return 0;
}

static void
instance_called_back_by_a_library_free(void *module)
{
    instance_called_back_by_a_library_clear((PyObject *)module);
}

static int instance_called_back_by_a_library_exec(PyObject *module);

static PyModuleDef_Slot instance_called_back_by_a_library_slots[] = {
    {Py_mod_exec, instance_called_back_by_a_library_exec},
#if PY_VERSION_HEX >= 0x030C0000
    {Py_mod_multiple_interpreters, Py_MOD_MULTIPLE_INTERPRETERS_SUPPORTED},
#endif
    {0, NULL}
};

static struct PyModuleDef definition = {
    PyModuleDef_HEAD_INIT, "instance_called_back_by_a_library", NULL,
    sizeof(instance_called_back_by_a_library_state), methods,
    instance_called_back_by_a_library_slots, instance_called_back_by_a_library_traverse,
    instance_called_back_by_a_library_clear,
    instance_called_back_by_a_library_free,
};

static int
instance_called_back_by_a_library_exec(PyObject *module)
{
    instance_called_back_by_a_library_state *state =
        get_instance_called_back_by_a_library_state(module);

    state->Message_Type =
        (PyTypeObject *)PyType_FromModuleAndSpec(module, &Message_spec, NULL);
    if (state->Message_Type == NULL)
        return -1;
    PyTypeObject *Subscription_Type =
        (PyTypeObject *)PyType_FromModuleAndSpec(module, &Subscription_spec, NULL);
    if (Subscription_Type == NULL)
        return -1;
    state->ClosedError = PyErr_NewException("instance_called_back_by_a_library.ClosedError",
                                            NULL, NULL);
    Py_XINCREF(state->ClosedError);
    if (PyModule_AddObject(module, "ClosedError", state->ClosedError) < 0) {
        Py_XDECREF(state->ClosedError);
        Py_DECREF(Subscription_Type);
        return -1;
    }
    Py_INCREF(state->Message_Type);
    if (PyModule_AddObject(module, "Message", (PyObject *)state->Message_Type) < 0) {
        Py_DECREF(state->Message_Type);
        Py_DECREF(Subscription_Type);
        return -1;
    }
    if (PyModule_AddObject(module, "Subscription", (PyObject *)Subscription_Type) < 0) {
        Py_DECREF(Subscription_Type);
        return -1;
    }
    return 0;
}

PyMODINIT_FUNC
PyInit_instance_called_back_by_a_library(void)
{
    return PyModuleDef_Init(&definition);
}
