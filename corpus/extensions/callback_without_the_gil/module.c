#include <Python.h>
#include <pthread.h>

/* A thread that Python doesn't know hands on what its instance holds, to a function that takes the GIL. */

static PyObject *last_result;

typedef struct {
    PyObject_HEAD
    PyObject *callable;
    int calls;
} Thunk;

static int
Thunk_traverse(Thunk *self, visitproc visit, void *arg)
{
    Py_VISIT(self->callable);
    return 0;
}

static int
Thunk_clear(Thunk *self)
{
    Py_CLEAR(self->callable);
    return 0;
}

static void
Thunk_dealloc(Thunk *self)
{
    PyObject_GC_UnTrack(self);
    Thunk_clear(self);
    Py_TYPE(self)->tp_free((PyObject *)self);
}

static int
Thunk_init(Thunk *self, PyObject *args, PyObject *kwds)
{
    PyObject *callable;

    if (!PyArg_ParseTuple(args, "O:Thunk", &callable)) {
        return -1;
    }
    Py_INCREF(callable);
    Py_XSETREF(self->callable, callable);
    return 0;
}

static void
call_python(PyObject *callable, int calls)
{
    PyGILState_STATE gil = PyGILState_Ensure();
    PyObject *result = PyObject_CallFunction(callable, "i", calls);

    if (result == NULL) {
        PyErr_WriteUnraisable(callable);
    }
    else {
        Py_XSETREF(last_result, result);
    }
    PyGILState_Release(gil);
}

static void *
run(void *data)
{
    Thunk *self = (Thunk *)data;

    self->calls++;
    call_python(self->callable, self->calls);
    return NULL;
}

static PyObject *
Thunk_run(Thunk *self, PyObject *unused)
{
    pthread_t thread;
    int failed;

    Py_BEGIN_ALLOW_THREADS
    failed = pthread_create(&thread, NULL, run, self);
    if (!failed) {
        pthread_join(thread, NULL);
    }
    Py_END_ALLOW_THREADS
    if (failed) {
        PyErr_SetString(PyExc_RuntimeError, "no thread");
        return NULL;
    }
    Py_RETURN_NONE;
}

static PyMethodDef Thunk_methods[] = {
    {"run", (PyCFunction)Thunk_run, METH_NOARGS, NULL},
    {NULL, NULL, 0, NULL},
};

static PyTypeObject Thunk_Type = {
    PyVarObject_HEAD_INIT(NULL, 0)
    .tp_name = "callback_without_the_gil.Thunk",
    .tp_basicsize = sizeof(Thunk),
    .tp_dealloc = (destructor)Thunk_dealloc,
    .tp_flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_HAVE_GC,
    .tp_traverse = (traverseproc)Thunk_traverse,
    .tp_clear = (inquiry)Thunk_clear,
    .tp_methods = Thunk_methods,
    .tp_init = (initproc)Thunk_init,
    .tp_new = PyType_GenericNew,
};

static PyObject *
last(PyObject *module, PyObject *unused)
{
    PyObject *found = last_result != NULL ? last_result : Py_None;

    Py_INCREF(found);
    return found;
}

static PyMethodDef functions[] = {
    {"last", last, METH_NOARGS, NULL},
    {NULL, NULL, 0, NULL},
};

static struct PyModuleDef definition = {
    PyModuleDef_HEAD_INIT,
    .m_name = "callback_without_the_gil",
    .m_size = -1,
    .m_methods = functions,
};

PyMODINIT_FUNC
PyInit_callback_without_the_gil(void)
{
    PyObject *module;

    if (PyType_Ready(&Thunk_Type) < 0) {
        return NULL;
    }
    module = PyModule_Create(&definition);
    if (module == NULL) {
        return NULL;
    }
    Py_INCREF(&Thunk_Type);
    if (PyModule_AddObject(module, "Thunk", (PyObject *)&Thunk_Type) < 0) {
        Py_DECREF(&Thunk_Type);
        Py_DECREF(module);
        return NULL;
    }
    return module;
}
