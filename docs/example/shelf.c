#define PY_SSIZE_T_CLEAN
#include <Python.h>

static PyObject *EmptyError;

typedef struct {
    PyObject_HEAD
    PyObject *content;
} Box;

static PyTypeObject Box_Type;

static PyObject *
new_box(PyObject *content)
{
    Box *self = PyObject_New(Box, &Box_Type);
    if (self == NULL) {
        return NULL;
    }
    Py_INCREF(content);
    self->content = content;
    return (PyObject *)self;
}

static void
Box_dealloc(Box *self)
{
    Py_XDECREF(self->content);
    PyObject_Del(self);
}

static PyObject *
Box_take(Box *self, PyObject *Py_UNUSED(ignored))
{
    PyObject *content = self->content;

    if (content == NULL) {
        PyErr_SetString(EmptyError, "the box is empty");
        return NULL;
    }
    self->content = NULL;
    return content;
}

static PyMethodDef Box_methods[] = {
    {"take", (PyCFunction)Box_take, METH_NOARGS, "Take out what is in the box."},
    {NULL, NULL, 0, NULL},
};

static PyTypeObject Box_Type = {
    PyVarObject_HEAD_INIT(NULL, 0)
    .tp_name = "shelf.Box",
    .tp_basicsize = sizeof(Box),
    .tp_dealloc = (destructor)Box_dealloc,
    .tp_flags = Py_TPFLAGS_DEFAULT,
    .tp_doc = "Holds one thing.",
    .tp_methods = Box_methods,
};

static PyObject *
shelf_box(PyObject *module, PyObject *content)
{
    return new_box(content);
}

static PyMethodDef shelf_methods[] = {
    {"box", shelf_box, METH_O, "Return a box that holds a thing."},
    {NULL, NULL, 0, NULL},
};

static struct PyModuleDef shelf_module = {
    PyModuleDef_HEAD_INIT,
    .m_name = "shelf",
    .m_size = -1,
    .m_methods = shelf_methods,
};

PyMODINIT_FUNC
PyInit_shelf(void)
{
    PyObject *module;

    if (PyType_Ready(&Box_Type) < 0) {
        return NULL;
    }
    module = PyModule_Create(&shelf_module);
    if (module == NULL) {
        return NULL;
    }
    EmptyError = PyErr_NewException("shelf.EmptyError", NULL, NULL);
    if (EmptyError == NULL) {
        Py_DECREF(module);
        return NULL;
    }
    Py_INCREF(EmptyError);
    if (PyModule_AddObject(module, "EmptyError", EmptyError) < 0) {
        Py_DECREF(EmptyError);
        Py_DECREF(module);
        return NULL;
    }
    return module;
}
