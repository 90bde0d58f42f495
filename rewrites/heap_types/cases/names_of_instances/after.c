#include <Python.h>

#if PY_VERSION_HEX < 0x030A0000
#  define Py_TPFLAGS_IMMUTABLETYPE 0
#endif

/* Names that the type object answers by itself, and a docstring that it has none of. */

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
    {"__name__", (getter)proxy_get, NULL, NULL, "__name__"},
    {"__qualname__", (getter)proxy_get, NULL, NULL, "__qualname__"},
    {"__dict__", (getter)proxy_get, NULL, NULL, "__dict__"},
    {"__doc__", (getter)proxy_get, NULL, NULL, "__doc__"},
    {NULL}
};

static PyTypeObject *Proxy_Type;

static PyType_Slot Proxy_slots[] = {
    {Py_tp_dealloc, proxy_dealloc},
    {Py_tp_traverse, proxy_traverse},
    {Py_tp_clear, proxy_clear},
    {Py_tp_getset, proxy_getset},
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

static struct PyModuleDef proxies = {
    PyModuleDef_HEAD_INIT, "proxies", NULL, -1, NULL
};

PyMODINIT_FUNC
PyInit_proxies(void)
{
    PyObject *module;

    module = PyModule_Create(&proxies);
    if (module == NULL)
        return NULL;

    Proxy_Type = (PyTypeObject *)PyType_FromModuleAndSpec(module, &Proxy_spec, NULL);
    if (Proxy_Type == NULL)
        return NULL;
    Py_INCREF(Proxy_Type);
    if (PyModule_AddObject(module, "Proxy", (PyObject *)Proxy_Type) < 0) {
        Py_DECREF(Proxy_Type);
        Py_DECREF(module);
        return NULL;
    }
    return module;
}
