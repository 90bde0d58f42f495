/* Two types that are called without a tuple of arguments: for one the function is given where the type is defined,
   for the other where it's made ready. */
#include <Python.h>

#if PY_VERSION_HEX < 0x030A0000
#  define Py_TPFLAGS_IMMUTABLETYPE 0
#  define Py_TPFLAGS_DISALLOW_INSTANTIATION 0
#endif

typedef struct {
    PyObject_HEAD
    PyObject *value;
} Box;

typedef struct {
    PyTypeObject *Box_Type;
    PyTypeObject *Lid_Type;
    PyObject *EmptyError;
} type_vectorcall_state;

static struct PyModuleDef type_vectorcall_module;

static inline type_vectorcall_state *
get_type_vectorcall_state(PyObject *module)
{
    void *state = PyModule_GetState(module);
    assert(state != NULL);
    return (type_vectorcall_state *)state;
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

static inline type_vectorcall_state *
get_type_vectorcall_state_by_type(PyTypeObject *type)
{
    PyObject *module = PyType_GetModuleByDef(type, &type_vectorcall_module);
    assert(module != NULL);
    return get_type_vectorcall_state(module);
}

static PyObject *
Box_filled(PyTypeObject *type, PyObject *value)
{
    Box *self = (Box *)type->tp_alloc(type, 0);
    if (self != NULL) {
        Py_INCREF(value);
        self->value = value;
    }
    return (PyObject *)self;
}

static PyObject *
Box_vectorcall(PyObject *type, PyObject *const *args, size_t nargsf, PyObject *kwnames)
{
    if (PyVectorcall_NARGS(nargsf) != 1 || kwnames != NULL) {
        type_vectorcall_state *state =
            get_type_vectorcall_state_by_type((PyTypeObject *)type);

        PyErr_SetString(state->EmptyError, "a box holds one value");
        return NULL;
    }
    return Box_filled((PyTypeObject *)type, args[0]);
}

static PyObject *
Box_new(PyTypeObject *type, PyObject *args, PyObject *kwargs)
{
    PyObject *value;
    if (!PyArg_ParseTuple(args, "O:Box", &value)) {
        return NULL;
    }
    return Box_filled(type, value);
}

static int
Box_traverse(Box *self, visitproc visit, void *arg)
{
    Py_VISIT(Py_TYPE(self));
    Py_VISIT(self->value);
    return 0;
}

static int
Box_clear(Box *self)
{
    Py_CLEAR(self->value);
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
Box_get(Box *self, void *closure)
{
    Py_INCREF(self->value);
    return self->value;
}

static PyGetSetDef Box_getset[] = {
    {"value", (getter)Box_get, NULL, NULL, NULL},
    {NULL}
};

static PyType_Slot Box_slots[] = {
    {Py_tp_dealloc, Box_dealloc},
    {Py_tp_traverse, Box_traverse},
    {Py_tp_clear, Box_clear},
    {Py_tp_getset, Box_getset},
    {Py_tp_new, Box_new},
    {0, NULL},
};

static PyType_Spec Box_spec = {
    .name = "type_vectorcall.Box",
    .basicsize = sizeof(Box),
    .flags = (Py_TPFLAGS_DEFAULT | Py_TPFLAGS_HAVE_GC |
              Py_TPFLAGS_BASETYPE | Py_TPFLAGS_IMMUTABLETYPE),
    .slots = Box_slots,
};

typedef struct {
    PyObject_HEAD
} Lid;

static PyObject *
Lid_vectorcall(PyObject *type, PyObject *const *args, size_t nargsf, PyObject *kwnames)
{
    if (PyVectorcall_NARGS(nargsf) != 0 || kwnames != NULL) {
        PyErr_SetString(PyExc_TypeError, "a lid takes nothing");
        return NULL;
    }
    return PyType_GenericAlloc((PyTypeObject *)type, 0);
}

/* Protocols 0 and 1 would write what nobody can read. */
static PyObject *
Lid_reduce(PyObject *self, PyObject *Py_UNUSED(ignored))
{
    PyErr_Format(PyExc_TypeError, "cannot pickle '%.100s' object",
                 Py_TYPE(self)->tp_name);
    return NULL;
}

static PyMethodDef Lid_methods[] = {
    {"__reduce__", Lid_reduce, METH_NOARGS, NULL},
    {NULL}
};

static PyType_Slot Lid_slots[] = {
    {Py_tp_methods, Lid_methods},
    {0, NULL},
};

static PyType_Spec Lid_spec = {
    .name = "type_vectorcall.Lid",
    .basicsize = sizeof(Lid),
    .flags = (Py_TPFLAGS_DEFAULT | Py_TPFLAGS_DISALLOW_INSTANTIATION |
              Py_TPFLAGS_IMMUTABLETYPE),
    .slots = Lid_slots,
};

static int
type_vectorcall_traverse(PyObject *module, visitproc visit, void *arg)
{
    type_vectorcall_state *state = get_type_vectorcall_state(module);
    Py_VISIT(state->Box_Type);
    Py_VISIT(state->Lid_Type);
    Py_VISIT(state->EmptyError);
    return 0;
}

static int
type_vectorcall_clear(PyObject *module)
{
    type_vectorcall_state *state = get_type_vectorcall_state(module);
    Py_CLEAR(state->Box_Type);
    Py_CLEAR(state->Lid_Type);
    Py_CLEAR(state->EmptyError);
    return 0;
}

static void
type_vectorcall_free(void *module)
{
    type_vectorcall_clear((PyObject *)module);
}

static int type_vectorcall_exec(PyObject *module);

static PyModuleDef_Slot type_vectorcall_slots[] = {
    {Py_mod_exec, type_vectorcall_exec},
#if PY_VERSION_HEX >= 0x030C0000
    {Py_mod_multiple_interpreters, Py_MOD_PER_INTERPRETER_GIL_SUPPORTED},
#endif
    {0, NULL}
};

static struct PyModuleDef type_vectorcall_module = {
    PyModuleDef_HEAD_INIT,
    .m_name = "type_vectorcall",
    .m_size = sizeof(type_vectorcall_state),
    .m_traverse = type_vectorcall_traverse,
    .m_clear = type_vectorcall_clear,
    .m_free = type_vectorcall_free,
    .m_slots = type_vectorcall_slots,
};

static int
type_vectorcall_exec(PyObject *module)
{
    type_vectorcall_state *state = get_type_vectorcall_state(module);

    state->Box_Type =
        (PyTypeObject *)PyType_FromModuleAndSpec(module, &Box_spec, NULL);
    if (state->Box_Type == NULL) {
        return -1;
    }
    state->Lid_Type =
        (PyTypeObject *)PyType_FromModuleAndSpec(module, &Lid_spec, NULL);
    if (state->Lid_Type == NULL) {
        return -1;
    }
    state->Box_Type->tp_vectorcall = Box_vectorcall;
#if PY_VERSION_HEX < 0x030A0000
    /* Py_TPFLAGS_DISALLOW_INSTANTIATION */
    state->Lid_Type->tp_new = NULL;
#endif
    state->Lid_Type->tp_vectorcall = Lid_vectorcall;
    state->EmptyError = PyErr_NewException("type_vectorcall.EmptyError", NULL, NULL);
    if (state->EmptyError == NULL) {
        return -1;
    }
    Py_INCREF(state->EmptyError);
    if (PyModule_AddObject(module, "EmptyError", state->EmptyError) < 0) {
        Py_DECREF(state->EmptyError);
        return -1;
    }
    Py_INCREF(state->Box_Type);
    if (PyModule_AddObject(module, "Box", (PyObject *)state->Box_Type) < 0) {
        Py_DECREF(state->Box_Type);
        return -1;
    }
    Py_INCREF(state->Lid_Type);
    if (PyModule_AddObject(module, "Lid", (PyObject *)state->Lid_Type) < 0) {
        Py_DECREF(state->Lid_Type);
        return -1;
    }
    return 0;
}

PyMODINIT_FUNC
PyInit_type_vectorcall(void)
{
    return PyModuleDef_Init(&type_vectorcall_module);
}
