#include <Python.h>
#include <stdlib.h>

typedef struct {
    PyObject_HEAD
    char *text;
} Note;

typedef struct {
    PyObject_HEAD
    char *text;
} Label;

/* Each kind frees its text. */
#define DEALLOC(kind) \
    static void kind##_dealloc(kind *self) \
    { \
        free(self->text); \
        Py_TYPE(self)->tp_free((PyObject *)self); \
    }

DEALLOC(Note)
DEALLOC(Label)

void
drop_note(Note *note)
{
    Note_dealloc(note);
}

static PyTypeObject Note_Type = {
    PyVarObject_HEAD_INIT(NULL, 0)
    .tp_name = "notes.Note",
    .tp_basicsize = sizeof(Note),
    .tp_dealloc = (destructor)Note_dealloc,
    .tp_flags = Py_TPFLAGS_DEFAULT,
    .tp_new = PyType_GenericNew,
};

static PyTypeObject Label_Type = {
    PyVarObject_HEAD_INIT(NULL, 0)
    .tp_name = "notes.Label",
    .tp_basicsize = sizeof(Label),
    .tp_dealloc = (destructor)Label_dealloc,
    .tp_flags = Py_TPFLAGS_DEFAULT,
    .tp_new = PyType_GenericNew,
};

static struct PyModuleDef notes = {
    PyModuleDef_HEAD_INIT, "notes", NULL, -1, NULL
};

PyMODINIT_FUNC
PyInit_notes(void)
{
    PyObject *m;

    if (PyType_Ready(&Note_Type) < 0 || PyType_Ready(&Label_Type) < 0)
        return NULL;
    m = PyModule_Create(&notes);
    if (m == NULL)
        return NULL;
    Py_INCREF(&Note_Type);
    if (PyModule_AddObject(m, "Note", (PyObject *)&Note_Type) < 0) {
        Py_DECREF(&Note_Type);
        Py_DECREF(m);
        return NULL;
    }
    return m;
}
