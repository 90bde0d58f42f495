#include <Python.h>

#if PY_VERSION_HEX < 0x030A0000
#  define Py_TPFLAGS_IMMUTABLETYPE 0
#endif

/* Only the derived type answers for what it wraps. */

typedef struct {
    PyObject_HEAD
    PyObject *wrapped;
} ProxyObject;

static int
proxy_init(ProxyObject *self, PyObject *args, PyObject *kwds)
{
    PyObject *wrapped;

    if (!PyArg_ParseTuple(args, "O:Proxy", &wrapped))
        return -1;
    Py_INCREF(wrapped);
    Py_XSETREF(self->wrapped, wrapped);
    return 0;
}

static int
proxy_traverse(ProxyObject *self, visitproc visit, void *arg)
{
    Py_VISIT(Py_TYPE(self));
    Py_VISIT(self->wrapped);
    return 0;
}

static int
proxy_clear(ProxyObject *self)
{
    Py_CLEAR(self->wrapped);
    return 0;
}

static void
proxy_dealloc(ProxyObject *self)
{
    PyTypeObject *tp = Py_TYPE(self);

    PyObject_GC_UnTrack(self);
    proxy_clear(self);
    tp->tp_free((PyObject *)self);
    Py_DECREF(tp);
}

static PyObject *
proxy_get(ProxyObject *self, void *closure)
{
    if (self->wrapped == NULL)
        Py_RETURN_NONE;
    return PyObject_GetAttrString(self->wrapped, (const char *)closure);
}

static PyGetSetDef proxy_getset[] = {
    {NULL}
};

typedef struct {
    PyTypeObject *Proxy_Type;
    PyTypeObject *Callable_Type;
} proxies_state;

static inline proxies_state *
get_proxies_state(PyObject *module)
{
    void *state = PyModule_GetState(module);
    assert(state != NULL);
    return (proxies_state *)state;
}

static inline proxies_state *
get_proxies_state_by_type(PyTypeObject *type)
{
    void *state = PyType_GetModuleState(type);
    assert(state != NULL);
    return (proxies_state *)state;
}

static PyType_Slot Proxy_slots[] = {
    {Py_tp_dealloc, proxy_dealloc},
    {Py_tp_traverse, proxy_traverse},
    {Py_tp_clear, proxy_clear},
    {Py_tp_init, proxy_init},
    {Py_tp_new, PyType_GenericNew},
    {0, NULL},
};

static PyType_Spec Proxy_spec = {
    .name = "proxies.Proxy",
    .basicsize = sizeof(ProxyObject),
    .flags = (Py_TPFLAGS_DEFAULT | Py_TPFLAGS_BASETYPE |
              Py_TPFLAGS_HAVE_GC | Py_TPFLAGS_IMMUTABLETYPE),
    .slots = Proxy_slots,
};

/* A heap type keeps the name of its own module as __module__. */
static int
Callable_asks_for_module(proxies_state *state, PyObject *self, PyObject *name)
{
    PyTypeObject *type = Py_TYPE(self);

    if (type != state->Callable_Type)
        return 0;
    return PyUnicode_Check(name) &&
           PyUnicode_CompareWithASCIIString(name, "__module__") == 0;
}

static PyObject *
Callable_generic_getattr(PyObject *self, PyObject *name)
{
    proxies_state *state = get_proxies_state_by_type(Py_TYPE(self));

    if (Callable_asks_for_module(state, self, name))
        return proxy_get((ProxyObject *)self, "__module__");
    return PyObject_GenericGetAttr(self, name);
}

static PyType_Slot Callable_slots[] = {
    {Py_tp_getset, proxy_getset},
    {Py_tp_getattro, Callable_generic_getattr},
    {0, NULL},
};

static PyType_Spec Callable_spec = {
    .name = "proxies.Callable",
    .basicsize = 0,
    .flags = (Py_TPFLAGS_DEFAULT | Py_TPFLAGS_IMMUTABLETYPE),
    .slots = Callable_slots,
};

static int
proxies_traverse(PyObject *module, visitproc visit, void *arg)
{
    proxies_state *state = get_proxies_state(module);
    Py_VISIT(state->Proxy_Type);
    Py_VISIT(state->Callable_Type);
    return 0;
}

static int
proxies_clear(PyObject *module)
{
    proxies_state *state = get_proxies_state(module);
    Py_CLEAR(state->Proxy_Type);
    Py_CLEAR(state->Callable_Type);
    return 0;
}

static void
proxies_free(void *module)
{
    proxies_clear((PyObject *)module);
}

static int proxies_exec(PyObject *module);

static PyModuleDef_Slot proxies_slots[] = {
    {Py_mod_exec, proxies_exec},
    {0, NULL}
};

static struct PyModuleDef proxies = {
    PyModuleDef_HEAD_INIT, "proxies", NULL, sizeof(proxies_state), NULL,
    proxies_slots, proxies_traverse, proxies_clear, proxies_free
};

static PyTypeObject *
proxies_new_subtype(PyObject *module, PyType_Spec *spec, PyTypeObject *base)
{
    PyObject *type, *bases = PyTuple_Pack(1, base);
    if (bases == NULL) {
        return NULL;
    }
    type = PyType_FromModuleAndSpec(module, spec, bases);
    Py_DECREF(bases);
    return (PyTypeObject *)type;
}

static int
proxies_exec(PyObject *module)
{
    proxies_state *state = get_proxies_state(module);

    state->Proxy_Type =
        (PyTypeObject *)PyType_FromModuleAndSpec(module, &Proxy_spec, NULL);
    if (state->Proxy_Type == NULL)
        return -1;
    state->Callable_Type = proxies_new_subtype(module, &Callable_spec,
                                               state->Proxy_Type);
    if (state->Callable_Type == NULL)
        return -1;
    Py_INCREF(state->Proxy_Type);
    if (PyModule_AddObject(module, "Proxy",
                           (PyObject *)state->Proxy_Type) < 0) {
        Py_DECREF(state->Proxy_Type);
        return -1;
    }
    Py_INCREF(state->Callable_Type);
    if (PyModule_AddObject(module, "Callable",
                           (PyObject *)state->Callable_Type) < 0) {
        Py_DECREF(state->Callable_Type);
        return -1;
    }
    return 0;
}

PyMODINIT_FUNC
PyInit_proxies(void)
{
    return PyModuleDef_Init(&proxies);
}
