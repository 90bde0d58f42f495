/* Handles of two kinds; the derived one raises the module's own error. */

#define PY_SSIZE_T_CLEAN
#include <Python.h>

typedef struct {
    PyObject_HEAD
    int closed;
} HandleObject;

typedef struct {
    HandleObject handle;
    int ticks;
} TimerObject;

static PyTypeObject HandleType;
static PyTypeObject TimerType;
static PyObject *HandleError;

static PyObject *
handle_close(HandleObject *self, PyObject *unused)
{
    self->closed = 1;
    Py_RETURN_NONE;
}

static PyMethodDef handle_methods[] = {
    {"close", (PyCFunction)handle_close, METH_NOARGS, NULL},
    {NULL, NULL, 0, NULL}
};

static void
handle_dealloc(HandleObject *self)
{
    Py_TYPE(self)->tp_free((PyObject *)self);
}

static PyTypeObject HandleType = {
    PyVarObject_HEAD_INIT(NULL, 0)
    .tp_name = "derived_type_raises_own_error.Handle",
    .tp_basicsize = sizeof(HandleObject),
    .tp_dealloc = (destructor)handle_dealloc,
    .tp_flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_BASETYPE,
    .tp_methods = handle_methods,
};

static PyObject *
timer_tick(TimerObject *self, PyObject *unused)
{
    if (self->handle.closed) {
        PyErr_SetString(HandleError, "closed");
        return NULL;
    }
    return PyLong_FromLong(++self->ticks);
}

static PyMethodDef timer_methods[] = {
    {"tick", (PyCFunction)timer_tick, METH_NOARGS, NULL},
    {NULL, NULL, 0, NULL}
};

static PyTypeObject TimerType = {
    PyVarObject_HEAD_INIT(NULL, 0)
    .tp_name = "derived_type_raises_own_error.Timer",
    .tp_basicsize = sizeof(TimerObject),
    .tp_flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_BASETYPE,
    .tp_methods = timer_methods,
    .tp_new = PyType_GenericNew,
};

static struct PyModuleDef definition = {
    PyModuleDef_HEAD_INIT,
    .m_name = "derived_type_raises_own_error",
    .m_size = -1,
};

PyMODINIT_FUNC
PyInit_derived_type_raises_own_error(void)
{
    PyObject *module;

    TimerType.tp_base = &HandleType;
    if (PyType_Ready(&HandleType) < 0)
        return NULL;
    if (PyType_Ready(&TimerType) < 0)
        return NULL;

    module = PyModule_Create(&definition);
    if (module == NULL)
        return NULL;

    HandleError = PyErr_NewException("derived_type_raises_own_error.HandleError", NULL, NULL);
    if (HandleError == NULL)
        goto error;
    Py_INCREF(HandleError);
    if (PyModule_AddObject(module, "HandleError", HandleError) < 0) {
        Py_DECREF(HandleError);
        goto error;
    }
    Py_INCREF(&TimerType);
    if (PyModule_AddObject(module, "Timer", (PyObject *)&TimerType) < 0) {
        Py_DECREF(&TimerType);
        goto error;
    }
    return module;

error:
    Py_DECREF(module);
    return NULL;
}
