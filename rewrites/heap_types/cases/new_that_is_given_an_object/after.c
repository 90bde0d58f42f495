/* A tp_new calls its type an object, and makes no use of it. */
#include <Python.h>

#if PY_VERSION_HEX < 0x030A0000
#  define Py_TPFLAGS_IMMUTABLETYPE 0
#endif

typedef struct {
    PyObject_HEAD
    int depth;
} Context;

static PyTypeObject *Context_Type;

static Context *
context_new(PyObject *Py_UNUSED(type))
{
    Context *self = (Context *)Context_Type->tp_alloc(Context_Type, 0);

    if (self != NULL) {
        self->depth = 0;
    }
    return self;
}

static PyObject *
context_copy(Context *Py_UNUSED(self), PyObject *Py_UNUSED(ignored))
{
    Context *copy = (Context *)Context_Type->tp_alloc(Context_Type, 0);

    if (copy != NULL) {
        copy->depth = 1;
    }
    return (PyObject *)copy;
}

static void
context_dealloc(Context *self)
{
    PyTypeObject *tp = Py_TYPE(self);

    tp->tp_free(self);
    Py_DECREF(tp);
}

static PyMethodDef context_methods[] = {
    {"copy", (PyCFunction)context_copy, METH_NOARGS, NULL},
    {NULL, NULL, 0, NULL}
};

static PyType_Slot Context_slots[] = {
    {Py_tp_dealloc, context_dealloc},
    {Py_tp_methods, context_methods},
    {Py_tp_new, context_new},
    {0, NULL},
};

static PyType_Spec Context_spec = {
    .name = "new_that_is_given_an_object.Context",
    .basicsize = sizeof(Context),
    .flags = (Py_TPFLAGS_DEFAULT | Py_TPFLAGS_IMMUTABLETYPE),
    .slots = Context_slots,
};

static struct PyModuleDef context_module = {
    PyModuleDef_HEAD_INIT,
    .m_name = "new_that_is_given_an_object",
    .m_size = -1,
};

PyMODINIT_FUNC
PyInit_new_that_is_given_an_object(void)
{
    PyObject *module = PyModule_Create(&context_module);

    if (module == NULL) {
        return NULL;
    }
    Context_Type =
        (PyTypeObject *)PyType_FromModuleAndSpec(module, &Context_spec, NULL);
    if (Context_Type == NULL) {
        return NULL;
    }
    if (PyModule_AddType(module, Context_Type) < 0) {
        Py_DECREF(module);
        return NULL;
    }
    return module;
}
