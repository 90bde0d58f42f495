#include <Python.h>

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

static PyObject *ClosedError;

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

static PyTypeObject Message_Type = {
    PyVarObject_HEAD_INIT(NULL, 0)
    .tp_name = "instance_called_back_by_a_library.Message",
    .tp_basicsize = sizeof(Message),
    .tp_flags = Py_TPFLAGS_DEFAULT,
    .tp_repr = (reprfunc)Message_repr,
    .tp_new = Message_new,
};

static int
deliver(Subscription *subscription, int number)
{
    Message *message = (Message *)Message_Type.tp_alloc(&Message_Type, 0);
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

    if (deliver(subscription, number) < 0)
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
        PyErr_SetString(ClosedError, "subscribed already");
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
    if (self->handle != NULL)
        library_close(self->handle);
    Py_XDECREF(self->receiver);
    Py_TYPE(self)->tp_free((PyObject *)self);
}

static PyObject *
Subscription_send(Subscription *self, PyObject *arg)
{
    long number = PyLong_AsLong(arg);

    if (number == -1 && PyErr_Occurred())
        return NULL;
    if (self->handle == NULL) {
        PyErr_SetString(ClosedError, "not subscribed");
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

static PyTypeObject Subscription_Type = {
    PyVarObject_HEAD_INIT(NULL, 0)
    .tp_name = "instance_called_back_by_a_library.Subscription",
    .tp_basicsize = sizeof(Subscription),
    .tp_dealloc = (destructor)Subscription_dealloc,
    .tp_flags = Py_TPFLAGS_DEFAULT,
    .tp_methods = Subscription_methods,
    .tp_init = (initproc)Subscription_init,
    .tp_new = PyType_GenericNew,
};

static PyObject *
is_message(PyObject *module, PyObject *arg)
{
    return PyBool_FromLong(PyObject_TypeCheck(arg, &Message_Type));
}

static PyMethodDef methods[] = {
    {"is_message", is_message, METH_O, NULL},
    {NULL}
};

static struct PyModuleDef definition = {
    PyModuleDef_HEAD_INIT, "instance_called_back_by_a_library", NULL, -1, methods,
};

PyMODINIT_FUNC
PyInit_instance_called_back_by_a_library(void)
{
    PyObject *module;

    if (PyType_Ready(&Message_Type) < 0 || PyType_Ready(&Subscription_Type) < 0)
        return NULL;
    module = PyModule_Create(&definition);
    if (module == NULL)
        return NULL;
    ClosedError = PyErr_NewException("instance_called_back_by_a_library.ClosedError", NULL, NULL);
    Py_XINCREF(ClosedError);
    if (PyModule_AddObject(module, "ClosedError", ClosedError) < 0) {
        Py_XDECREF(ClosedError);
        Py_DECREF(module);
        return NULL;
    }
    Py_INCREF(&Message_Type);
    if (PyModule_AddObject(module, "Message", (PyObject *)&Message_Type) < 0) {
        Py_DECREF(&Message_Type);
        Py_DECREF(module);
        return NULL;
    }
    Py_INCREF(&Subscription_Type);
    if (PyModule_AddObject(module, "Subscription", (PyObject *)&Subscription_Type) < 0) {
        Py_DECREF(&Subscription_Type);
        Py_DECREF(module);
        return NULL;
    }
    return module;
}
