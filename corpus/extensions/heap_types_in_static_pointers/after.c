#include <Python.h>

/* Half way: the types are heap types already, but kept in globals, and the module starts in one phase. */

typedef struct {
    PyObject_HEAD
    PyObject *items;
} StackObject;

typedef struct {
    PyObject_HEAD
    PyObject *items;
    Py_ssize_t index;
} StackIterObject;

typedef struct {
    PyTypeObject *StackType;
    PyTypeObject *StackIterType;
    PyObject *EmptyError;
} heap_types_in_static_pointers_state;

static inline heap_types_in_static_pointers_state *
get_heap_types_in_static_pointers_state(PyObject *module) {
    void *state = PyModule_GetState(module);
    assert(state != NULL);
    return (heap_types_in_static_pointers_state *)state;
}

static inline heap_types_in_static_pointers_state *
get_heap_types_in_static_pointers_state_by_type(PyTypeObject *type) {
    void *state = PyType_GetModuleState(type);
    assert(state != NULL);
    return (heap_types_in_static_pointers_state *)state;
}

static PyObject *stack_new(PyTypeObject *type, PyObject *args, PyObject *kwds) {
    StackObject *self = (StackObject *)type->tp_alloc(type, 0);
    if (self != NULL && (self->items = PyList_New(0)) == NULL) {
        Py_CLEAR(self);
    }
    return (PyObject *)self;
}

static int stack_traverse(StackObject *self, visitproc visit, void *arg) {
    Py_VISIT(Py_TYPE(self));
    Py_VISIT(self->items);
    return 0;
}

static int stack_clear(StackObject *self) {
    Py_CLEAR(self->items);
    return 0;
}

static void stack_dealloc(PyObject *self) {
    PyTypeObject *type = Py_TYPE(self);
    PyObject_GC_UnTrack(self);
    Py_CLEAR(((StackObject *)self)->items);
    type->tp_free(self);
    Py_DECREF(type);
}

static PyObject *stack_push(StackObject *self, PyObject *item) {
    if (PyList_Append(self->items, item) < 0) {
        return NULL;
    }
    Py_RETURN_NONE;
}

static PyObject *stack_pop(StackObject *self, PyObject *unused) {
    Py_ssize_t size = PyList_GET_SIZE(self->items);
    if (size == 0) {
        heap_types_in_static_pointers_state *state =
            get_heap_types_in_static_pointers_state_by_type(Py_TYPE(self));

        PyErr_SetString(state->EmptyError, "empty stack");
        return NULL;
    }
    PyObject *item = PyList_GET_ITEM(self->items, size - 1);
    Py_INCREF(item);
    if (PyList_SetSlice(self->items, size - 1, size, NULL) < 0) {
        Py_CLEAR(item);
    }
    return item;
}

static PyObject *stack_iter(StackObject *self) {
    heap_types_in_static_pointers_state *state =
        get_heap_types_in_static_pointers_state_by_type(Py_TYPE(self));
    StackIterObject *it = PyObject_GC_New(StackIterObject, state->StackIterType);
    if (it == NULL) {
        return NULL;
    }
    Py_INCREF(self->items);
    it->items = self->items;
    it->index = PyList_GET_SIZE(self->items);
    PyObject_GC_Track(it);
    return (PyObject *)it;
}

static PyObject *stackiter_next(StackIterObject *self) {
    if (self->index == 0 || self->index > PyList_GET_SIZE(self->items)) {
        return NULL;
    }
    PyObject *item = PyList_GET_ITEM(self->items, --self->index);
    Py_INCREF(item);
    return item;
}

static PyMethodDef stack_methods[] = {
    {"push", (PyCFunction)stack_push, METH_O, NULL},
    {"pop", (PyCFunction)stack_pop, METH_NOARGS, NULL},
    {NULL, NULL, 0, NULL},
};

static PyType_Slot stack_slots[] = {
    {Py_tp_new, stack_new},
    {Py_tp_dealloc, stack_dealloc},
    {Py_tp_traverse, stack_traverse},
    {Py_tp_clear, stack_clear},
    {Py_tp_methods, stack_methods},
    {Py_tp_iter, stack_iter},
    {0, NULL},
};

static PyType_Spec stack_spec = {
    .name = "heap_types_in_static_pointers.Stack",
    .basicsize = sizeof(StackObject),
    .flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_HAVE_GC,
    .slots = stack_slots,
};

static PyType_Slot stackiter_slots[] = {
    {Py_tp_dealloc, stack_dealloc},
    {Py_tp_traverse, stack_traverse},
    {Py_tp_iter, PyObject_SelfIter},
    {Py_tp_iternext, stackiter_next},
    {0, NULL},
};

static PyType_Spec stackiter_spec = {
    .name = "heap_types_in_static_pointers.StackIter",
    .basicsize = sizeof(StackIterObject),
    .flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_HAVE_GC,
    .slots = stackiter_slots,
};

static int heap_types_in_static_pointers_traverse(PyObject *module, visitproc visit, void *arg) {
    heap_types_in_static_pointers_state *state = get_heap_types_in_static_pointers_state(module);
    Py_VISIT(state->StackType);
    Py_VISIT(state->StackIterType);
    Py_VISIT(state->EmptyError);
    return 0;
}

static int heap_types_in_static_pointers_clear(PyObject *module) {
    heap_types_in_static_pointers_state *state = get_heap_types_in_static_pointers_state(module);
    Py_CLEAR(state->StackType);
    Py_CLEAR(state->StackIterType);
    Py_CLEAR(state->EmptyError);
    return 0;
}

static void heap_types_in_static_pointers_free(void *module) {
    heap_types_in_static_pointers_clear((PyObject *)module);
}

static int heap_types_in_static_pointers_exec(PyObject *m);

static PyModuleDef_Slot heap_types_in_static_pointers_slots[] = {
    {Py_mod_exec, heap_types_in_static_pointers_exec},
#if PY_VERSION_HEX >= 0x030C0000
    {Py_mod_multiple_interpreters, Py_MOD_PER_INTERPRETER_GIL_SUPPORTED},
#endif
    {0, NULL}
};

static PyModuleDef stack_module = {
    PyModuleDef_HEAD_INIT,
    .m_name = "heap_types_in_static_pointers",
    .m_size = sizeof(heap_types_in_static_pointers_state),
    .m_traverse = heap_types_in_static_pointers_traverse,
    .m_clear = heap_types_in_static_pointers_clear,
    .m_free = heap_types_in_static_pointers_free,
    .m_slots = heap_types_in_static_pointers_slots,
};

static int heap_types_in_static_pointers_exec(PyObject *m) {
    heap_types_in_static_pointers_state *state = get_heap_types_in_static_pointers_state(m);
    state->StackType = (PyTypeObject *)PyType_FromModuleAndSpec(m, &stack_spec, NULL);
    state->StackIterType = (PyTypeObject *)PyType_FromModuleAndSpec(m, &stackiter_spec, NULL);
    state->EmptyError = PyErr_NewException("heap_types_in_static_pointers.EmptyError", PyExc_IndexError,
                                           NULL);
    if (state->StackType == NULL || state->StackIterType == NULL || state->EmptyError == NULL) {
        return -1;
    }
    Py_INCREF(state->EmptyError);
    Py_INCREF(state->StackType);
    if (PyModule_AddObject(m, "EmptyError", state->EmptyError) < 0
        || PyModule_AddObject(m, "Stack", (PyObject *)state->StackType) < 0) {
        return -1;
    }
    return 0;
}

PyMODINIT_FUNC PyInit_heap_types_in_static_pointers(void) {
    return PyModuleDef_Init(&stack_module);
}
