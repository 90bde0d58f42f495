#include <Python.h>

typedef struct {
    PyObject_HEAD
    PyObject *content;
} Type_Of_The_Same_Letters;

static int
Type_Of_The_Same_Letters_clear(Type_Of_The_Same_Letters *self)
{
    Py_CLEAR(self->content);
    return 0;
}

static int
Type_Of_The_Same_Letters_traverse(Type_Of_The_Same_Letters *self, visitproc visit, void *arg)
{
    Py_VISIT(self->content);
    return 0;
}

static void
Type_Of_The_Same_Letters_dealloc(Type_Of_The_Same_Letters *self)
{
    PyObject_GC_UnTrack(self);
    Type_Of_The_Same_Letters_clear(self);
    Py_TYPE(self)->tp_free((PyObject *)self);
}

static PyTypeObject Type_Of_The_Same_LettersType = {
    PyVarObject_HEAD_INIT(NULL, 0)
    .tp_name = "type_of_the_same_letters.Letters",
    .tp_basicsize = sizeof(Type_Of_The_Same_Letters),
    .tp_dealloc = (destructor)Type_Of_The_Same_Letters_dealloc,
    .tp_traverse = (traverseproc)Type_Of_The_Same_Letters_traverse,
    .tp_clear = (inquiry)Type_Of_The_Same_Letters_clear,
    .tp_flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_HAVE_GC,
    .tp_new = PyType_GenericNew,
};

static int type_of_the_same_lettersmodule_exec(PyObject *m);

static PyModuleDef_Slot type_of_the_same_lettersmodule_slots[] = {
    {Py_mod_exec, type_of_the_same_lettersmodule_exec},
    {0, NULL}
};

static struct PyModuleDef module = {
    PyModuleDef_HEAD_INIT, "type_of_the_same_letters", NULL, 0, NULL,
    type_of_the_same_lettersmodule_slots
};

static int
type_of_the_same_lettersmodule_exec(PyObject *m)
{
    if (PyType_Ready(&Type_Of_The_Same_LettersType) < 0)
        return -1;
    Py_INCREF(&Type_Of_The_Same_LettersType);
    if (PyModule_AddObject(m, "Letters", (PyObject *)&Type_Of_The_Same_LettersType) < 0) {
        Py_DECREF(&Type_Of_The_Same_LettersType);
        return -1;
    }
    return 0;
}

PyMODINIT_FUNC
PyInit_type_of_the_same_letters(void)
{
    return PyModuleDef_Init(&module);
}
