/* Of two functions of one name, the one of another build makes the type ready, above the type's definition. */

#include <Python.h>

#ifdef WITH_PENS
typedef struct {
    PyObject_HEAD
    char *text;
} Pen;

static PyTypeObject Pen_Type;

static int
pen_setup(void)
{
    return PyType_Ready(&Pen_Type);
}

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
    .tp_new = PyType_GenericNew,
};
#else
static int
pen_setup(void)
{
    return 0;
}
#endif

static struct PyModuleDef def = {PyModuleDef_HEAD_INIT, "module", NULL, -1, NULL};

PyMODINIT_FUNC
PyInit_module(void)
{
    PyObject *m = PyModule_Create(&def);

    if (m == NULL)
        return NULL;
    if (pen_setup() < 0) {
        Py_DECREF(m);
        return NULL;
    }
    return m;
}
