/* Constructors free instances on errors: those that hold nothing yet are left to the deallocator. */
#define PY_SSIZE_T_CLEAN
#include <Python.h>
#include <stdlib.h>

typedef struct {
    PyObject_HEAD
    char *text;
    PyObject *name;
    int size;
} Label;

static PyTypeObject Label_Type;

static PyObject *
make_label(PyObject *module, PyObject *name)
{
    Label *self = PyObject_New(Label, &Label_Type);
    char *text;

    if (self == NULL) {
        return NULL;
    }
    self->size = 16;
    self->name = NULL;
    text = malloc(16);
    if (text == NULL) {
        PyErr_NoMemory();
        PyObject_Del(self);
        return NULL;
    }
    if (!PyUnicode_Check(name)) {
        PyErr_SetString(PyExc_TypeError, "a label needs a name");
        free(text);
        PyObject_Del(self);
        return NULL;
    }
    self->text = text;
    if (PyUnicode_GetLength(name) == 0) {
        PyErr_SetString(PyExc_ValueError, "a label needs some name");
        free(text);
        PyObject_Del(self);
        return NULL;
    }
    Py_INCREF(name);
    self->name = name;
    return (PyObject *)self;
}

static void
Label_dealloc(Label *self)
{
    if (self->text != NULL) {
        free(self->text);
    }
    Py_XDECREF(self->name);
    PyObject_Del(self);
}

static PyTypeObject Label_Type = {
    PyVarObject_HEAD_INIT(NULL, 0)
    .tp_name = "labels.Label",
    .tp_basicsize = sizeof(Label),
    .tp_dealloc = (destructor)Label_dealloc,
    .tp_flags = Py_TPFLAGS_DEFAULT,
};

static PyMethodDef labels_methods[] = {
    {"label", make_label, METH_O, NULL},
    {NULL, NULL, 0, NULL}
};

static struct PyModuleDef labels_definition = {
    PyModuleDef_HEAD_INIT, "labels", NULL, -1, labels_methods
};

PyMODINIT_FUNC
PyInit_labels(void)
{
    PyObject *module = PyModule_Create(&labels_definition);
    if (module == NULL) {
        return NULL;
    }
    if (PyModule_AddType(module, &Label_Type) < 0) {
        Py_DECREF(module);
        return NULL;
    }
    return module;
}
