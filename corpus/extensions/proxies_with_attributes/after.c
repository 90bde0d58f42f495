/* Proxies in the manner of wrapt: instances answer for what they wrap. */

#include <Python.h>
#include <stddef.h>
#include <structmember.h>

#if PY_VERSION_HEX < 0x030A0000
#  define Py_TPFLAGS_IMMUTABLETYPE 0
#endif

typedef struct {
    PyObject_HEAD
    PyObject *wrapped;
    PyObject *dict;
} ProxyObject;

static int
proxy_init(ProxyObject *self, PyObject *args, PyObject *kwds)
{
    PyObject *wrapped;

    if (!PyArg_ParseTuple(args, "O", &wrapped))
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
    Py_VISIT(self->dict);
    return 0;
}

static int
proxy_clear(ProxyObject *self)
{
    Py_CLEAR(self->wrapped);
    Py_CLEAR(self->dict);
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
proxy_get_wrapped(ProxyObject *self)
{
    if (self->wrapped == NULL) {
        PyErr_SetString(PyExc_ValueError, "the proxy has nothing to wrap");
        return NULL;
    }
    Py_INCREF(self->wrapped);
    return self->wrapped;
}

static PyObject *
proxy_get_module(ProxyObject *self)
{
    if (self->wrapped == NULL)
        return proxy_get_wrapped(self);
    return PyObject_GetAttrString(self->wrapped, "__module__");
}

static int
proxy_set_module(ProxyObject *self, PyObject *value)
{
    if (self->wrapped == NULL || value == NULL) {
        PyErr_SetString(PyExc_TypeError, "the module can't be deleted");
        return -1;
    }
    return PyObject_SetAttrString(self->wrapped, "__module__", value);
}

static PyObject *
proxy_get_annotations(ProxyObject *self, void *closure)
{
    if (self->wrapped == NULL)
        return proxy_get_wrapped(self);
    return PyObject_GetAttrString(self->wrapped, "__annotations__");
}

typedef struct {
    PyTypeObject *ProxyType;
    PyTypeObject *CallableType;
} proxies_with_attributes_state;

static struct PyModuleDef definition;

static inline proxies_with_attributes_state *
get_proxies_with_attributes_state(PyObject *module)
{
    void *state = PyModule_GetState(module);
    assert(state != NULL);
    return (proxies_with_attributes_state *)state;
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

static inline proxies_with_attributes_state *
get_proxies_with_attributes_state_by_type(PyTypeObject *type)
{
    PyObject *module = PyType_GetModuleByDef(type, &definition);
    assert(module != NULL);
    return get_proxies_with_attributes_state(module);
}

/* A heap type keeps the name of its own module as __module__. */
static int
Proxy_asks_for_module(proxies_with_attributes_state *state, PyObject *self, PyObject *name)
{
    PyTypeObject *type = Py_TYPE(self);

    if (type != state->ProxyType &&
        type != state->CallableType)
        return 0;
    return PyUnicode_Check(name) && PyUnicode_CompareWithASCIIString(name, "__module__") == 0;
}

static PyObject *
Proxy_generic_getattr(proxies_with_attributes_state *state, PyObject *self, PyObject *name)
{
    if (Proxy_asks_for_module(state, self, name))
        return proxy_get_module((ProxyObject *)self);
    return PyObject_GenericGetAttr(self, name);
}

static int
Proxy_generic_setattr(proxies_with_attributes_state *state, PyObject *self, PyObject *name,
                      PyObject *value)
{
    if (Proxy_asks_for_module(state, self, name))
        return proxy_set_module((ProxyObject *)self, value);
    return PyObject_GenericSetAttr(self, name, value);
}

static PyObject *
proxy_getattro(PyObject *self, PyObject *name)
{
    proxies_with_attributes_state *state = get_proxies_with_attributes_state_by_type(Py_TYPE(self));
    PyObject *found = Proxy_generic_getattr(state, self, name);

    if (found != NULL || !PyErr_ExceptionMatches(PyExc_AttributeError) || ((ProxyObject *)self)->wrapped == NULL)
        return found;
    PyErr_Clear();
    return PyObject_GetAttr(((ProxyObject *)self)->wrapped, name);
}

static int
proxy_setattro(PyObject *self, PyObject *name, PyObject *value)
{
    proxies_with_attributes_state *state = get_proxies_with_attributes_state_by_type(Py_TYPE(self));

    if (PyObject_HasAttr((PyObject *)Py_TYPE(self), name) || ((ProxyObject *)self)->wrapped == NULL)
        return Proxy_generic_setattr(state, self, name, value);
    return PyObject_SetAttr(((ProxyObject *)self)->wrapped, name, value);
}

static PyGetSetDef proxy_getset[] = {
    {"__annotations__", (getter)proxy_get_annotations, NULL, "The annotations of what is wrapped."},
    {"__wrapped__", (getter)proxy_get_wrapped, NULL, NULL},
    {NULL}
};

static PyMemberDef Proxy_members[] = {
    {"__dictoffset__", T_PYSSIZET, offsetof(ProxyObject, dict), READONLY},
    {NULL}
};

static PyType_Slot Proxy_slots[] = {
    {Py_tp_dealloc, proxy_dealloc},
    {Py_tp_traverse, proxy_traverse},
    {Py_tp_clear, proxy_clear},
    {Py_tp_getattro, proxy_getattro},
    {Py_tp_setattro, proxy_setattro},
    {Py_tp_getset, proxy_getset},
    {Py_tp_init, proxy_init},
    {Py_tp_new, PyType_GenericNew},
    {Py_tp_members, Proxy_members},
    {0, NULL},
};

static PyType_Spec Proxy_spec = {
    .name = "proxies_with_attributes.Proxy",
    .basicsize = sizeof(ProxyObject),
    .flags = (Py_TPFLAGS_DEFAULT | Py_TPFLAGS_BASETYPE |
              Py_TPFLAGS_HAVE_GC | Py_TPFLAGS_IMMUTABLETYPE),
    .slots = Proxy_slots,
};

static PyObject *
callable_call(ProxyObject *self, PyObject *args, PyObject *kwds)
{
    if (self->wrapped == NULL)
        return proxy_get_wrapped(self);
    return PyObject_Call(self->wrapped, args, kwds);
}

static PyObject *
callable_get_count(ProxyObject *self, void *closure)
{
    return PyLong_FromLong(1);
}

static PyGetSetDef callable_getset[] = {
    {"count", (getter)callable_get_count, NULL, NULL},
    {"__annotations__", (getter)proxy_get_annotations, NULL, "The annotations of what is wrapped."},
    {NULL}
};

static PyType_Slot Callable_slots[] = {
    {Py_tp_call, callable_call},
    {Py_tp_getset, callable_getset},
    {0, NULL},
};

static PyType_Spec Callable_spec = {
    .name = "proxies_with_attributes.Callable",
    .basicsize = sizeof(ProxyObject),
    .flags = (Py_TPFLAGS_DEFAULT | Py_TPFLAGS_BASETYPE |
              Py_TPFLAGS_IMMUTABLETYPE),
    .slots = Callable_slots,
};

static int
proxies_with_attributes_traverse(PyObject *module, visitproc visit, void *arg)
{
    proxies_with_attributes_state *state = get_proxies_with_attributes_state(module);
    Py_VISIT(state->ProxyType);
    Py_VISIT(state->CallableType);
    return 0;
}

static int
proxies_with_attributes_clear(PyObject *module)
{
    proxies_with_attributes_state *state = get_proxies_with_attributes_state(module);
    Py_CLEAR(state->ProxyType);
    Py_CLEAR(state->CallableType);
    return 0;
}

static void
proxies_with_attributes_free(void *module)
{
    proxies_with_attributes_clear((PyObject *)module);
}

static int proxies_with_attributes_exec(PyObject *module);

static PyModuleDef_Slot proxies_with_attributes_slots[] = {
    {Py_mod_exec, proxies_with_attributes_exec},
#if PY_VERSION_HEX >= 0x030C0000
    {Py_mod_multiple_interpreters, Py_MOD_PER_INTERPRETER_GIL_SUPPORTED},
#endif
    {0, NULL}
};

static struct PyModuleDef definition = {
    PyModuleDef_HEAD_INIT, "proxies_with_attributes", "Proxies.",
    sizeof(proxies_with_attributes_state), NULL,
    proxies_with_attributes_slots, proxies_with_attributes_traverse, proxies_with_attributes_clear,
    proxies_with_attributes_free
};

static PyTypeObject *
proxies_with_attributes_new_subtype(PyObject *module, PyType_Spec *spec, PyTypeObject *base)
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
proxies_with_attributes_exec(PyObject *module)
{
    proxies_with_attributes_state *state = get_proxies_with_attributes_state(module);

    state->ProxyType = (PyTypeObject *)PyType_FromModuleAndSpec(module, &Proxy_spec, NULL);
    if (state->ProxyType == NULL)
        return -1;
    state->CallableType = proxies_with_attributes_new_subtype(module, &Callable_spec,
                                                              state->ProxyType);
    if (state->CallableType == NULL)
        return -1;
    Py_INCREF(state->ProxyType);
    if (PyModule_AddObject(module, "Proxy", (PyObject *)state->ProxyType) < 0) {
        Py_DECREF(state->ProxyType);
        return -1;
    }
    Py_INCREF(state->CallableType);
    if (PyModule_AddObject(module, "Callable", (PyObject *)state->CallableType) < 0) {
        Py_DECREF(state->CallableType);
        return -1;
    }
    return 0;
}

PyMODINIT_FUNC
PyInit_proxies_with_attributes(void)
{
    return PyModuleDef_Init(&definition);
}
