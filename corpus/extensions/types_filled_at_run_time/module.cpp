// Types that start empty and are filled in field by field, as C++ has no designated initialisers before C++20.
#include <Python.h>
#include <structmember.h>

#include <new>
#include <vector>

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

PyTypeObject StackType = {
    PyVarObject_HEAD_INIT(NULL, 0)
};
PyTypeObject StackIteratorType = { PyVarObject_HEAD_INIT(NULL, 0) };
PySequenceMethods stack_as_sequence;

PyObject *EmptyError = NULL;

void stack_dealloc(Stack *self)
{
    if (self->weakrefs != NULL)
        PyObject_ClearWeakRefs((PyObject *)self);
    for (PyObject *item : *self->items)
        Py_DECREF(item);
    delete self->items;
    Py_TYPE(self)->tp_free((PyObject *)self);
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
    if (self->items->empty()) {
        PyErr_SetString(EmptyError, "pop from an empty stack");
        return NULL;
    }
    PyObject *item = self->items->back();
    self->items->pop_back();
    return item;
}

PyObject *stack_iter(Stack *self)
{
    StackIterator *iterator = PyObject_New(StackIterator, &StackIteratorType);
    if (iterator == NULL)
        return NULL;
    Py_INCREF(self);
    iterator->stack = self;
    iterator->next = 0;
    return (PyObject *)iterator;
}

void iterator_dealloc(StackIterator *self)
{
    Py_DECREF(self->stack);
    PyObject_Del(self);
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

bool init_iterator_type()
{
    StackIteratorType.tp_name = "types_filled_at_run_time.StackIterator";
    StackIteratorType.tp_basicsize = sizeof(StackIterator);
    StackIteratorType.tp_flags = Py_TPFLAGS_DEFAULT;
    StackIteratorType.tp_dealloc = (destructor)iterator_dealloc;
    StackIteratorType.tp_iter = PyObject_SelfIter;
    StackIteratorType.tp_iternext = (iternextfunc)iterator_next;
    return PyType_Ready(&StackIteratorType) == 0;
}

PyModuleDef definition = {
    PyModuleDef_HEAD_INIT,
    "types_filled_at_run_time",
    NULL,
    -1,
    NULL,
    NULL,
    NULL,
    NULL,
    NULL
};

}

PyMODINIT_FUNC PyInit_types_filled_at_run_time(void)
{
    PyObject *module;

    StackType.tp_name = "types_filled_at_run_time.Stack";
    StackType.tp_basicsize = sizeof(Stack);
    StackType.tp_flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_BASETYPE;
    StackType.tp_doc = "Last in, first out.";
    StackType.tp_new = stack_new;
    StackType.tp_dealloc = (destructor)stack_dealloc;
    StackType.tp_iter = (getiterfunc)stack_iter;
    StackType.tp_methods = stack_methods;
    StackType.tp_weaklistoffset = offsetof(Stack, weakrefs);
    stack_as_sequence.sq_length = stack_length;
    StackType.tp_as_sequence = &stack_as_sequence;

    if (PyType_Ready(&StackType) < 0)
        return NULL;
    if (!init_iterator_type())
        return NULL;

    module = PyModule_Create(&definition);
    if (module == NULL)
        return NULL;

    EmptyError = PyErr_NewException("types_filled_at_run_time.EmptyError", NULL, NULL);
    if (EmptyError == NULL) {
        Py_DECREF(module);
        return NULL;
    }
    Py_INCREF(EmptyError);
    if (PyModule_AddObject(module, "EmptyError", EmptyError) < 0) {
        Py_DECREF(EmptyError);
        Py_DECREF(module);
        return NULL;
    }
    Py_INCREF(&StackType);
    if (PyModule_AddObject(module, "Stack", (PyObject *)&StackType) < 0) {
        Py_DECREF(&StackType);
        Py_DECREF(module);
        return NULL;
    }
    return module;
}
