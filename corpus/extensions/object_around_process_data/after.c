#include <Python.h>
#include "loop.h"

#if PY_VERSION_HEX < 0x030A0000
#  define Py_TPFLAGS_IMMUTABLETYPE 0
#  define Py_TPFLAGS_DISALLOW_INSTANTIATION 0
#endif

typedef struct {
    PyObject_HEAD
    struct ev_loop *loop;
} Loop;

typedef struct {
    PyTypeObject *Loop_Type;

    /* One for the process, as its loop is. */
    Loop *default_loop;
} object_around_process_data_state;

static inline object_around_process_data_state *
get_object_around_process_data_state(PyObject *module)
{
    void *state = PyModule_GetState(module);
    assert(state != NULL);
    return (object_around_process_data_state *)state;
}

static PyObject *
new_loop(object_around_process_data_state *state, int is_default)
{
    Loop *self = (Loop *)state->Loop_Type->tp_alloc(state->Loop_Type, 0);

    if (self == NULL)
        return NULL;
    self->loop = is_default ? ev_default_loop(0) : NULL;
    if (self->loop != NULL)
        loop_start(self->loop);
    return (PyObject *)self;
}

static int
Loop_traverse(Loop *self, visitproc visit, void *arg)
{
    Py_VISIT(Py_TYPE(self));
    return 0;
}

static void
Loop_dealloc(Loop *self)
{
    PyTypeObject *tp = Py_TYPE(self);

    PyObject_GC_UnTrack(self);
    if (self->loop != NULL)
        loop_end(self->loop);
    tp->tp_free(self);
    Py_DECREF(tp);
}

static PyObject *
Loop_is_default(Loop *self, void *closure)
{
    return PyBool_FromLong(self->loop != NULL);
}

static PyGetSetDef Loop_getset[] = {
    {"default", (getter)Loop_is_default, NULL, NULL, NULL},
    {NULL}
};

/* Protocols 0 and 1 would write what nobody can read. */
static PyObject *
Loop_reduce(PyObject *self, PyObject *Py_UNUSED(ignored))
{
    PyErr_Format(PyExc_TypeError, "cannot pickle '%.100s' object",
                 Py_TYPE(self)->tp_name);
    return NULL;
}

static PyMethodDef Loop_methods[] = {
    {"__reduce__", Loop_reduce, METH_NOARGS, NULL},
    {NULL}
};

static PyType_Slot Loop_slots[] = {
    {Py_tp_dealloc, Loop_dealloc},
    {Py_tp_getset, Loop_getset},
    {Py_tp_traverse, Loop_traverse},
    {Py_tp_methods, Loop_methods},
    {0, NULL},
};

static PyType_Spec Loop_spec = {
    .name = "object_around_process_data.Loop",
    .basicsize = sizeof(Loop),
    .flags = (Py_TPFLAGS_DEFAULT | Py_TPFLAGS_HAVE_GC |
              Py_TPFLAGS_DISALLOW_INSTANTIATION | Py_TPFLAGS_IMMUTABLETYPE),
    .slots = Loop_slots,
};

static PyObject *
get_default_loop(PyObject *module, PyObject *unused)
{
    object_around_process_data_state *state =
        get_object_around_process_data_state(module);

    if (state->default_loop == NULL) {
        state->default_loop = (Loop *)new_loop(state, 1);
        if (state->default_loop == NULL)
            return NULL;
    }
    Py_INCREF(state->default_loop);
    return (PyObject *)state->default_loop;
}

static PyMethodDef functions[] = {
    {"default_loop", get_default_loop, METH_NOARGS, NULL},
    {NULL}
};

static int
object_around_process_data_traverse(PyObject *module, visitproc visit,
                                    void *arg)
{
    object_around_process_data_state *state =
        get_object_around_process_data_state(module);
    Py_VISIT(state->Loop_Type);
    Py_VISIT(state->default_loop);
    return 0;
}

static int
object_around_process_data_clear(PyObject *module)
{
    object_around_process_data_state *state =
        get_object_around_process_data_state(module);
    Py_CLEAR(state->Loop_Type);
    Py_CLEAR(state->default_loop);
    return 0;
}

static void
object_around_process_data_free(void *module)
{
    object_around_process_data_clear((PyObject *)module);
}

static int object_around_process_data_exec(PyObject *module);

static int object_around_process_data_loaded = 0;
#ifdef Py_GIL_DISABLED
static PyMutex object_around_process_data_loaded_mutex = {0};
#endif

static int
object_around_process_data_exec_once(PyObject *module)
{
    int is_first, result;

#ifdef Py_GIL_DISABLED
    PyMutex_Lock(&object_around_process_data_loaded_mutex);
#endif
    is_first = !object_around_process_data_loaded;
    object_around_process_data_loaded = 1;
#ifdef Py_GIL_DISABLED
    PyMutex_Unlock(&object_around_process_data_loaded_mutex);
#endif
    if (!is_first) {
        PyErr_SetString(PyExc_ImportError,
            "object_around_process_data: cannot load module more than once per process");
        return -1;
    }
    result = object_around_process_data_exec(module);
    if (result < 0) {
#ifdef Py_GIL_DISABLED
        PyMutex_Lock(&object_around_process_data_loaded_mutex);
#endif
        object_around_process_data_loaded = 0;
#ifdef Py_GIL_DISABLED
        PyMutex_Unlock(&object_around_process_data_loaded_mutex);
#endif
    }
    return result;
}

static PyModuleDef_Slot object_around_process_data_slots[] = {
    {Py_mod_exec, object_around_process_data_exec_once},
#if PY_VERSION_HEX >= 0x030C0000
    {Py_mod_multiple_interpreters, Py_MOD_MULTIPLE_INTERPRETERS_NOT_SUPPORTED},
#endif
    {0, NULL}
};

static struct PyModuleDef loops = {
    PyModuleDef_HEAD_INIT, "object_around_process_data", NULL,
    sizeof(object_around_process_data_state), functions,
    object_around_process_data_slots, object_around_process_data_traverse,
    object_around_process_data_clear, object_around_process_data_free
};

static int
object_around_process_data_exec(PyObject *module)
{
    object_around_process_data_state *state =
        get_object_around_process_data_state(module);
    state->Loop_Type =
        (PyTypeObject *)PyType_FromModuleAndSpec(module, &Loop_spec, NULL);
    if (state->Loop_Type == NULL)
        return -1;
#if PY_VERSION_HEX < 0x030A0000
    /* Py_TPFLAGS_DISALLOW_INSTANTIATION */
    state->Loop_Type->tp_new = NULL;
#endif
    return 0;
}

PyMODINIT_FUNC
PyInit_object_around_process_data(void)
{
    return PyModuleDef_Init(&loops);
}
