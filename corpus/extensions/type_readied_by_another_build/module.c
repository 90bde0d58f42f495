/* Of two functions of one name, the one of another build makes the type ready, which that build alone has. */

#include <Python.h>

#ifdef WITH_PENS
typedef struct {
    PyObject_HEAD
    char *text;
} Pen;

static void
Pen_dealloc(Pen *self)
{
    PyMem_Free(self->text);
    PyObject_Del(self);
}

static PyTypeObject Pen_Type = {
    PyVarObject_HEAD_INIT(NULL, 0)
    .tp_name = "type_readied_by_another_build.Pen",
    .tp_basicsize = sizeof(Pen),
    .tp_dealloc = (destructor)Pen_dealloc,
    .tp_flags = Py_TPFLAGS_DEFAULT,
};

static int
pen_setup(void)
{
    return PyType_Ready(&Pen_Type);
}
#else
static int
pen_setup(void)
{
    return 0;
}
#endif

static struct PyModuleDef def = {PyModuleDef_HEAD_INIT, "type_readied_by_another_build", NULL, -1, NULL};

PyMODINIT_FUNC
PyInit_type_readied_by_another_build(void)
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
