/* Steps of a reader are called while other threads run; how they went is kept for all readers. */
#include <Python.h>

typedef struct {
    PyObject_HEAD
    long at;
} Reader;

static PyObject *ReaderError = NULL;
static int large_steps = -1;

static long
run(Reader *self, long (*step)(Reader *))
{
    long found;

    Py_BEGIN_ALLOW_THREADS
    found = step(self);
    Py_END_ALLOW_THREADS
    return found;
}

static long
forward(Reader *self)
{
    if (large_steps == -1) {
        large_steps = self->at > 100;
    }
    self->at += large_steps ? 10 : 1;
    return self->at;
}

static PyObject *
Reader_forward(PyObject *self, PyObject *unused)
{
    long found = run((Reader *)self, forward);

    if (found > 1000) {
        PyErr_SetString(ReaderError, "too far");
        return NULL;
    }
    return PyLong_FromLong(found);
}

static PyObject *
Reader_new(PyTypeObject *type, PyObject *args, PyObject *kwargs)
{
    long at;
    Reader *self;

    if (!PyArg_ParseTuple(args, "l:Reader", &at)) {
        return NULL;
    }
    self = (Reader *)type->tp_alloc(type, 0);
    if (self != NULL) {
        self->at = at;
    }
    return (PyObject *)self;
}

static PyMethodDef Reader_methods[] = {
    {"forward", Reader_forward, METH_NOARGS, NULL},
    {NULL, NULL, 0, NULL}
};

static PyTypeObject Reader_Type = {
    PyVarObject_HEAD_INIT(NULL, 0)
    .tp_name = "callbacks_called_without_the_gil.Reader",
    .tp_basicsize = sizeof(Reader),
    .tp_flags = Py_TPFLAGS_DEFAULT,
    .tp_methods = Reader_methods,
    .tp_new = Reader_new,
};

static struct PyModuleDef reader_module = {
    PyModuleDef_HEAD_INIT,
    .m_name = "callbacks_called_without_the_gil",
    .m_size = -1,
};

PyMODINIT_FUNC
PyInit_callbacks_called_without_the_gil(void)
{
    PyObject *module;

    if (PyType_Ready(&Reader_Type) < 0) {
        return NULL;
    }
    module = PyModule_Create(&reader_module);
    if (module == NULL) {
        return NULL;
    }
    ReaderError = PyErr_NewException("callbacks_called_without_the_gil.ReaderError", NULL, NULL);
    Py_XINCREF(ReaderError);
    if (ReaderError == NULL || PyModule_AddObject(module, "ReaderError", ReaderError) < 0) {
        Py_XDECREF(ReaderError);
        Py_DECREF(module);
        return NULL;
    }
    Py_INCREF(&Reader_Type);
    if (PyModule_AddObject(module, "Reader", (PyObject *)&Reader_Type) < 0) {
        Py_DECREF(&Reader_Type);
        Py_DECREF(module);
        return NULL;
    }
    return module;
}
