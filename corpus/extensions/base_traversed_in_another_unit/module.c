#include "boxes.h"

static int
box_init(Box *self, PyObject *args, PyObject *kwds)
{
    static char *names[] = {"content", NULL};
    PyObject *content;

    if (!PyArg_ParseTupleAndKeywords(args, kwds, "O", names, &content)) {
        return -1;
    }
    Py_INCREF(content);
    Py_XSETREF(self->content, content);
    return 0;
}

static int
box_traverse(Box *self, visitproc visit, void *arg)
{
    Py_VISIT(self->content);
    return 0;
}

static int
box_clear(Box *self)
{
    Py_CLEAR(self->content);
    return 0;
}

static void
box_dealloc(Box *self)
{
    PyObject_GC_UnTrack(self);
    box_clear(self);
    Py_TYPE(self)->tp_free((PyObject *)self);
}

static PyObject *
box_holds(Box *self, PyObject *other)
{
    return PyBool_FromLong(self->content == other || PyObject_TypeCheck(other, &Box_Type));
}

static PyMethodDef box_methods[] = {
    {"holds", (PyCFunction)box_holds, METH_O, NULL},
    {NULL, NULL, 0, NULL},
};

PyTypeObject Box_Type = {
    PyVarObject_HEAD_INIT(NULL, 0)
    .tp_name = "base_traversed_in_another_unit.Box",
    .tp_basicsize = sizeof(Box),
    .tp_flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_HAVE_GC | Py_TPFLAGS_BASETYPE,
    .tp_new = PyType_GenericNew,
    .tp_init = (initproc)box_init,
    .tp_methods = box_methods,
    .tp_dealloc = (destructor)box_dealloc,
    .tp_traverse = (traverseproc)box_traverse,
    .tp_clear = (inquiry)box_clear,
};

static struct PyModuleDef boxes_module = {
    PyModuleDef_HEAD_INIT,
    .m_name = "base_traversed_in_another_unit",
    .m_size = -1,
};

PyMODINIT_FUNC
PyInit_base_traversed_in_another_unit(void)
{
    PyObject *module;

    if (PyType_Ready(&Box_Type) < 0 || PyType_Ready(&Crate_Type) < 0) {
        return NULL;
    }
    module = PyModule_Create(&boxes_module);
    if (module == NULL) {
        return NULL;
    }
    Py_INCREF(&Box_Type);
    if (PyModule_AddObject(module, "Box", (PyObject *)&Box_Type) < 0) {
        Py_DECREF(&Box_Type);
        Py_DECREF(module);
        return NULL;
    }
    Py_INCREF(&Crate_Type);
    if (PyModule_AddObject(module, "Crate", (PyObject *)&Crate_Type) < 0) {
        Py_DECREF(&Crate_Type);
        Py_DECREF(module);
        return NULL;
    }
    return module;
}
