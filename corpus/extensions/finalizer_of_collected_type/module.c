#include <Python.h>

/* Sessions that are noted in a journal when they end; one can hold anything, itself included. */

typedef struct {
    PyObject_HEAD
    PyObject *content;
} SessionObject;

static PyTypeObject Session_Type;
static PyObject *journal = NULL;
static Py_ssize_t ended = 0;

static int note_end(PyObject *what) {
    ended++;
    return PyList_Append(journal, what);
}

static void Session_finalize(PyObject *op) {
    PyObject *type, *value, *traceback, *name;

    PyErr_Fetch(&type, &value, &traceback);
    name = PyUnicode_FromString("session");
    if (name == NULL || note_end(name) < 0) {
        PyErr_WriteUnraisable(op);
    }
    Py_XDECREF(name);
    PyErr_Restore(type, value, traceback);
}

static int Session_traverse(SessionObject *self, visitproc visit, void *arg) {
    Py_VISIT(self->content);
    return 0;
}

static int Session_clear(SessionObject *self) {
    Py_CLEAR(self->content);
    return 0;
}

static void Session_dealloc(SessionObject *self) {
    if (PyObject_CallFinalizerFromDealloc((PyObject *)self) < 0) {
        return;
    }
    PyObject_GC_UnTrack(self);
    Session_clear(self);
    Py_TYPE(self)->tp_free((PyObject *)self);
}

static PyObject *Session_keep(SessionObject *self, PyObject *content) {
    Py_INCREF(content);
    Py_XSETREF(self->content, content);
    Py_RETURN_NONE;
}

static PyMethodDef Session_methods[] = {
    {"keep", (PyCFunction)Session_keep, METH_O, "keep(content): hold it until the end"},
    {NULL, NULL, 0, NULL}
};

static PyTypeObject Session_Type = {
    PyVarObject_HEAD_INIT(NULL, 0)
    .tp_name = "finalizer_of_collected_type.Session",
    .tp_basicsize = sizeof(SessionObject),
    .tp_flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_BASETYPE | Py_TPFLAGS_HAVE_GC,
    .tp_new = PyType_GenericNew,
    .tp_finalize = Session_finalize,
    .tp_dealloc = (destructor)Session_dealloc,
    .tp_traverse = (traverseproc)Session_traverse,
    .tp_clear = (inquiry)Session_clear,
    .tp_methods = Session_methods,
};

static PyObject *sessions_ended(PyObject *module, PyObject *ignored) {
    return Py_BuildValue("nn", ended, PyList_GET_SIZE(journal));
}

static PyMethodDef methods[] = {
    {"ended", sessions_ended, METH_NOARGS, "ended() -> (number of sessions that ended, length of the journal)"},
    {NULL, NULL, 0, NULL}
};

static struct PyModuleDef sessions_module = {
    PyModuleDef_HEAD_INIT,
    .m_name = "finalizer_of_collected_type",
    .m_size = -1,
    .m_methods = methods,
};

PyMODINIT_FUNC PyInit_finalizer_of_collected_type(void) {
    PyObject *module;

    if (PyType_Ready(&Session_Type) < 0) {
        return NULL;
    }
    module = PyModule_Create(&sessions_module);
    if (module == NULL) {
        return NULL;
    }
    journal = PyList_New(0);
    if (journal == NULL) {
        Py_DECREF(module);
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
