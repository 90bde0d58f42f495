/* A statement says that a parameter isn't used: it goes where the parameter leads to the state in all builds. */
#include <Python.h>

#ifdef __GNUC__
#define IGNORED __attribute__((unused))
#else
#define IGNORED
#endif
#define UNUSED(x) (void)(x)
#define DISCARD(x) do { } while ((void)(x), 0)

static PyObject *cache;

static PyObject *
get(PyObject *self, PyObject *args)
{
    UNUSED(self);
    UNUSED(args);
    return Py_NewRef(cache);
}

static PyObject *
reset(PyObject *self, PyObject *args)
{
    PyObject *old = cache;
    (void) self;
    (void)args;

    cache = Py_NewRef(Py_None);
    return old;
}

static PyObject *
check(PyObject *self, PyObject *args)
{
    (void)self;
#ifdef CHECKED
    if (cache == NULL) {
        return NULL;
    }
#endif
    DISCARD(args);
    Py_RETURN_NONE;
}

static PyObject *
first(PyObject IGNORED *self, PyObject *args __attribute__((unused)))
{
    return PySequence_GetItem(cache, 0);
}

static PyObject *
last(PyObject *self __attribute__ ((__unused__)), PyObject IGNORED *args)
{
    return PySequence_GetItem(cache, -1);
}

static PyObject *
length(PyObject *self, PyObject *args)
{
    DISCARD(self);
    if (args == NULL) {
        (void)self;
    }
    return PyLong_FromSsize_t(PyObject_Length(cache));
}

static PyMethodDef methods[] = {
    {"get", get, METH_NOARGS, NULL},
    {"reset", reset, METH_NOARGS, NULL},
    {"check", check, METH_NOARGS, NULL},
    {"first", first, METH_NOARGS, NULL},
    {"last", last, METH_NOARGS, NULL},
    {"length", length, METH_NOARGS, NULL},
    {NULL, NULL, 0, NULL},
};

static struct PyModuleDef def = {
    PyModuleDef_HEAD_INIT, .m_name = "statements_for_unused_parameters", .m_size = 0, .m_methods = methods,
};

PyMODINIT_FUNC
PyInit_statements_for_unused_parameters(void)
{
    PyObject *module = PyModule_Create(&def);
    if (module == NULL) {
        return NULL;
    }
    cache = PyList_New(0);
    if (cache == NULL) {
        Py_DECREF(module);
        return NULL;
    }
    return module;
}
