#include <Python.h>

/* Nothing here takes a reference before PyModule_AddObject takes one away. */

#define INITERROR return NULL

typedef struct {
    PyObject_HEAD
    PyObject *text;
} LabelObject;

static PyTypeObject LabelType;
static PyObject *LabelError;
static PyObject *empty;             /* the only empty label */

static PyObject *
Label_new(PyTypeObject *type, PyObject *args, PyObject *kwds)
{
    PyObject *text;
    LabelObject *self;

    if (!PyArg_ParseTuple(args, "O:Label", &text))
        return NULL;
    if (!PyUnicode_Check(text)) {
        PyErr_SetString(LabelError, "labels are text");
        return NULL;
    }
    if (PyUnicode_GET_LENGTH(text) == 0 && empty != NULL) {
        Py_INCREF(empty);
        return empty;
    }
    self = (LabelObject *)type->tp_alloc(type, 0);
    if (self == NULL)
        return NULL;
    Py_INCREF(text);
    self->text = text;
    return (PyObject *)self;
}

static void
Label_dealloc(LabelObject *self)
{
    Py_XDECREF(self->text);
    Py_TYPE(self)->tp_free((PyObject *)self);
}

static PyObject *
Label_str(LabelObject *self)
{
    Py_INCREF(self->text);
    return self->text;
}

static PyTypeObject LabelType = {
    PyVarObject_HEAD_INIT(NULL, 0)
    .tp_name = "add_object_without_incref.Label",
    .tp_basicsize = sizeof(LabelObject),
    .tp_flags = Py_TPFLAGS_DEFAULT,
    .tp_new = Label_new,
    .tp_dealloc = (destructor)Label_dealloc,
    .tp_str = (reprfunc)Label_str,
};

static struct PyModuleDef moduledef = {
    PyModuleDef_HEAD_INIT,
    "add_object_without_incref",
    "Labels.",
    -1,
    NULL
};

PyMODINIT_FUNC
PyInit_add_object_without_incref(void)
{
    PyObject *module;

    if (PyType_Ready(&LabelType) < 0)
        INITERROR;
    module = PyModule_Create(&moduledef);
    if (module == NULL)
        INITERROR;
    PyModule_AddObject(module, "Label", (PyObject *)&LabelType);
    LabelError = PyErr_NewException("add_object_without_incref.LabelError", PyExc_TypeError, NULL);
    if (LabelError == NULL)
        INITERROR;
    PyModule_AddObject(module, "LabelError", LabelError);
    empty = PyObject_CallFunction((PyObject *)&LabelType, "s", "");
    if (empty == NULL)
        INITERROR;
    PyModule_AddObject(module, "EMPTY", empty);
    return module;
}
