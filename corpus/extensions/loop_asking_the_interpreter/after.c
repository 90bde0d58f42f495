#include <Python.h>

#if PY_VERSION_HEX < 0x030A0000
#  define Py_TPFLAGS_IMMUTABLETYPE 0
#  define Py_TPFLAGS_DISALLOW_INSTANTIATION 0
#endif

/* A loop whose library calls back with a number alone: what is handled, and how far, functions of the module set. */

typedef void (*event_callback)(int event);

typedef struct {
    event_callback listening;  /* the library's */
    PyTypeObject *Event_Type;
    PyObject *LoopError;
    PyObject *on_event;  /* what is called, while the loop runs */
    PyObject *kept;      /* what it gave */
    long handled;
} loop_asking_the_interpreter_state;

static inline loop_asking_the_interpreter_state *
get_loop_asking_the_interpreter_state(PyObject *module)
{
    void *state = PyModule_GetState(module);
    assert(state != NULL);
    return (loop_asking_the_interpreter_state *)state;
}

/* For callbacks: they find the module imported last of those that live. */
static inline int
keep_loop_asking_the_interpreter(PyObject *module)
{
    PyObject *dict = PyInterpreterState_GetDict(PyInterpreterState_Get());
    PyObject *modules, *remove, *reference;
    int result;

    if (dict == NULL) {
        PyErr_SetString(PyExc_RuntimeError, "the interpreter has no dict");
        return -1;
    }
    modules = PyDict_GetItemString(dict, "loop_asking_the_interpreter");
    if (modules == NULL) {
        modules = PyList_New(0);
        if (modules == NULL) {
            return -1;
        }
        result = PyDict_SetItemString(dict, "loop_asking_the_interpreter", modules);
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

static inline loop_asking_the_interpreter_state *
find_loop_asking_the_interpreter_state(void)
{
    PyObject *dict = PyInterpreterState_GetDict(PyInterpreterState_Get());
    PyObject *modules = dict == NULL ? NULL
        : PyDict_GetItemString(dict, "loop_asking_the_interpreter");
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
        PyErr_SetString(PyExc_RuntimeError,
                        "loop_asking_the_interpreter is not imported any more");
        return NULL;
    }
    return get_loop_asking_the_interpreter_state(module);
}

static void
library_fire(loop_asking_the_interpreter_state *state, int event)
{
    if (state->listening != NULL)
        state->listening(event);
}

static long budget = 3;

typedef struct {
    PyObject_HEAD
    int number;
} Event;

static void
handle_event(int number)
{
    loop_asking_the_interpreter_state *state = find_loop_asking_the_interpreter_state();
    PyObject *event, *result;

    if (state == NULL) {
        PyErr_WriteUnraisable(NULL);
        return;
    }
    if (state->on_event == NULL || state->handled >= budget)
        return;
    state->handled++;
    event = (PyObject *)(Event *)state->Event_Type->tp_alloc(state->Event_Type, 0);
    if (event == NULL) {
        PyErr_WriteUnraisable(NULL);
        return;
    }
    ((Event *)event)->number = number;
    result = PyObject_CallFunctionObjArgs(state->on_event, event, NULL);
    Py_DECREF(event);
    if (result == NULL || PyList_Append(state->kept, result) < 0)
        PyErr_WriteUnraisable(state->on_event);
    Py_XDECREF(result);
}

static PyObject *
run(PyObject *module, PyObject *args)
{
    loop_asking_the_interpreter_state *state = find_loop_asking_the_interpreter_state();
    PyObject *function, *given;
    int count, number;

    if (state == NULL)
        return NULL;
    if (!PyArg_ParseTuple(args, "Oi", &function, &count))
        return NULL;
    if (state->on_event != NULL) {
        PyErr_SetString(state->LoopError, "the loop runs already");
        return NULL;
    }
    state->kept = PyList_New(0);
    if (state->kept == NULL)
        return NULL;
    Py_INCREF(function);
    state->on_event = function;
    state->handled = 0;
    for (number = 0; number < count; number++)
        library_fire(state, number);
    Py_CLEAR(state->on_event);
    given = state->kept;
    state->kept = NULL;
    return given;
}

static PyObject *
set_budget(PyObject *module, PyObject *number)
{
    loop_asking_the_interpreter_state *state = find_loop_asking_the_interpreter_state();

    if (state == NULL)
        return NULL;

    long value = PyLong_AsLong(number);

    if (value == -1 && PyErr_Occurred())
        return NULL;
    if (state->on_event != NULL) {
        PyErr_SetString(state->LoopError, "the loop runs already");
        return NULL;
    }
    budget = value;
    Py_RETURN_NONE;
}

static PyObject *
get_handled(PyObject *module, PyObject *unused)
{
    loop_asking_the_interpreter_state *state = find_loop_asking_the_interpreter_state();

    if (state == NULL) {
        return NULL;
    }
    return PyLong_FromLong(state->handled);
}

static PyObject *
Event_number(Event *self, void *closure)
{
    return PyLong_FromLong(self->number);
}

static void
Event_dealloc(Event *self)
{
    PyTypeObject *tp = Py_TYPE(self);

    tp->tp_free(self);
    Py_DECREF(tp);
}

static PyGetSetDef Event_getset[] = {
    {"number", (getter)Event_number, NULL, "which one it is"},
    {NULL}
};

/* Protocols 0 and 1 would write what nobody can read. */
static PyObject *
Event_reduce(PyObject *self, PyObject *Py_UNUSED(ignored))
{
    PyErr_Format(PyExc_TypeError, "cannot pickle '%.100s' object",
                 Py_TYPE(self)->tp_name);
    return NULL;
}

static PyMethodDef Event_methods[] = {
    {"__reduce__", Event_reduce, METH_NOARGS, NULL},
    {NULL}
};

static PyType_Slot Event_slots[] = {
    {Py_tp_dealloc, Event_dealloc},
    {Py_tp_getset, Event_getset},
    {Py_tp_methods, Event_methods},
    {0, NULL},
};

static PyType_Spec Event_spec = {
    .name = "loop_asking_the_interpreter.Event",
    .basicsize = sizeof(Event),
    .flags = (Py_TPFLAGS_DEFAULT | Py_TPFLAGS_DISALLOW_INSTANTIATION |
              Py_TPFLAGS_IMMUTABLETYPE),
    .slots = Event_slots,
};

static PyMethodDef functions[] = {
    {"run", run, METH_VARARGS, "run(function, count) -> what it gave"},
    {"set_budget", set_budget, METH_O, "set_budget(number)"},
    {"get_handled", get_handled, METH_NOARGS, "get_handled() -> number"},
    {NULL}
};

static int
loop_asking_the_interpreter_traverse(PyObject *module, visitproc visit, void *arg)
{
    loop_asking_the_interpreter_state *state =
        get_loop_asking_the_interpreter_state(module);
    Py_VISIT(state->Event_Type);
    Py_VISIT(state->LoopError);
    Py_VISIT(state->on_event);
    Py_VISIT(state->kept);
    return 0;
}

static int
loop_asking_the_interpreter_clear(PyObject *module)
{
    loop_asking_the_interpreter_state *state =
        get_loop_asking_the_interpreter_state(module);
    Py_CLEAR(state->Event_Type);
    Py_CLEAR(state->LoopError);
    Py_CLEAR(state->on_event);
    Py_CLEAR(state->kept);
    return 0;
}

static void
loop_asking_the_interpreter_free(void *module)
{
    loop_asking_the_interpreter_clear((PyObject *)module);
}

static int loop_asking_the_interpreter_exec(PyObject *module);

static PyModuleDef_Slot loop_asking_the_interpreter_slots[] = {
    {Py_mod_exec, loop_asking_the_interpreter_exec},
    {Py_mod_exec, keep_loop_asking_the_interpreter},
#if PY_VERSION_HEX >= 0x030C0000
    {Py_mod_multiple_interpreters, Py_MOD_MULTIPLE_INTERPRETERS_SUPPORTED},
#endif
    {0, NULL}
};

static struct PyModuleDef definition = {
    PyModuleDef_HEAD_INIT, "loop_asking_the_interpreter", "A loop.",
    sizeof(loop_asking_the_interpreter_state), functions,
    loop_asking_the_interpreter_slots, loop_asking_the_interpreter_traverse,
    loop_asking_the_interpreter_clear, loop_asking_the_interpreter_free
};

static int
loop_asking_the_interpreter_exec(PyObject *module)
{
    loop_asking_the_interpreter_state *state =
        get_loop_asking_the_interpreter_state(module);

    state->Event_Type =
        (PyTypeObject *)PyType_FromModuleAndSpec(module, &Event_spec, NULL);
    if (state->Event_Type == NULL)
        return -1;
#if PY_VERSION_HEX < 0x030A0000
    /* Py_TPFLAGS_DISALLOW_INSTANTIATION */
    state->Event_Type->tp_new = NULL;
#endif
    state->LoopError = PyErr_NewException("loop_asking_the_interpreter.LoopError", NULL,
                                          NULL);
    if (state->LoopError == NULL) {
        return -1;
    }
    Py_INCREF(state->LoopError);
    if (PyModule_AddObject(module, "LoopError", state->LoopError) < 0) {
        Py_DECREF(state->LoopError);
        return -1;
    }
    state->listening = handle_event;
    return 0;
}

PyMODINIT_FUNC
PyInit_loop_asking_the_interpreter(void)
{
    return PyModuleDef_Init(&definition);
}
