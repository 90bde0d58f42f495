#include <Python.h>

typedef struct {
    PyObject_HEAD
    PyObject *wrapped;
} ProxyObject;

static PyTypeObject Proxy_Type;
static PyTypeObject Stamp_Type;

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
    PyObject_GC_UnTrack(self);
    Py_CLEAR(self->wrapped);
    Py_TYPE(self)->tp_free((PyObject *)self);
}

/* What the proxy has not comes from what it stands for. */
static PyObject *
Proxy_getattro(ProxyObject *self, PyObject *name)
{
    PyObject *value = PyObject_GenericGetAttr((PyObject *)self, name);
    if (value != NULL || !PyErr_ExceptionMatches(PyExc_AttributeError)) {
        return value;
    }
    PyErr_Clear();
    return PyObject_GetAttr(self->wrapped, name);
}

static PyObject *
Proxy_get_module(ProxyObject *self, void *Py_UNUSED(closure))
{
    return PyObject_GetAttrString(self->wrapped, "__module__");
}

static PyGetSetDef Proxy_getset[] = {
    {"__module__", (getter)Proxy_get_module, NULL, NULL, NULL},
    {NULL}
};

static PyTypeObject Proxy_Type = {
    PyVarObject_HEAD_INIT(NULL, 0)
    .tp_name = "proxy.Proxy",
    .tp_basicsize = sizeof(ProxyObject),
    .tp_dealloc = (destructor)Proxy_dealloc,
    .tp_getattro = (getattrofunc)Proxy_getattro,
    .tp_flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_HAVE_GC,
    .tp_doc = "Stands for another object.",
    .tp_traverse = (traverseproc)Proxy_traverse,
    .tp_clear = (inquiry)Proxy_clear,
    .tp_getset = Proxy_getset,
    .tp_new = Proxy_new,
};

static PyStructSequence_Field Stamp_fields[] = {
    {"value", "what it says"},
    {NULL}
};

static PyStructSequence_Desc Stamp_desc = {
    "Stamp", "One value.", Stamp_fields, 1
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

static struct PyModuleDef proxy_module = {
    PyModuleDef_HEAD_INIT,
    .m_name = "proxy",
    .m_size = -1,
};

PyMODINIT_FUNC
PyInit_proxy(void)
{
    PyObject *module = PyModule_Create(&proxy_module);
    if (module == NULL) {
        return NULL;
    }
    if (PyType_Ready(&Proxy_Type) < 0) {
        goto error;
    }
    if (Stamp_Type.tp_name == NULL) {
        if (PyStructSequence_InitType2(&Stamp_Type, &Stamp_desc) < 0) {
            goto error;
        }
        Stamp_Type.tp_new = Stamp_new;
    }
    Py_INCREF(&Proxy_Type);
    if (PyModule_AddObject(module, "Proxy", (PyObject *)&Proxy_Type) < 0) {
        Py_DECREF(&Proxy_Type);
        goto error;
    }
    Py_INCREF(&Stamp_Type);
    if (PyModule_AddObject(module, "Stamp", (PyObject *)&Stamp_Type) < 0) {
        Py_DECREF(&Stamp_Type);
        goto error;
    }
    return module;
error:
    Py_DECREF(module);
    return NULL;
}
