/* View_find() calls Box_find() with a field that holds a box from View_init() on: the state is found there (G591). */
#include <Python.h>

static PyObject *Missing;

typedef struct {
    PyObject_HEAD
    long lowest;
} Box;

typedef struct {
    PyObject_HEAD
    Box *box;
} View;

static PyTypeObject Box_Type;

static PyObject *
Box_find(Box *self, PyObject *args)
{
    long number;

    if (!PyArg_ParseTuple(args, "l:find", &number))
        return NULL;
    if (number < self->lowest) {
        PyErr_SetNone(Missing);
        return NULL;
    }
    return PyLong_FromLong(number - self->lowest);
}

static PyMethodDef Box_methods[] = {
    {"find", (PyCFunction)Box_find, METH_VARARGS, NULL},
    {NULL, NULL, 0, NULL}
};

static PyTypeObject Box_Type = {
    PyVarObject_HEAD_INIT(NULL, 0)
    .tp_name = "field_filled_by_its_type.Box",
    .tp_basicsize = sizeof(Box),
    .tp_flags = Py_TPFLAGS_DEFAULT,
    .tp_methods = Box_methods,
    .tp_new = PyType_GenericNew,
};

static int
View_init(View *self, PyObject *args, PyObject *kwargs)
{
    PyObject *box;

    if (!PyArg_ParseTuple(args, "O!:View", &Box_Type, &box))
        return -1;
    Py_INCREF(box);
    self->box = (Box *)box;
    return 0;
}

static void
View_dealloc(View *self)
{
    Py_XDECREF(self->box);
    Py_TYPE(self)->tp_free((PyObject *)self);
}

static PyObject *
View_find(View *self, PyObject *args)
{
    return Box_find(self->box, args);
}

static PyMethodDef View_methods[] = {
    {"find", (PyCFunction)View_find, METH_VARARGS, NULL},
    {NULL, NULL, 0, NULL}
};

static PyTypeObject View_Type = {
    PyVarObject_HEAD_INIT(NULL, 0)
    .tp_name = "field_filled_by_its_type.View",
    .tp_basicsize = sizeof(View),
    .tp_dealloc = (destructor)View_dealloc,
    .tp_flags = Py_TPFLAGS_DEFAULT,
    .tp_methods = View_methods,
    .tp_init = (initproc)View_init,
    .tp_new = PyType_GenericNew,
};

static struct PyModuleDef boxes_module = {
    PyModuleDef_HEAD_INIT, "field_filled_by_its_type", NULL, -1, NULL
};

PyMODINIT_FUNC
PyInit_field_filled_by_its_type(void)
{
    PyObject *m;

    if (PyType_Ready(&Box_Type) < 0 || PyType_Ready(&View_Type) < 0)
        return NULL;
    m = PyModule_Create(&boxes_module);
    if (m == NULL)
        return NULL;
    Missing = PyErr_NewException("field_filled_by_its_type.Missing", NULL, NULL);
    if (PyModule_AddObjectRef(m, "Missing", Missing) < 0 ||
        PyModule_AddObjectRef(m, "Box", (PyObject *)&Box_Type) < 0 ||
        PyModule_AddObjectRef(m, "View", (PyObject *)&View_Type) < 0) {
        Py_DECREF(m);
        return NULL;
    }
    return m;
}
