#include <Python.h>

#if PY_VERSION_HEX < 0x030A0000
#  define Py_TPFLAGS_IMMUTABLETYPE 0
#endif

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
    PyTypeObject *tp = Py_TYPE(self);

    Session_end(self);
    tp->tp_free((PyObject *)self);
    Py_DECREF(tp);
}

static PyTypeObject *Session_Type;

static PyType_Slot Session_slots[] = {
    {Py_tp_dealloc, Session_dealloc},
    {Py_tp_clear, Session_end},
    {Py_tp_init, Session_init},
    {Py_tp_new, PyType_GenericNew},
    {0, NULL},
};

static PyType_Spec Session_spec = {
    .name = "sessions.Session",
    .basicsize = sizeof(Session),
    .flags = (Py_TPFLAGS_DEFAULT | Py_TPFLAGS_IMMUTABLETYPE),
    .slots = Session_slots,
};

static struct PyModuleDef sessions_module = {
    PyModuleDef_HEAD_INIT, "sessions", NULL, -1, NULL
};

PyMODINIT_FUNC
PyInit_sessions(void)
{
    PyObject *module;

    module = PyModule_Create(&sessions_module);
    if (module == NULL) {
        return NULL;
    }

    Session_Type = (PyTypeObject *)PyType_FromModuleAndSpec(module, &Session_spec, NULL);
    if (Session_Type == NULL) {
        return NULL;
    }
    Py_INCREF(Session_Type);
    if (PyModule_AddObject(module, "Session", (PyObject *)Session_Type) < 0) {
        Py_DECREF(Session_Type);
        Py_DECREF(module);
        return NULL;
    }
    return module;
}
