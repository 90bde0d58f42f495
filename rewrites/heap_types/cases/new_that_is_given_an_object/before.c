/* A tp_new calls its type an object, and makes no use of it. */
#include <Python.h>

typedef struct {
    PyObject_HEAD
    int depth;
} Context;

static PyTypeObject Context_Type;

static Context *
context_new(PyObject *Py_UNUSED(type))
{
    Context *self = PyObject_New(Context, &Context_Type);

    if (self != NULL) {
        self->depth = 0;
    }
    return self;
}

static PyObject *
context_copy(Context *Py_UNUSED(self), PyObject *Py_UNUSED(ignored))
{
    Context *copy = PyObject_New(Context, &Context_Type);

    if (copy != NULL) {
        copy->depth = 1;
    }
    return (PyObject *)copy;
}

static void
context_dealloc(Context *self)
{
    PyObject_Del(self);
}

static PyMethodDef context_methods[] = {
    {"copy", (PyCFunction)context_copy, METH_NOARGS, NULL},
    {NULL, NULL, 0, NULL}
};

static PyTypeObject Context_Type = {
    PyVarObject_HEAD_INIT(NULL, 0)
    .tp_name = "new_that_is_given_an_object.Context",
    .tp_basicsize = sizeof(Context),
    .tp_dealloc = (destructor)context_dealloc,
    .tp_flags = Py_TPFLAGS_DEFAULT,
    .tp_methods = context_methods,
    .tp_new = (newfunc)context_new,
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
    if (PyModule_AddType(module, &Context_Type) < 0) {
        Py_DECREF(module);
        return NULL;
    }
    return module;
}
