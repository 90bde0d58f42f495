/* Proxies in the manner of wrapt: instances answer for what they wrap. */

#include <Python.h>
#include <stddef.h>

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
    PyObject_GC_UnTrack(self);
    proxy_clear(self);
    Py_TYPE(self)->tp_free((PyObject *)self);
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

static PyObject *
proxy_getattro(PyObject *self, PyObject *name)
{
    PyObject *found = PyObject_GenericGetAttr(self, name);

    if (found != NULL || !PyErr_ExceptionMatches(PyExc_AttributeError) || ((ProxyObject *)self)->wrapped == NULL)
        return found;
    PyErr_Clear();
    return PyObject_GetAttr(((ProxyObject *)self)->wrapped, name);
}

static int
proxy_setattro(PyObject *self, PyObject *name, PyObject *value)
{
    if (PyObject_HasAttr((PyObject *)Py_TYPE(self), name) || ((ProxyObject *)self)->wrapped == NULL)
        return PyObject_GenericSetAttr(self, name, value);
    return PyObject_SetAttr(((ProxyObject *)self)->wrapped, name, value);
}

static PyGetSetDef proxy_getset[] = {
    {"__module__", (getter)proxy_get_module, (setter)proxy_set_module, NULL},
    {"__annotations__", (getter)proxy_get_annotations, NULL, "The annotations of what is wrapped."},
    {"__wrapped__", (getter)proxy_get_wrapped, NULL, NULL},
    {NULL}
};

static PyTypeObject ProxyType = {
    PyVarObject_HEAD_INIT(NULL, 0)
    .tp_name = "proxies_with_attributes.Proxy",
    .tp_basicsize = sizeof(ProxyObject),
    .tp_dealloc = (destructor)proxy_dealloc,
    .tp_flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_BASETYPE | Py_TPFLAGS_HAVE_GC,
    .tp_traverse = (traverseproc)proxy_traverse,
    .tp_clear = (inquiry)proxy_clear,
    .tp_getattro = proxy_getattro,
    .tp_setattro = proxy_setattro,
    .tp_getset = proxy_getset,
    .tp_dictoffset = offsetof(ProxyObject, dict),
    .tp_init = (initproc)proxy_init,
    .tp_new = PyType_GenericNew,
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
    {NULL}
};

static PyTypeObject CallableType = {
    PyVarObject_HEAD_INIT(NULL, 0)
    .tp_name = "proxies_with_attributes.Callable",
    .tp_basicsize = sizeof(ProxyObject),
    .tp_flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_BASETYPE,
    .tp_base = &ProxyType,
    .tp_call = (ternaryfunc)callable_call,
    .tp_getset = callable_getset,
};

static struct PyModuleDef definition = {
    PyModuleDef_HEAD_INIT, "proxies_with_attributes", "Proxies.", -1, NULL
};

PyMODINIT_FUNC
PyInit_proxies_with_attributes(void)
{
    PyObject *module;

    if (PyType_Ready(&ProxyType) < 0 || PyType_Ready(&CallableType) < 0)
        return NULL;
    module = PyModule_Create(&definition);
    if (module == NULL)
        return NULL;
    Py_INCREF(&ProxyType);
    if (PyModule_AddObject(module, "Proxy", (PyObject *)&ProxyType) < 0) {
        Py_DECREF(&ProxyType);
        Py_DECREF(module);
        return NULL;
    }
    Py_INCREF(&CallableType);
    if (PyModule_AddObject(module, "Callable", (PyObject *)&CallableType) < 0) {
        Py_DECREF(&CallableType);
        Py_DECREF(module);
        return NULL;
    }
    return module;
}
