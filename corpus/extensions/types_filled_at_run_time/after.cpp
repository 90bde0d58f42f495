// Types that start empty and are filled in field by field, as C++ has no designated initialisers before C++20.
#include <Python.h>
#include <structmember.h>

#include <new>
#include <vector>

#if PY_VERSION_HEX < 0x030A0000
#  define Py_TPFLAGS_IMMUTABLETYPE 0
#  define Py_TPFLAGS_DISALLOW_INSTANTIATION 0
#endif

typedef struct {
    PyTypeObject *StackType;
    PyTypeObject *StackIteratorType;
    PyObject *EmptyError;
} types_filled_at_run_time_state;

static PyModuleDef *types_filled_at_run_time_definition();

static inline types_filled_at_run_time_state *
get_types_filled_at_run_time_state(PyObject *module)
{
    void *state = PyModule_GetState(module);
    assert(state != NULL);
    return (types_filled_at_run_time_state *)state;
}

#if PY_VERSION_HEX < 0x030B0000
static PyObject *PyType_GetModuleByDef(PyTypeObject *type, struct PyModuleDef *def)
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

static inline types_filled_at_run_time_state *
get_types_filled_at_run_time_state_by_type(PyTypeObject *type)
{
    PyObject *module = PyType_GetModuleByDef(type,
                                             types_filled_at_run_time_definition());
    assert(module != NULL);
    return get_types_filled_at_run_time_state(module);
}

static int types_filled_at_run_time_exec(PyObject *module);

namespace {

struct Stack {
    PyObject_HEAD
    std::vector<PyObject *> *items;
    PyObject *weakrefs;
};

struct StackIterator {
    PyObject_HEAD
    Stack *stack;
    size_t next;
};

static int stack_traverse(Stack *self, visitproc visit, void *arg)
{
    Py_VISIT(Py_TYPE(self));
    return 0;
}

static PyMemberDef Stack_members[] = {
    {"__weaklistoffset__", T_PYSSIZET, offsetof(Stack, weakrefs), READONLY},
    {NULL}
};

static int iterator_traverse(StackIterator *self, visitproc visit, void *arg)
{
    Py_VISIT(Py_TYPE(self));
    Py_VISIT(self->stack);
    return 0;
}

/* Protocols 0 and 1 would write what nobody can read. */
static PyObject *StackIterator_reduce(PyObject *self, PyObject *Py_UNUSED(ignored))
{
    PyErr_Format(PyExc_TypeError, "cannot pickle '%.100s' object",
                 Py_TYPE(self)->tp_name);
    return NULL;
}

static PyMethodDef StackIterator_methods[] = {
    {"__reduce__", StackIterator_reduce, METH_NOARGS, NULL},
    {NULL}
};

void stack_dealloc(Stack *self)
{
    PyTypeObject *tp = Py_TYPE(self);

    PyObject_GC_UnTrack(self);
    if (self->weakrefs != NULL)
        PyObject_ClearWeakRefs((PyObject *)self);
    for (PyObject *item : *self->items)
        Py_DECREF(item);
    delete self->items;
    tp->tp_free((PyObject *)self);
    Py_DECREF(tp);
}

PyObject *stack_new(PyTypeObject *type, PyObject *, PyObject *)
{
    Stack *self = (Stack *)type->tp_alloc(type, 0);
    if (self != NULL) {
        self->items = new (std::nothrow) std::vector<PyObject *>();
        self->weakrefs = NULL;
    }
    return (PyObject *)self;
}

Py_ssize_t stack_length(PyObject *self)
{
    return (Py_ssize_t)((Stack *)self)->items->size();
}

PyObject *stack_push(Stack *self, PyObject *item)
{
    Py_INCREF(item);
    self->items->push_back(item);
    Py_RETURN_NONE;
}

PyObject *stack_pop(Stack *self, PyObject *)
{
    types_filled_at_run_time_state *state =
        get_types_filled_at_run_time_state_by_type(Py_TYPE(self));

    if (self->items->empty()) {
        PyErr_SetString(state->EmptyError, "pop from an empty stack");
        return NULL;
    }
    PyObject *item = self->items->back();
    self->items->pop_back();
    return item;
}

PyObject *stack_iter(Stack *self)
{
    types_filled_at_run_time_state *state =
        get_types_filled_at_run_time_state_by_type(Py_TYPE(self));
    StackIterator *iterator =
        (StackIterator *)state->StackIteratorType->tp_alloc(
            state->StackIteratorType, 0);
    if (iterator == NULL)
        return NULL;
    Py_INCREF(self);
    iterator->stack = self;
    iterator->next = 0;
    return (PyObject *)iterator;
}

void iterator_dealloc(StackIterator *self)
{
    PyTypeObject *tp = Py_TYPE(self);

    PyObject_GC_UnTrack(self);
    Py_DECREF(self->stack);
    tp->tp_free(self);
    Py_DECREF(tp);
}

PyObject *iterator_next(StackIterator *self)
{
    if (self->next >= self->stack->items->size())
        return NULL;
    PyObject *item = (*self->stack->items)[self->next++];
    Py_INCREF(item);
    return item;
}

PyMethodDef stack_methods[] = {
    {"push", (PyCFunction)stack_push, METH_O, "Put an object on top."},
    {"pop", (PyCFunction)stack_pop, METH_NOARGS, "Take the top."},
    {NULL, NULL, 0, NULL}
};

static PyType_Slot StackIterator_slots[] = {
    {Py_tp_dealloc, (void *)iterator_dealloc},
    {Py_tp_iter, (void *)PyObject_SelfIter},
    {Py_tp_iternext, (void *)iterator_next},
    {Py_tp_traverse, (void *)iterator_traverse},
    {Py_tp_methods, (void *)StackIterator_methods},
    {0, NULL}
};

static PyType_Spec StackIterator_spec = {
    "types_filled_at_run_time.StackIterator",
    sizeof(StackIterator),
    0,
    Py_TPFLAGS_DEFAULT | Py_TPFLAGS_HAVE_GC | Py_TPFLAGS_DISALLOW_INSTANTIATION |
    Py_TPFLAGS_IMMUTABLETYPE,
    StackIterator_slots
};

bool init_iterator_type(PyObject *module)
{
    types_filled_at_run_time_state *state = get_types_filled_at_run_time_state(module);

    state->StackIteratorType =
        (PyTypeObject *)PyType_FromModuleAndSpec(module, &StackIterator_spec, NULL);
#if PY_VERSION_HEX < 0x030A0000
    /* Py_TPFLAGS_DISALLOW_INSTANTIATION */
    if (state->StackIteratorType != NULL) {
        state->StackIteratorType->tp_new = NULL;
    }
#endif
    return state->StackIteratorType != NULL;
}

static int types_filled_at_run_time_traverse(PyObject *module, visitproc visit,
                                             void *arg)
{
    types_filled_at_run_time_state *state = get_types_filled_at_run_time_state(module);
    Py_VISIT(state->StackType);
    Py_VISIT(state->StackIteratorType);
    Py_VISIT(state->EmptyError);
    return 0;
}

static int types_filled_at_run_time_clear(PyObject *module)
{
    types_filled_at_run_time_state *state = get_types_filled_at_run_time_state(module);
    Py_CLEAR(state->StackType);
    Py_CLEAR(state->StackIteratorType);
    Py_CLEAR(state->EmptyError);
    return 0;
}

static void types_filled_at_run_time_free(void *module)
{
    types_filled_at_run_time_clear((PyObject *)module);
}

static PyModuleDef_Slot types_filled_at_run_time_slots[] = {
    {Py_mod_exec, (void *)types_filled_at_run_time_exec},
#if PY_VERSION_HEX >= 0x030C0000
    {Py_mod_multiple_interpreters, Py_MOD_PER_INTERPRETER_GIL_SUPPORTED},
#endif
    {0, NULL}
};

PyModuleDef definition = {
    PyModuleDef_HEAD_INIT,
    "types_filled_at_run_time",
    NULL,
    sizeof(types_filled_at_run_time_state),
    NULL,
    types_filled_at_run_time_slots,
    types_filled_at_run_time_traverse,
    types_filled_at_run_time_clear,
    types_filled_at_run_time_free
};

}

static PyType_Slot Stack_slots[] = {
    {Py_tp_doc, (void *)"Last in, first out."},
    {Py_tp_new, (void *)stack_new},
    {Py_tp_dealloc, (void *)stack_dealloc},
    {Py_tp_iter, (void *)stack_iter},
    {Py_tp_methods, (void *)stack_methods},
    {Py_sq_length, (void *)stack_length},
    {Py_tp_traverse, (void *)stack_traverse},
    {Py_tp_members, (void *)Stack_members},
    {0, NULL}
};

static PyType_Spec Stack_spec = {
    "types_filled_at_run_time.Stack",
    sizeof(Stack),
    0,
    Py_TPFLAGS_DEFAULT | Py_TPFLAGS_BASETYPE | Py_TPFLAGS_HAVE_GC |
    Py_TPFLAGS_IMMUTABLETYPE,
    Stack_slots
};

static PyModuleDef *types_filled_at_run_time_definition()
{
    return &definition;
}

static int types_filled_at_run_time_exec(PyObject *module)
{
    types_filled_at_run_time_state *state = get_types_filled_at_run_time_state(module);

    state->StackType =
        (PyTypeObject *)PyType_FromModuleAndSpec(module, &Stack_spec, NULL);
    if (state->StackType == NULL)
        return -1;
    if (!init_iterator_type(module))
        return -1;

    state->EmptyError = PyErr_NewException("types_filled_at_run_time.EmptyError", NULL,
                                           NULL);
    if (state->EmptyError == NULL) {
        return -1;
    }
    Py_INCREF(state->EmptyError);
    if (PyModule_AddObject(module, "EmptyError", state->EmptyError) < 0) {
        Py_DECREF(state->EmptyError);
        return -1;
    }
    Py_INCREF(state->StackType);
    if (PyModule_AddObject(module, "Stack", (PyObject *)state->StackType) < 0) {
        Py_DECREF(state->StackType);
        return -1;
    }
    return 0;
}

PyMODINIT_FUNC PyInit_types_filled_at_run_time(void)
{
    return PyModuleDef_Init(&definition);
}
