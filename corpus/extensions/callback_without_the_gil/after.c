#include <Python.h>
#include <pthread.h>

#if PY_VERSION_HEX < 0x030A0000
#  define Py_TPFLAGS_IMMUTABLETYPE 0
#endif

/* A thread that Python doesn't know hands on what its instance holds, to a function that takes the GIL. */

typedef struct {
    PyObject *last_result;
} callback_without_the_gil_state;

static inline callback_without_the_gil_state *
get_callback_without_the_gil_state(PyObject *module)
{
    void *state = PyModule_GetState(module);
    assert(state != NULL);
    return (callback_without_the_gil_state *)state;
}

static inline callback_without_the_gil_state *
get_callback_without_the_gil_state_by_type(PyTypeObject *type)
{
    void *state = PyType_GetModuleState(type);
    assert(state != NULL);
    return (callback_without_the_gil_state *)state;
}

typedef struct {
    PyObject_HEAD
    PyObject *callable;
    int calls;
} Thunk;

static int
Thunk_traverse(Thunk *self, visitproc visit, void *arg)
{
    Py_VISIT(Py_TYPE(self));
    Py_VISIT(self->callable);
    return 0;
}

static int
Thunk_clear(Thunk *self)
{
    Py_CLEAR(self->callable);
    return 0;
}

static void
Thunk_dealloc(Thunk *self)
{
    PyTypeObject *tp = Py_TYPE(self);

    PyObject_GC_UnTrack(self);
    Thunk_clear(self);
    tp->tp_free((PyObject *)self);
    Py_DECREF(tp);
}

static int
Thunk_init(Thunk *self, PyObject *args, PyObject *kwds)
{
    PyObject *callable;

    if (!PyArg_ParseTuple(args, "O:Thunk", &callable)) {
        return -1;
    }
    Py_INCREF(callable);
    Py_XSETREF(self->callable, callable);
    return 0;
}

static void
call_python(callback_without_the_gil_state *state, PyObject *callable,
            int calls)
{
    PyGILState_STATE gil = PyGILState_Ensure();
    PyObject *result = PyObject_CallFunction(callable, "i", calls);

    if (result == NULL) {
        PyErr_WriteUnraisable(callable);
    }
    else {
        Py_XSETREF(state->last_result, result);
    }
    PyGILState_Release(gil);
}

static void *
run(void *data)
{
    Thunk *self = (Thunk *)data;
    callback_without_the_gil_state *state =
        get_callback_without_the_gil_state_by_type(Py_TYPE(self));

    self->calls++;
    call_python(state, self->callable, self->calls);
    return NULL;
}

static PyObject *
Thunk_run(Thunk *self, PyObject *unused)
{
    pthread_t thread;
    int failed;

    Py_BEGIN_ALLOW_THREADS
    failed = pthread_create(&thread, NULL, run, self);
    if (!failed) {
        pthread_join(thread, NULL);
    }
    Py_END_ALLOW_THREADS
    if (failed) {
        PyErr_SetString(PyExc_RuntimeError, "no thread");
        return NULL;
    }
    Py_RETURN_NONE;
}

static PyMethodDef Thunk_methods[] = {
    {"run", (PyCFunction)Thunk_run, METH_NOARGS, NULL},
    {NULL, NULL, 0, NULL},
};

static PyType_Slot Thunk_slots[] = {
    {Py_tp_dealloc, Thunk_dealloc},
    {Py_tp_traverse, Thunk_traverse},
    {Py_tp_clear, Thunk_clear},
    {Py_tp_methods, Thunk_methods},
    {Py_tp_init, Thunk_init},
    {Py_tp_new, PyType_GenericNew},
    {0, NULL},
};

static PyType_Spec Thunk_spec = {
    .name = "callback_without_the_gil.Thunk",
    .basicsize = sizeof(Thunk),
    .flags = (Py_TPFLAGS_DEFAULT | Py_TPFLAGS_HAVE_GC |
              Py_TPFLAGS_IMMUTABLETYPE),
    .slots = Thunk_slots,
};

static PyObject *
last(PyObject *module, PyObject *unused)
{
    callback_without_the_gil_state *state =
        get_callback_without_the_gil_state(module);
    PyObject *found = state->last_result != NULL ? state->last_result
        : Py_None;

    Py_INCREF(found);
    return found;
}

static PyMethodDef functions[] = {
    {"last", last, METH_NOARGS, NULL},
    {NULL, NULL, 0, NULL},
};

static int
callback_without_the_gil_traverse(PyObject *module, visitproc visit, void *arg)
{
    callback_without_the_gil_state *state =
        get_callback_without_the_gil_state(module);
    Py_VISIT(state->last_result);
    return 0;
}

static int
callback_without_the_gil_clear(PyObject *module)
{
    callback_without_the_gil_state *state =
        get_callback_without_the_gil_state(module);
    Py_CLEAR(state->last_result);
    return 0;
}

static void
callback_without_the_gil_free(void *module)
{
    callback_without_the_gil_clear((PyObject *)module);
}

static int callback_without_the_gil_exec(PyObject *module);

static PyModuleDef_Slot callback_without_the_gil_slots[] = {
    {Py_mod_exec, callback_without_the_gil_exec},
#if PY_VERSION_HEX >= 0x030C0000
    {Py_mod_multiple_interpreters, Py_MOD_MULTIPLE_INTERPRETERS_SUPPORTED},
#endif
    {0, NULL}
};

static struct PyModuleDef definition = {
    PyModuleDef_HEAD_INIT,
    .m_name = "callback_without_the_gil",
    .m_size = sizeof(callback_without_the_gil_state),
    .m_methods = functions,
    .m_traverse = callback_without_the_gil_traverse,
    .m_clear = callback_without_the_gil_clear,
    .m_free = callback_without_the_gil_free,
    .m_slots = callback_without_the_gil_slots,
};

static int
callback_without_the_gil_exec(PyObject *module)
{
    PyTypeObject *Thunk_Type =
        (PyTypeObject *)PyType_FromModuleAndSpec(module, &Thunk_spec, NULL);
    if (Thunk_Type == NULL) {
        return -1;
    }
    if (PyModule_AddObject(module, "Thunk", (PyObject *)Thunk_Type) < 0) {
        Py_DECREF(Thunk_Type);
        return -1;
    }
    return 0;
}

PyMODINIT_FUNC
PyInit_callback_without_the_gil(void)
{
    return PyModuleDef_Init(&definition);
}
