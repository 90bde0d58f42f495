#include <Python.h>

#if PY_VERSION_HEX < 0x030A0000
#  define Py_TPFLAGS_IMMUTABLETYPE 0
#endif

/* Boxes hold an object; what is wrong with one is told by BoxError. */

typedef struct {
    PyObject_HEAD
    PyObject *content;
} Box;

typedef struct {
    PyTypeObject *Box_Type;
    PyObject *BoxError;
} methods_with_defining_class_state;

static struct PyModuleDef definition;

static inline methods_with_defining_class_state *
get_methods_with_defining_class_state(PyObject *module)
{
    void *state = PyModule_GetState(module);
    assert(state != NULL);
    return (methods_with_defining_class_state *)state;
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

static inline methods_with_defining_class_state *
get_methods_with_defining_class_state_by_type(PyTypeObject *type)
{
    PyObject *module = PyType_GetModuleByDef(type, &definition);
    assert(module != NULL);
    return get_methods_with_defining_class_state(module);
}

static PyObject *
Box_new(PyTypeObject *type, PyObject *args, PyObject *kwargs)
{
    Box *self = (Box *)type->tp_alloc(type, 0);

    if (self != NULL) {
        Py_INCREF(Py_None);
        self->content = Py_None;
    }
    return (PyObject *)self;
}

static int
Box_traverse(Box *self, visitproc visit, void *arg)
{
    Py_VISIT(Py_TYPE(self));
    Py_VISIT(self->content);
    return 0;
}

static int
Box_clear(Box *self)
{
    Py_CLEAR(self->content);
    return 0;
}

static void
Box_dealloc(Box *self)
{
    PyTypeObject *tp = Py_TYPE(self);

    PyObject_GC_UnTrack(self);
    Box_clear(self);
    tp->tp_free((PyObject *)self);
    Py_DECREF(tp);
}

static PyObject *
Box_take(Box *self, PyTypeObject *defining_class,
         PyObject *const *Py_UNUSED(args), Py_ssize_t nargs, PyObject *kwnames)
{
    PyObject *content = self->content;

    if (kwnames != NULL && PyTuple_GET_SIZE(kwnames) != 0) {
        PyErr_SetString(PyExc_TypeError, "Box.take() takes no keyword arguments");
        return NULL;
    }
    if (nargs != 0) {
        PyErr_Format(PyExc_TypeError, "Box.take() takes no arguments (%zd given)",
                     nargs);
        return NULL;
    }
    if (content == Py_None) {
        methods_with_defining_class_state *state =
            PyType_GetModuleState(defining_class);

        PyErr_SetString(state->BoxError, "the box is empty");
        return NULL;
    }
    Py_INCREF(Py_None);
    self->content = Py_None;
    return content;
}

static PyObject *
Box_peek(Box *self, PyTypeObject *defining_class,
         PyObject *const *Py_UNUSED(args), Py_ssize_t nargs, PyObject *kwnames)
{
    if (kwnames != NULL && PyTuple_GET_SIZE(kwnames) != 0) {
        PyErr_SetString(PyExc_TypeError, "Box.peek() takes no keyword arguments");
        return NULL;
    }
    if (nargs != 0) {
        PyErr_Format(PyExc_TypeError, "Box.peek() takes no arguments (%zd given)",
                     nargs);
        return NULL;
    }
    if (self->content == Py_None) {
        methods_with_defining_class_state *state =
            PyType_GetModuleState(defining_class);

        PyErr_SetString(state->BoxError, "nothing to see");
        return NULL;
    }
    Py_INCREF(self->content);
    return self->content;
}

static PyObject *
Box_put(Box *self, PyTypeObject *defining_class,
        PyObject *const *args, Py_ssize_t nargs, PyObject *kwnames)
{
    PyObject *thing;
    PyObject *old;

    if (kwnames != NULL && PyTuple_GET_SIZE(kwnames) != 0) {
        PyErr_SetString(PyExc_TypeError, "Box.put() takes no keyword arguments");
        return NULL;
    }
    if (nargs != 1) {
        PyErr_Format(PyExc_TypeError,
                     "Box.put() takes exactly one argument (%zd given)", nargs);
        return NULL;
    }
    thing = args[0];
    if (self->content != Py_None) {
        methods_with_defining_class_state *state =
            PyType_GetModuleState(defining_class);

        PyErr_Format(state->BoxError, "the box is full, no room for %R", thing);
        return NULL;
    }
    old = self->content;
    Py_INCREF(thing);
    self->content = thing;
    Py_DECREF(old);
    Py_RETURN_NONE;
}

static PyObject *
Box_same(Box *self, PyTypeObject *defining_class,
         PyObject *const *args, Py_ssize_t nargs, PyObject *kwnames)
{
    methods_with_defining_class_state *state = PyType_GetModuleState(defining_class);

    if (kwnames != NULL && PyTuple_GET_SIZE(kwnames) != 0) {
        PyErr_SetString(PyExc_TypeError, "Box.same() takes no keyword arguments");
        return NULL;
    }
    if (nargs != 1) {
        PyErr_Format(PyExc_TypeError,
                     "Box.same() takes exactly one argument (%zd given)", nargs);
        return NULL;
    }

    PyObject *other = args[0];
    int same = PyObject_TypeCheck(other, state->Box_Type);

    if (!same) {
        PyErr_SetString(state->BoxError, "not a box");
        return NULL;
    }
    return PyBool_FromLong(self->content == ((Box *)other)->content);
}

static PyObject *
Box_count(Box *self, PyTypeObject *defining_class, PyObject *const *items,
          Py_ssize_t number, PyObject *kwnames)
{
    if (kwnames != NULL && PyTuple_GET_SIZE(kwnames) != 0) {
        PyErr_SetString(PyExc_TypeError, "Box.count() takes no keyword arguments");
        return NULL;
    }
    if (number == 0) {
        methods_with_defining_class_state *state =
            PyType_GetModuleState(defining_class);

        PyErr_SetString(state->BoxError, "nothing to count");
        return NULL;
    }
    return PyLong_FromSsize_t(number + (self->content == items[0]));
}

static PyObject *
Box_names(Box *self, PyTypeObject *defining_class, PyObject *const *items,
          Py_ssize_t number, PyObject *keywords)
{
    if (keywords == NULL) {
        methods_with_defining_class_state *state =
            PyType_GetModuleState(defining_class);

        return PyErr_Format(state->BoxError, "no names after %zd items", number);
    }
    Py_INCREF(keywords);
    return keywords;
}

static PyObject *
Box_find(Box *self, PyObject *args)
{
    PyObject *wanted;

    if (!PyArg_ParseTuple(args, "O:find", &wanted)) {
        return NULL;
    }
    if (wanted != self->content) {
        methods_with_defining_class_state *state =
            get_methods_with_defining_class_state_by_type(Py_TYPE(self));

        PyErr_SetString(state->BoxError, "not here");
        return NULL;
    }
    Py_RETURN_TRUE;
}

/* Called by tp_repr as well, which has no class to give. */
static PyObject *
Box_describe(Box *self, PyObject *Py_UNUSED(ignored))
{
    if (self->content == Py_None) {
        methods_with_defining_class_state *state =
            get_methods_with_defining_class_state_by_type(Py_TYPE(self));

        PyErr_SetString(state->BoxError, "nothing to describe");
        return NULL;
    }
    return PyUnicode_FromFormat("a box of %R", self->content);
}

static PyObject *
Box_repr(Box *self)
{
    return Box_describe(self, NULL);
}

static PyMethodDef Box_methods[] = {
    {"take", (PyCFunction)(void (*)(void))Box_take,
     METH_METHOD | METH_FASTCALL | METH_KEYWORDS, "take()"},
    {"peek", (PyCFunction)(void (*)(void))Box_peek,
     METH_METHOD | METH_FASTCALL | METH_KEYWORDS, "peek()"},
    {"put", (PyCFunction)(void (*)(void))Box_put,
     METH_METHOD | METH_FASTCALL | METH_KEYWORDS, "put(thing)"},
    {"same", (PyCFunction)(void (*)(void))Box_same,
     METH_METHOD | METH_FASTCALL | METH_KEYWORDS, "same(other)"},
    {"count", (PyCFunction)(void (*)(void))Box_count,
     METH_METHOD | METH_FASTCALL | METH_KEYWORDS, "count(*items)"},
    {"names", (PyCFunction)(void (*)(void))Box_names, METH_METHOD | METH_FASTCALL | METH_KEYWORDS, "names(**names)"},
    {"describe", (PyCFunction)Box_describe, METH_NOARGS, "describe()"},
    {"find", (PyCFunction)Box_find, METH_VARARGS, "find(thing)"},
    {NULL, NULL, 0, NULL}
};

static PyType_Slot Box_slots[] = {
    {Py_tp_dealloc, Box_dealloc},
    {Py_tp_repr, Box_repr},
    {Py_tp_doc, "A box."},
    {Py_tp_traverse, Box_traverse},
    {Py_tp_clear, Box_clear},
    {Py_tp_methods, Box_methods},
    {Py_tp_new, Box_new},
    {0, NULL},
};

static PyType_Spec Box_spec = {
    .name = "methods_with_defining_class.Box",
    .basicsize = sizeof(Box),
    .flags = (Py_TPFLAGS_DEFAULT | Py_TPFLAGS_BASETYPE |
              Py_TPFLAGS_HAVE_GC | Py_TPFLAGS_IMMUTABLETYPE),
    .slots = Box_slots,
};

static int
methods_with_defining_class_traverse(PyObject *module, visitproc visit, void *arg)
{
    methods_with_defining_class_state *state =
        get_methods_with_defining_class_state(module);
    Py_VISIT(state->Box_Type);
    Py_VISIT(state->BoxError);
    return 0;
}

static int
methods_with_defining_class_clear(PyObject *module)
{
    methods_with_defining_class_state *state =
        get_methods_with_defining_class_state(module);
    Py_CLEAR(state->Box_Type);
    Py_CLEAR(state->BoxError);
    return 0;
}

static void
methods_with_defining_class_free(void *module)
{
    methods_with_defining_class_clear((PyObject *)module);
}

static int methods_with_defining_class_exec(PyObject *module);

static PyModuleDef_Slot methods_with_defining_class_slots[] = {
    {Py_mod_exec, methods_with_defining_class_exec},
#if PY_VERSION_HEX >= 0x030C0000
    {Py_mod_multiple_interpreters, Py_MOD_PER_INTERPRETER_GIL_SUPPORTED},
#endif
    {0, NULL}
};

static struct PyModuleDef definition = {
    PyModuleDef_HEAD_INIT,
    "methods_with_defining_class",
    "Boxes.",
    sizeof(methods_with_defining_class_state),
    NULL,
    methods_with_defining_class_slots,
    methods_with_defining_class_traverse,
    methods_with_defining_class_clear,
    methods_with_defining_class_free
};

static int
methods_with_defining_class_exec(PyObject *module)
{
    methods_with_defining_class_state *state =
        get_methods_with_defining_class_state(module);

    state->Box_Type =
        (PyTypeObject *)PyType_FromModuleAndSpec(module, &Box_spec, NULL);
    if (state->Box_Type == NULL) {
        return -1;
    }
    state->BoxError = PyErr_NewException("methods_with_defining_class.BoxError", NULL,
                                         NULL);
    if (state->BoxError == NULL) {
        return -1;
    }
    Py_INCREF(state->BoxError);
    if (PyModule_AddObject(module, "BoxError", state->BoxError) < 0) {
        Py_DECREF(state->BoxError);
        return -1;
    }
    Py_INCREF(state->Box_Type);
    if (PyModule_AddObject(module, "Box", (PyObject *)state->Box_Type) < 0) {
        Py_DECREF(state->Box_Type);
        return -1;
    }
    return 0;
}

PyMODINIT_FUNC
PyInit_methods_with_defining_class(void)
{
    return PyModuleDef_Init(&definition);
}
