#include <Python.h>

/* Ten of them are made at once, and go together. */
typedef struct {
    PyObject_HEAD
    PyObject *value;
} Cell;

typedef struct {
    PyObject_HEAD
    Cell cells[10];
} Row;

static void
Cell_dealloc(Cell *self)
{
    Py_CLEAR(self->value);
}

static PyTypeObject Cell_Type = {
    PyVarObject_HEAD_INIT(NULL, 0)
    .tp_name = "sheet.Cell",
    .tp_basicsize = sizeof(Cell),
    .tp_dealloc = (destructor)Cell_dealloc,
    .tp_flags = Py_TPFLAGS_DEFAULT,
};

/* Each knows the one that was dropped before. */
typedef struct Note {
    PyObject_HEAD
    PyObject *text;
    struct Note *next;
} Note;

static Note *dropped;

static void
drop(Note *note)
{
    note->next = dropped;
    dropped = note;
}

static void
Note_dealloc(Note *self)
{
    Py_CLEAR(self->text);
    drop(self);
}

static PyTypeObject Note_Type = {
    PyVarObject_HEAD_INIT(NULL, 0)
    .tp_name = "sheet.Note",
    .tp_basicsize = sizeof(Note),
    .tp_dealloc = (destructor)Note_dealloc,
    .tp_flags = Py_TPFLAGS_DEFAULT,
    .tp_new = PyType_GenericNew,
};

/* Memory of the arena becomes objects one by one. */
typedef struct {
    PyObject_HEAD
    PyObject *label;
} Mark;

static char arena[4096];
static size_t used;

static PyObject *
new_mark(PyObject *module, PyObject *label)
{
    Mark *mark = (Mark *)(arena + used);

    if (used + sizeof(Mark) > sizeof(arena))
        return PyErr_NoMemory();
    used += sizeof(Mark);
    Py_INCREF(label);
    mark->label = label;
    return PyObject_Init((PyObject *)mark, Py_TYPE(module));
}

static void
Mark_dealloc(Mark *self)
{
    Py_CLEAR(self->label);
}

static PyTypeObject Mark_Type = {
    PyVarObject_HEAD_INIT(NULL, 0)
    .tp_name = "sheet.Mark",
    .tp_basicsize = sizeof(Mark),
    .tp_dealloc = (destructor)Mark_dealloc,
    .tp_flags = Py_TPFLAGS_DEFAULT,
};

static PyMethodDef methods[] = {
    {"new_mark", new_mark, METH_O, NULL},
    {NULL}
};

static struct PyModuleDef sheet_module = {
    PyModuleDef_HEAD_INIT, "sheet", NULL, -1, methods
};

PyMODINIT_FUNC
PyInit_sheet(void)
{
    if (PyType_Ready(&Cell_Type) < 0 || PyType_Ready(&Note_Type) < 0 || PyType_Ready(&Mark_Type) < 0)
        return NULL;
    return PyModule_Create(&sheet_module);
}
