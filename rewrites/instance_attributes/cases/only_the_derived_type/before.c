#include <Python.h>

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
    PyObject_GC_UnTrack(self);
    proxy_clear(self);
    Py_TYPE(self)->tp_free((PyObject *)self);
}

static PyObject *
proxy_get(ProxyObject *self, void *closure)
{
    if (self->wrapped == NULL)
        Py_RETURN_NONE;
    return PyObject_GetAttrString(self->wrapped, (const char *)closure);
}

static PyGetSetDef proxy_getset[] = {
    {"__module__", (getter)proxy_get, NULL, NULL, "__module__"},
    {NULL}
};

static PyTypeObject Proxy_Type = {
    PyVarObject_HEAD_INIT(NULL, 0)
    .tp_name = "proxies.Proxy",
    .tp_basicsize = sizeof(ProxyObject),
    .tp_dealloc = (destructor)proxy_dealloc,
    .tp_flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_BASETYPE | Py_TPFLAGS_HAVE_GC,
    .tp_traverse = (traverseproc)proxy_traverse,
    .tp_clear = (inquiry)proxy_clear,
    .tp_init = (initproc)proxy_init,
    .tp_new = PyType_GenericNew,
};

static PyTypeObject Callable_Type = {
    PyVarObject_HEAD_INIT(NULL, 0)
    .tp_name = "proxies.Callable",
    .tp_base = &Proxy_Type,
    .tp_getset = proxy_getset,
    .tp_flags = Py_TPFLAGS_DEFAULT,
};

static struct PyModuleDef proxies = {
    PyModuleDef_HEAD_INIT, "proxies", NULL, -1, NULL
};

PyMODINIT_FUNC
PyInit_proxies(void)
{
    PyObject *module;

    if (PyType_Ready(&Proxy_Type) < 0)
        return NULL;
    if (PyType_Ready(&Callable_Type) < 0)
        return NULL;
    module = PyModule_Create(&proxies);
    if (module == NULL)
        return NULL;
    Py_INCREF(&Proxy_Type);
    if (PyModule_AddObject(module, "Proxy", (PyObject *)&Proxy_Type) < 0) {
        Py_DECREF(&Proxy_Type);
        Py_DECREF(module);
        return NULL;
    }
    Py_INCREF(&Callable_Type);
    if (PyModule_AddObject(module, "Callable", (PyObject *)&Callable_Type) < 0) {
        Py_DECREF(&Callable_Type);
        Py_DECREF(module);
        return NULL;
    }
    return module;
}
