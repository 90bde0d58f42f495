/* A build that isn't this one compiles a type with its tp_dealloc: it is changed there, as it is read there. */

#include <Python.h>

typedef struct {
    PyObject_HEAD
    char *text;
} Pen;

#ifdef WITH_PENS
static void
Pen_dealloc(Pen *self)
{
    PyMem_Free(self->text);
    PyObject_Del(self);
}

static PyTypeObject Pen_Type = {
    PyVarObject_HEAD_INIT(NULL, 0)
    .tp_name = "module.Pen",
    .tp_basicsize = sizeof(Pen),
    .tp_dealloc = (destructor)Pen_dealloc,
    .tp_flags = Py_TPFLAGS_DEFAULT,
};
#endif

static struct PyModuleDef def = {PyModuleDef_HEAD_INIT, "module", NULL, -1, NULL};

PyMODINIT_FUNC
PyInit_module(void)
{
    PyObject *m;

#ifdef WITH_PENS
    if (PyType_Ready(&Pen_Type) < 0)
        return NULL;
#endif
    m = PyModule_Create(&def);
    return m;
}
