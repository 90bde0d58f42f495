#include "box.h"

static int
Box_init(Box *self, PyObject *args, PyObject *kwargs)
{
    PyObject *content = Py_None;

    if (!PyArg_ParseTuple(args, "|O:Box", &content)) {
        return -1;
    }
    Py_INCREF(content);
    Py_XSETREF(self->content, content);
    return 0;
}

static void
Box_dealloc(Box *self)
{
    Py_XDECREF(self->content);
    Py_TYPE(self)->tp_free(self);
}

static PyObject *
Box_holds_box(Box *self, void *closure)
{
    return PyBool_FromLong(self->content != NULL && Box_Check(self->content));
}

static PyGetSetDef Box_getset[] = {
    {"holds_box", (getter)Box_holds_box, NULL, "Whether a box is in it."},
    {NULL}
};

static PyTypeObject _Box_Type = {
    PyVarObject_HEAD_INIT(NULL, 0)
    "type_behind_pointer.Box",
    sizeof(Box),
    .tp_dealloc = (destructor)Box_dealloc,
    .tp_flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_BASETYPE,
    .tp_doc = "Holds something.",
    .tp_getset = Box_getset,
    .tp_init = (initproc)Box_init,
    .tp_new = PyType_GenericNew,
};

PyTypeObject* Box_Type = &_Box_Type;

static PyTypeObject LidObject_Type = {
    PyVarObject_HEAD_INIT(NULL, 0)
    .tp_name = "type_behind_pointer.Lid",
    .tp_basicsize = sizeof(PyObject),
    .tp_flags = Py_TPFLAGS_DEFAULT,
    .tp_doc = "Closes something.",
};

PyTypeObject *Lid_Type = &LidObject_Type;

int
Box_Register(PyObject* package)
{
    if (PyType_Ready(Box_Type) < 0) {
        return -1;
    }
    if (PyType_Ready(&LidObject_Type) < 0) {
        return -1;
    }
    Py_INCREF(Box_Type);
    if (PyModule_AddObject(package, "Box", (PyObject *)Box_Type) < 0) {
        Py_DECREF(Box_Type);
        return -1;
    }
    return 0;
}
