#include <Python.h>

#ifndef Py_TPFLAGS_IMMUTABLETYPE
#  define Py_TPFLAGS_IMMUTABLETYPE 0
#endif

typedef struct {
    PyObject_HEAD
    PyObject *wrapped;
} ProxyObject;

typedef struct {
    PyTypeObject *Proxy_Type;
    PyTypeObject *Stamp_Type;
} proxy_state;

static inline proxy_state *
get_proxy_state(PyObject *module)
{
    return (proxy_state *)PyModule_GetState(module);
}

static PyObject *
Proxy_new(PyTypeObject *type, PyObject *args, PyObject *kwargs)
{
    PyObject *wrapped;
    if (!PyArg_ParseTuple(args, "O:Proxy", &wrapped)) {
        return NULL;
    }
    ProxyObject *self = (ProxyObject *)type->tp_alloc(type, 0);
    if (self != NULL) {
        Py_INCREF(wrapped);
        self->wrapped = wrapped;
    }
    return (PyObject *)self;
}

static int
Proxy_traverse(ProxyObject *self, visitproc visit, void *arg)
{
    Py_VISIT(Py_TYPE(self));
    Py_VISIT(self->wrapped);
    return 0;
}

static int
Proxy_clear(ProxyObject *self)
{
    Py_CLEAR(self->wrapped);
    return 0;
}

static void
Proxy_dealloc(ProxyObject *self)
{
    PyTypeObject *tp = Py_TYPE(self);

    PyObject_GC_UnTrack(self);
    Py_CLEAR(self->wrapped);
    tp->tp_free((PyObject *)self);
    Py_DECREF(tp);
}

/* What the proxy has not comes from what it stands for. So does __module__: a getter for it would take the place
   of the type's own in its dictionary. */
static PyObject *
Proxy_getattro(ProxyObject *self, PyObject *name)
{
    if (PyUnicode_CompareWithASCIIString(name, "__module__") == 0) {
        return PyObject_GetAttr(self->wrapped, name);
    }
    PyObject *value = PyObject_GenericGetAttr((PyObject *)self, name);
    if (value != NULL || !PyErr_ExceptionMatches(PyExc_AttributeError)) {
        return value;
    }
    PyErr_Clear();
    return PyObject_GetAttr(self->wrapped, name);
}

static PyType_Slot Proxy_slots[] = {
    {Py_tp_dealloc, Proxy_dealloc},
    {Py_tp_getattro, Proxy_getattro},
    {Py_tp_doc, "Stands for another object."},
    {Py_tp_traverse, Proxy_traverse},
    {Py_tp_clear, Proxy_clear},
    {Py_tp_new, Proxy_new},
    {0, NULL}
};

static PyType_Spec Proxy_spec = {
    .name = "proxy.Proxy",
    .basicsize = sizeof(ProxyObject),
    .flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_HAVE_GC | Py_TPFLAGS_IMMUTABLETYPE,
    .slots = Proxy_slots,
};

static PyStructSequence_Field Stamp_fields[] = {
    {"value", "what it says"},
    {NULL}
};

static PyStructSequence_Desc Stamp_desc = {
    "builtins.Stamp", "One value.", Stamp_fields, 1
};

/* Takes the value itself, and not a sequence with it. */
static PyObject *
Stamp_new(PyTypeObject *type, PyObject *args, PyObject *kwargs)
{
    PyObject *value;
    if (!PyArg_ParseTuple(args, "O!:Stamp", &PyLong_Type, &value)) {
        return NULL;
    }
    PyObject *self = PyStructSequence_New(type);
    if (self != NULL) {
        Py_INCREF(value);
        PyStructSequence_SET_ITEM(self, 0, value);
    }
    return self;
}

static int
proxy_exec(PyObject *module)
{
    proxy_state *state = get_proxy_state(module);

    state->Proxy_Type = (PyTypeObject *)PyType_FromModuleAndSpec(module, &Proxy_spec, NULL);
    if (state->Proxy_Type == NULL) {
        return -1;
    }
    state->Stamp_Type = PyStructSequence_NewType(&Stamp_desc);
    if (state->Stamp_Type == NULL) {
        return -1;
    }
    state->Stamp_Type->tp_new = Stamp_new;
    state->Stamp_Type->tp_name = "Stamp";  /* as in messages */
    state->Stamp_Type->tp_flags |= Py_TPFLAGS_IMMUTABLETYPE;
    Py_INCREF(state->Proxy_Type);
    if (PyModule_AddObject(module, "Proxy", (PyObject *)state->Proxy_Type) < 0) {
        Py_DECREF(state->Proxy_Type);
        return -1;
    }
    Py_INCREF(state->Stamp_Type);
    if (PyModule_AddObject(module, "Stamp", (PyObject *)state->Stamp_Type) < 0) {
        Py_DECREF(state->Stamp_Type);
        return -1;
    }
    return 0;
}

static int
proxy_traverse(PyObject *module, visitproc visit, void *arg)
{
    proxy_state *state = get_proxy_state(module);

    Py_VISIT(state->Proxy_Type);
    Py_VISIT(state->Stamp_Type);
    return 0;
}

static int
proxy_clear(PyObject *module)
{
    proxy_state *state = get_proxy_state(module);

    Py_CLEAR(state->Proxy_Type);
    Py_CLEAR(state->Stamp_Type);
    return 0;
}

static void
proxy_free(void *module)
{
    proxy_clear((PyObject *)module);
}

static PyModuleDef_Slot proxy_slots[] = {
    {Py_mod_exec, proxy_exec},
#if PY_VERSION_HEX >= 0x030C0000
    {Py_mod_multiple_interpreters, Py_MOD_PER_INTERPRETER_GIL_SUPPORTED},
#endif
    {0, NULL}
};

static struct PyModuleDef proxy_module = {
    PyModuleDef_HEAD_INIT,
    .m_name = "proxy",
    .m_size = sizeof(proxy_state),
    .m_slots = proxy_slots,
    .m_traverse = proxy_traverse,
    .m_clear = proxy_clear,
    .m_free = proxy_free,
};

PyMODINIT_FUNC
PyInit_proxy(void)
{
    return PyModuleDef_Init(&proxy_module);
}
