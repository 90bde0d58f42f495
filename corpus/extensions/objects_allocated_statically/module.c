#include <Python.h>

/* Words of a stream: numbers, `gap` for what is missing, and two sizes of paper. All of these are static objects. */

typedef struct {
    PyObject_HEAD
    int width;
    const char *label;
} Paper;

extern PyObject gap_object;
#define gap (&gap_object)
#define RETURN_GAP return Py_INCREF(gap), gap

static PyObject *
gap_repr(PyObject *op)
{
    return PyUnicode_FromString("gap");
}

static void
gap_dealloc(PyObject *ignored)
{
    Py_FatalError("deallocating gap");
}

static PyObject *
gap_new(PyTypeObject *type, PyObject *args, PyObject *kwargs)
{
    if (PyTuple_GET_SIZE(args) || (kwargs && PyDict_Size(kwargs))) {
        PyErr_SetString(PyExc_TypeError, "gap takes no arguments");
        return NULL;
    }
    Py_INCREF(gap);
    return gap;
}

static int
gap_bool(PyObject *op)
{
    return 0;
}

static PyNumberMethods gap_as_number = {
    .nb_bool = gap_bool,
};

static PyTypeObject Gap_Type = {
    PyVarObject_HEAD_INIT(NULL, 0)
    .tp_name = "objects_allocated_statically.Gap",
    .tp_flags = Py_TPFLAGS_DEFAULT,
    .tp_new = gap_new,
    .tp_dealloc = gap_dealloc,
    .tp_repr = gap_repr,
    .tp_as_number = &gap_as_number,
};

PyObject gap_object = {
    _PyObject_EXTRA_INIT
    1, &Gap_Type
};

static void
Paper_dealloc(Paper *self)
{
    PyObject_Del(self);
}

static PyObject *
Paper_str(Paper *self)
{
    return PyUnicode_FromFormat("%s (%d mm)", self->label, self->width);
}

static PyTypeObject Paper_Type = {
    PyVarObject_HEAD_INIT(NULL, 0)
    .tp_name = "objects_allocated_statically.Paper",
    .tp_basicsize = sizeof(Paper),
    .tp_dealloc = (destructor)Paper_dealloc,
    .tp_str = (reprfunc)Paper_str,
    .tp_flags = Py_TPFLAGS_DEFAULT,
};

static Paper a5 = {PyObject_HEAD_INIT(&Paper_Type) 148, "A5"};
static Paper a4 = {PyObject_HEAD_INIT(NULL) .width = 210, .label = "A4"};

static PyObject *
word(PyObject *module, PyObject *number)
{
    long value = PyLong_AsLong(number);

    if (value == -1 && PyErr_Occurred())
        return NULL;
    switch (value) {
        case 0:
            RETURN_GAP;
        case 4:
            Py_INCREF(&a4);
            return (PyObject *)&a4;
        case 5:
            Py_INCREF(&a5);
            return (PyObject *)&a5;
        default:
            break;
    }
    if (value > a4.width) {
        Paper *paper = PyObject_New(Paper, &Paper_Type);

        if (paper != NULL) {
            paper->width = (int)value;
            paper->label = "roll";
        }
        return (PyObject *)paper;
    }
    return PyLong_FromLong(value);
}

static PyObject *
known(PyObject *module, PyObject *object)
{
    return PyBool_FromLong(object == gap || object == (PyObject *)&a4 || object == (PyObject *)&a5);
}

static PyMethodDef functions[] = {
    {"word", word, METH_O, NULL},
    {"known", known, METH_O, NULL},
    {NULL, NULL, 0, NULL}
};

static struct PyModuleDef module_def = {
    PyModuleDef_HEAD_INIT, "objects_allocated_statically", NULL, -1, functions
};

PyMODINIT_FUNC
PyInit_objects_allocated_statically(void)
{
    PyObject *module;

    Py_SET_TYPE(&a4, &Paper_Type);
    if (PyType_Ready(&Gap_Type) < 0 || PyType_Ready(&Paper_Type) < 0)
        return NULL;
    module = PyModule_Create(&module_def);
    if (module == NULL)
        return NULL;
    Py_INCREF(gap);
    if (PyModule_AddObject(module, "gap", gap) < 0)
        goto error;
    Py_INCREF(&a4);
    if (PyModule_AddObject(module, "a4", (PyObject *)&a4) < 0)
        goto error;
    return module;

error:
    Py_DECREF(module);
    return NULL;
}
