#include <Python.h>

/* tp_clear ends a session here: without Py_TPFLAGS_HAVE_GC, the collector never did that. */

typedef struct {
    PyObject_HEAD
    PyObject *log;
    int is_open;
} Session;

static int
Session_init(Session *self, PyObject *args, PyObject *kwds)
{
    PyObject *log;

    if (!PyArg_ParseTuple(args, "O:Session", &log)) {
        return -1;
    }
    Py_INCREF(log);
    Py_XSETREF(self->log, log);
    self->is_open = 1;
    return 0;
}

static int
Session_end(Session *self)
{
    self->is_open = 0;
    Py_CLEAR(self->log);
    return 0;
}

static void
Session_dealloc(Session *self)
{
    Session_end(self);
    Py_TYPE(self)->tp_free((PyObject *)self);
}

static PyTypeObject Session_Type = {
    PyVarObject_HEAD_INIT(NULL, 0)
    .tp_name = "sessions.Session",
    .tp_basicsize = sizeof(Session),
    .tp_dealloc = (destructor)Session_dealloc,
    .tp_flags = Py_TPFLAGS_DEFAULT,
    .tp_clear = (inquiry)Session_end,
    .tp_init = (initproc)Session_init,
    .tp_new = PyType_GenericNew,
};

static struct PyModuleDef sessions_module = {
    PyModuleDef_HEAD_INIT, "sessions", NULL, -1, NULL
};

PyMODINIT_FUNC
PyInit_sessions(void)
{
    PyObject *module;

    if (PyType_Ready(&Session_Type) < 0) {
        return NULL;
    }
    module = PyModule_Create(&sessions_module);
    if (module == NULL) {
        return NULL;
    }
    Py_INCREF(&Session_Type);
    if (PyModule_AddObject(module, "Session", (PyObject *)&Session_Type) < 0) {
        Py_DECREF(&Session_Type);
        Py_DECREF(module);
        return NULL;
    }
    return module;
}
