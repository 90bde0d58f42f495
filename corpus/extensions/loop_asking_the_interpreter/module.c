#include <Python.h>

/* A loop whose library calls back with a number alone: what is handled, and how far, functions of the module set. */

typedef void (*event_callback)(int event);

static event_callback listening;        /* the library's */

static void
library_fire(int event)
{
    if (listening != NULL)
        listening(event);
}

static PyTypeObject Event_Type;
static PyObject *LoopError;
static PyObject *on_event;              /* what is called, while the loop runs */
static PyObject *kept;                  /* what it gave */
static long handled;
static long budget = 3;

typedef struct {
    PyObject_HEAD
    int number;
} Event;

static void
handle_event(int number)
{
    PyObject *event, *result;

    if (on_event == NULL || handled >= budget)
        return;
    handled++;
    event = (PyObject *)PyObject_NEW(Event, &Event_Type);
    if (event == NULL) {
        PyErr_WriteUnraisable(NULL);
        return;
    }
    ((Event *)event)->number = number;
    result = PyObject_CallFunctionObjArgs(on_event, event, NULL);
    Py_DECREF(event);
    if (result == NULL || PyList_Append(kept, result) < 0)
        PyErr_WriteUnraisable(on_event);
    Py_XDECREF(result);
}

static PyObject *
run(PyObject *module, PyObject *args)
{
    PyObject *function, *given;
    int count, number;

    if (!PyArg_ParseTuple(args, "Oi", &function, &count))
        return NULL;
    if (on_event != NULL) {
        PyErr_SetString(LoopError, "the loop runs already");
        return NULL;
    }
    kept = PyList_New(0);
    if (kept == NULL)
        return NULL;
    Py_INCREF(function);
    on_event = function;
    handled = 0;
    for (number = 0; number < count; number++)
        library_fire(number);
    Py_CLEAR(on_event);
    given = kept;
    kept = NULL;
    return given;
}

static PyObject *
set_budget(PyObject *module, PyObject *number)
{
    long value = PyLong_AsLong(number);

    if (value == -1 && PyErr_Occurred())
        return NULL;
    if (on_event != NULL) {
        PyErr_SetString(LoopError, "the loop runs already");
        return NULL;
    }
    budget = value;
    Py_RETURN_NONE;
}

static PyObject *
get_handled(PyObject *module, PyObject *unused)
{
    return PyLong_FromLong(handled);
}

static PyObject *
Event_number(Event *self, void *closure)
{
    return PyLong_FromLong(self->number);
}

static void
Event_dealloc(Event *self)
{
    PyObject_Del(self);
}

static PyGetSetDef Event_getset[] = {
    {"number", (getter)Event_number, NULL, "which one it is"},
    {NULL}
};

static PyTypeObject Event_Type = {
    PyVarObject_HEAD_INIT(NULL, 0)
    .tp_name = "loop_asking_the_interpreter.Event",
    .tp_basicsize = sizeof(Event),
    .tp_dealloc = (destructor)Event_dealloc,
    .tp_flags = Py_TPFLAGS_DEFAULT,
    .tp_getset = Event_getset,
};

static PyMethodDef functions[] = {
    {"run", run, METH_VARARGS, "run(function, count) -> what it gave"},
    {"set_budget", set_budget, METH_O, "set_budget(number)"},
    {"get_handled", get_handled, METH_NOARGS, "get_handled() -> number"},
    {NULL}
};

static struct PyModuleDef definition = {
    PyModuleDef_HEAD_INIT, "loop_asking_the_interpreter", "A loop.", -1, functions
};

PyMODINIT_FUNC
PyInit_loop_asking_the_interpreter(void)
{
    PyObject *module;

    if (PyType_Ready(&Event_Type) < 0)
        return NULL;
    module = PyModule_Create(&definition);
    if (module == NULL)
        return NULL;
    LoopError = PyErr_NewException("loop_asking_the_interpreter.LoopError", NULL, NULL);
    if (LoopError == NULL) {
        Py_DECREF(module);
        return NULL;
    }
    Py_INCREF(LoopError);
    if (PyModule_AddObject(module, "LoopError", LoopError) < 0) {
        Py_DECREF(LoopError);
        Py_DECREF(module);
        return NULL;
    }
    listening = handle_event;
    return module;
}
