#include <Python.h>
#include <stdlib.h>

#if PY_VERSION_HEX < 0x030A0000
#  define Py_TPFLAGS_IMMUTABLETYPE 0
#endif

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
        PyTypeObject *tp = Py_TYPE(self); \
 \
        free(self->text); \
        tp->tp_free((PyObject *)self); \
        Py_DECREF(tp); \
    }

DEALLOC(Note)
DEALLOC(Label)

static PyTypeObject *Note_Type;

static PyType_Slot Note_slots[] = {
    {Py_tp_dealloc, Note_dealloc},
    {Py_tp_new, PyType_GenericNew},
    {0, NULL},
};

static PyType_Spec Note_spec = {
    .name = "notes.Note",
    .basicsize = sizeof(Note),
    .flags = (Py_TPFLAGS_DEFAULT | Py_TPFLAGS_IMMUTABLETYPE),
    .slots = Note_slots,
};

static PyTypeObject *Label_Type;

static PyType_Slot Label_slots[] = {
    {Py_tp_dealloc, Label_dealloc},
    {Py_tp_new, PyType_GenericNew},
    {0, NULL},
};

static PyType_Spec Label_spec = {
    .name = "notes.Label",
    .basicsize = sizeof(Label),
    .flags = (Py_TPFLAGS_DEFAULT | Py_TPFLAGS_IMMUTABLETYPE),
    .slots = Label_slots,
};

static struct PyModuleDef notes = {
    PyModuleDef_HEAD_INIT, "notes", NULL, -1, NULL
};

PyMODINIT_FUNC
PyInit_notes(void)
{
    PyObject *m;

    m = PyModule_Create(&notes);
    if (m == NULL)
        return NULL;

    Note_Type = (PyTypeObject *)PyType_FromModuleAndSpec(m, &Note_spec, NULL);
    if (Note_Type == NULL)
        return NULL;
    Label_Type =
        (PyTypeObject *)PyType_FromModuleAndSpec(m, &Label_spec, NULL);
    if (Label_Type == NULL)
        return NULL;
    Py_INCREF(Note_Type);
    if (PyModule_AddObject(m, "Note", (PyObject *)Note_Type) < 0) {
        Py_DECREF(Note_Type);
        Py_DECREF(m);
        return NULL;
    }
    return m;
}
