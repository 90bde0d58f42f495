#include <Python.h>
#include <stddef.h>
#include "structmember.h"

#if PY_VERSION_HEX < 0x030A0000
#  define Py_TPFLAGS_IMMUTABLETYPE 0
#endif

typedef void (*visitor)(int item, void *user_data);
typedef struct { int number; void *user_data; } event;
typedef void (*listener)(event *);

/* What a library would do: it calls without the GIL. */
static void
library_visit(int count, visitor visit, void *user_data)
{
    for (int item = 0; item < count; item++) {
        visit(item, user_data);
    }
}

static void
library_listen(event *e, listener listen)
{
    listen(e);
}

typedef struct {
    PyObject_HEAD
    PyObject *seen;
    event event;
} Parser;

typedef struct {
    PyObject *ParserError;
    PyTypeObject *Parser_Type;
} callbacks_with_user_data_state;

static struct PyModuleDef callbacks_with_user_data;

static inline callbacks_with_user_data_state *
get_callbacks_with_user_data_state(PyObject *module)
{
    void *state = PyModule_GetState(module);
    assert(state != NULL);
    return (callbacks_with_user_data_state *)state;
}

#if PY_VERSION_HEX < 0x030B0000
static PyObject *
PyType_GetModuleByDef(PyTypeObject *type, struct PyModuleDef *def)
{
    PyObject *mro = type->tp_mro;
    Py_ssize_t i, n = PyTuple_GET_SIZE(mro);

    for (i = 0; i < n; i++) {
        PyTypeObject *base = (PyTypeObject *)PyTuple_GET_ITEM(mro, i);
        if (PyType_HasFeature(base, Py_TPFLAGS_HEAPTYPE)) {
            PyObject *module = ((PyHeapTypeObject *)base)->ht_module;
            if (module != NULL && PyModule_GetDef(module) == def) {
                return module;
            }
        }
    }
    PyErr_Format(PyExc_TypeError,
        "No superclass of '%s' has the given module", type->tp_name);
    return NULL;
}
#endif

static inline callbacks_with_user_data_state *
get_callbacks_with_user_data_state_by_type(PyTypeObject *type)
{
    PyObject *module = PyType_GetModuleByDef(type, &callbacks_with_user_data);
    assert(module != NULL);
    return get_callbacks_with_user_data_state(module);
}

static void
on_item(int item, void *user_data)
{
    PyGILState_STATE gstate = PyGILState_Ensure();
    Parser *self = (Parser *)user_data;
    PyObject *number = PyLong_FromLong(item);

    if (number == NULL || PyList_Append(self->seen, number) < 0) {
        callbacks_with_user_data_state *state =
            get_callbacks_with_user_data_state_by_type(Py_TYPE(self));

        PyErr_SetString(state->ParserError, "can't keep an item");
    }
    Py_XDECREF(number);
    PyGILState_Release(gstate);
}

static void
on_event(event *e)
{
    callbacks_with_user_data_state *state;
    PyGILState_STATE gstate;
    Parser *self;

    gstate = PyGILState_Ensure();
    self = (Parser *)e->user_data;
    state = get_callbacks_with_user_data_state_by_type(Py_TYPE(self));
    Py_INCREF(self);
    if (PyList_Append(self->seen, state->ParserError) < 0) {
        PyErr_Clear();
    }
    Py_DECREF(self);
    PyGILState_Release(gstate);
}

static PyObject *
Parser_run(Parser *self, PyObject *Py_UNUSED(ignored))
{
    Py_BEGIN_ALLOW_THREADS
    library_visit(3, on_item, self);
    Py_END_ALLOW_THREADS
    self->event.user_data = self;
    Py_BEGIN_ALLOW_THREADS
    library_listen(&self->event, on_event);
    Py_END_ALLOW_THREADS
    if (PyErr_Occurred())
        return NULL;
    Py_RETURN_NONE;
}

static PyObject *
Parser_new(PyTypeObject *type, PyObject *args, PyObject *kwargs)
{
    Parser *self = (Parser *)type->tp_alloc(type, 0);
    if (self == NULL)
        return NULL;
    self->seen = PyList_New(0);
    if (self->seen == NULL) {
        Py_DECREF(self);
        return NULL;
    }
    return (PyObject *)self;
}

static int
Parser_traverse(Parser *self, visitproc visit, void *arg)
{
    Py_VISIT(Py_TYPE(self));
    Py_VISIT(self->seen);
    return 0;
}

static int
Parser_clear(Parser *self)
{
    Py_CLEAR(self->seen);
    return 0;
}

static void
Parser_dealloc(Parser *self)
{
    PyTypeObject *tp = Py_TYPE(self);

    PyObject_GC_UnTrack(self);
    Parser_clear(self);
    tp->tp_free((PyObject *)self);
    Py_DECREF(tp);
}

static PyMethodDef parser_methods[] = {
    {"run", (PyCFunction)Parser_run, METH_NOARGS, NULL},
    {NULL, NULL, 0, NULL}
};

static PyMemberDef parser_members[] = {
    {"seen", T_OBJECT, offsetof(Parser, seen), READONLY, NULL},
    {NULL}
};

static PyType_Slot Parser_slots[] = {
    {Py_tp_dealloc, Parser_dealloc},
    {Py_tp_traverse, Parser_traverse},
    {Py_tp_clear, Parser_clear},
    {Py_tp_methods, parser_methods},
    {Py_tp_members, parser_members},
    {Py_tp_new, Parser_new},
    {0, NULL},
};

static PyType_Spec Parser_spec = {
    .name = "callbacks_with_user_data.Parser",
    .basicsize = sizeof(Parser),
    .flags = (Py_TPFLAGS_DEFAULT | Py_TPFLAGS_BASETYPE |
              Py_TPFLAGS_HAVE_GC | Py_TPFLAGS_IMMUTABLETYPE),
    .slots = Parser_slots,
};

static int
callbacks_with_user_data_traverse(PyObject *module, visitproc visit, void *arg)
{
    callbacks_with_user_data_state *state = get_callbacks_with_user_data_state(module);
    Py_VISIT(state->ParserError);
    Py_VISIT(state->Parser_Type);
    return 0;
}

static int
callbacks_with_user_data_clear(PyObject *module)
{
    callbacks_with_user_data_state *state = get_callbacks_with_user_data_state(module);
    Py_CLEAR(state->ParserError);
    Py_CLEAR(state->Parser_Type);
    return 0;
}

static void
callbacks_with_user_data_free(void *module)
{
    callbacks_with_user_data_clear((PyObject *)module);
}

static int callbacks_with_user_data_exec(PyObject *module);

static PyModuleDef_Slot callbacks_with_user_data_slots[] = {
    {Py_mod_exec, callbacks_with_user_data_exec},
#if PY_VERSION_HEX >= 0x030C0000
    {Py_mod_multiple_interpreters, Py_MOD_MULTIPLE_INTERPRETERS_SUPPORTED},
#endif
    {0, NULL}
};

static struct PyModuleDef callbacks_with_user_data = {
    PyModuleDef_HEAD_INIT, "callbacks_with_user_data", NULL,
    sizeof(callbacks_with_user_data_state), NULL, callbacks_with_user_data_slots,
    callbacks_with_user_data_traverse, callbacks_with_user_data_clear,
    callbacks_with_user_data_free
};

static int
callbacks_with_user_data_exec(PyObject *module)
{
    callbacks_with_user_data_state *state = get_callbacks_with_user_data_state(module);

    state->Parser_Type =
        (PyTypeObject *)PyType_FromModuleAndSpec(module, &Parser_spec, NULL);
    if (state->Parser_Type == NULL)
        return -1;
    state->ParserError = PyErr_NewException("callbacks_with_user_data.ParserError", NULL,
                                            NULL);
    if (state->ParserError == NULL)
        goto error;
    Py_INCREF(state->ParserError);
    if (PyModule_AddObject(module, "ParserError", state->ParserError) < 0) {
        Py_DECREF(state->ParserError);
        goto error;
    }
    Py_INCREF(state->Parser_Type);
    if (PyModule_AddObject(module, "Parser", (PyObject *)state->Parser_Type) < 0) {
        Py_DECREF(state->Parser_Type);
        goto error;
    }
    return 0;
error:
    return -1;
}

PyMODINIT_FUNC
PyInit_callbacks_with_user_data(void)
{
    return PyModuleDef_Init(&callbacks_with_user_data);
}
