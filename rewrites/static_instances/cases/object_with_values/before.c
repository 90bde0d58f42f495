/* Two objects with values of their own; the type frees others, which are made at run time. */
#include <Python.h>

typedef struct {
    PyObject_HEAD
    int width;
    const char *label;
} Size;

static void
Size_dealloc(Size *self)
{
    PyObject_Del(self);
}

static PyObject *
Size_str(Size *self)
{
    return PyUnicode_FromFormat("%s (%d)", self->label, self->width);
}

static PyTypeObject Size_Type = {
    PyVarObject_HEAD_INIT(NULL, 0)
    .tp_name = "paper.Size",
    .tp_basicsize = sizeof(Size),
    .tp_dealloc = (destructor)Size_dealloc,
    .tp_str = (reprfunc)Size_str,
    .tp_flags = Py_TPFLAGS_DEFAULT,
};

static Size small = {PyObject_HEAD_INIT(&Size_Type) 148, "A5"};
static Size none = {PyObject_HEAD_INIT(NULL) .label = "none"};

static PyObject *
paper_size(PyObject *module, PyObject *width)
{
    Size *self;
    long number = PyLong_AsLong(width);

    if (number == -1 && PyErr_Occurred()) {
        return NULL;
    }
    if (number <= small.width) {
        PyObject *found = number <= 0 ? (PyObject *)&none : (PyObject *)&small;
        Py_INCREF(found);
        return found;
    }
    self = PyObject_New(Size, &Size_Type);
    if (self != NULL) {
        self->width = (int)number;
        self->label = "custom";
    }
    return (PyObject *)self;
}

static PyMethodDef paper_methods[] = {
    {"size", paper_size, METH_O, NULL},
    {NULL, NULL, 0, NULL}
};

static struct PyModuleDef paper_module = {
    PyModuleDef_HEAD_INIT, "paper", NULL, -1, paper_methods
};

PyMODINIT_FUNC
PyInit_paper(void)
{
    Py_SET_TYPE(&none, &Size_Type);
    if (PyType_Ready(&Size_Type)) {
        return NULL;
    }
    return PyModule_Create(&paper_module);
}
