#include <Python.h>

/* A box that is built in many ways: with and without tracing, with extras, on an interpreter that isn't there. */

typedef struct {
    PyObject_HEAD
    PyObject *content;
} Box;

static PyTypeObject Box_Type;
static PyObject *box_error;

#ifdef BOX_SMALL
#define Box_Check(o) (Py_TYPE(o) == &Box_Type)
#else
#define Box_Check(o) PyObject_TypeCheck(o, &Box_Type)
#endif

#ifdef BOX_TRACE
static void
trace(PyObject *content)
{
    if (Box_Check(content)) {
        Py_INCREF(content);
        Py_DECREF(content);
    }
}
#else
#define trace(content) ((void)(content))
#endif

static PyObject *
make_box(PyObject *content)
{
    trace(content);
#ifdef PYPY_VERSION
    Box *self = (Box *)PyType_GenericNew(&Box_Type, NULL, NULL);
#else
    Box *self = PyObject_New(Box, &Box_Type);
#endif
    if (self == NULL) {
        return NULL;
    }
    Py_INCREF(content);
    self->content = content;
    return (PyObject *)self;
}

static PyObject *
box_new(PyTypeObject *type, PyObject *args, PyObject *kwds)
{
    PyObject *content;
    if (!PyArg_ParseTuple(args, "O", &content)) {
        return NULL;
    }
    return make_box(content);
}

static void
box_dealloc(Box *self)
{
    Py_XDECREF(self->content);
    PyObject_Del(self);
}

static PyObject *
box_fail(Box *self, PyObject *Py_UNUSED(ignored))
{
#ifdef BOX_QUIET
    Py_RETURN_NONE;
#else
    PyErr_SetString(box_error, "it fails");
    return NULL;
#endif
}

static Py_ssize_t
box_length(Box *self)
{
    return 1;
}

#ifndef NDEBUG
static PyObject *
box_debug(Box *self, PyObject *Py_UNUSED(ignored))
{
    static PyObject *last = NULL;
    PyObject *old = last;
    last = PyObject_Type((PyObject *)self);
    Py_XDECREF(old);
    return PyBool_FromLong(Box_Check(self));
}
#endif
#ifdef BOX_EXTRA
static PyObject *
box_extra(Box *self, PyObject *Py_UNUSED(ignored))
{
    static PyObject *cache = NULL;
    if (cache == NULL) {
        cache = PyUnicode_FromString("extra");
    }
    Py_XINCREF(cache);
    return cache;
}
#endif

static PyMethodDef box_methods[] = {
    {"fail", (PyCFunction)box_fail, METH_NOARGS, NULL},
#ifndef NDEBUG
    {"debug", (PyCFunction)box_debug, METH_NOARGS, NULL},
#endif
#ifdef BOX_EXTRA
    {"extra", (PyCFunction)box_extra, METH_NOARGS, NULL},
#endif
    {NULL}
};

#ifdef BOX_EXTRA
static PyObject *
box_repr(Box *self)
{
    return PyUnicode_FromFormat("Box(%R)", self->content);
}
#endif

static PySequenceMethods box_sequence = {
    .sq_length = (lenfunc)box_length,
};

static PyTypeObject Box_Type = {
    PyVarObject_HEAD_INIT(NULL, 0)
    .tp_name = "uses_in_other_branches.Box",
    .tp_basicsize = sizeof(Box),
    .tp_dealloc = (destructor)box_dealloc,
#ifdef BOX_EXTRA
    .tp_repr = (reprfunc)box_repr,
    .tp_str = (reprfunc)box_repr,
#endif
    .tp_as_sequence = &box_sequence,
    .tp_flags = Py_TPFLAGS_DEFAULT
#if PY_MAJOR_VERSION < 3
        | Py_TPFLAGS_HAVE_ITER
#endif
    ,
    .tp_methods = box_methods,
    .tp_new = box_new,
};

static struct PyModuleDef uses_module = {
    PyModuleDef_HEAD_INIT,
    .m_name = "uses_in_other_branches",
    .m_size = -1,
};

PyMODINIT_FUNC
PyInit_uses_in_other_branches(void)
{
    PyObject *m;

    if (PyType_Ready(&Box_Type) < 0) {
        return NULL;
    }
    m = PyModule_Create(&uses_module);
    if (m == NULL) {
        return NULL;
    }
    box_error = PyErr_NewException("uses_in_other_branches.error", NULL, NULL);
    if (box_error == NULL) {
        Py_DECREF(m);
        return NULL;
    }
    Py_INCREF(box_error);
    if (PyModule_AddObject(m, "error", box_error) < 0) {
        Py_DECREF(box_error);
        Py_DECREF(m);
        return NULL;
    }
#if defined(BOX_EXTRA)
    if (PyModule_AddIntConstant(m, "extra", 1) < 0) {
        Py_DECREF(m);
        return NULL;
    }
#endif
    Py_INCREF(&Box_Type);
    if (PyModule_AddObject(m, "Box", (PyObject *)&Box_Type) < 0) {
        Py_DECREF(&Box_Type);
        Py_DECREF(m);
        return NULL;
    }
    return m;
}
