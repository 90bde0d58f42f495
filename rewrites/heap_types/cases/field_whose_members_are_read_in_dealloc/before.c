#include <Python.h>
#include <structmember.h>

/* Nothing empties a box: its members are there as long as it is. */

typedef struct {
    PyObject_HEAD
    PyObject *base;
    Py_ssize_t count;
} Box;

static PyMemberDef Box_members[] = {
    {"base", T_OBJECT, offsetof(Box, base), READONLY, NULL},
    {NULL, 0, 0, 0, NULL}
};

static void
Box_dealloc(Box *self)
{
    if (self->base != NULL) {
        Box *base = (Box *)(self->base);

        base->count -= 1;
    }
    Py_CLEAR(self->base);
    Py_TYPE(self)->tp_free((PyObject *)self);
}

static PyTypeObject Box_Type = {
    PyVarObject_HEAD_INIT(NULL, 0)
    .tp_name = "box.Box",
    .tp_basicsize = sizeof(Box),
    .tp_dealloc = (destructor)Box_dealloc,
    .tp_flags = Py_TPFLAGS_DEFAULT,
    .tp_members = Box_members,
    .tp_new = PyType_GenericNew,
};

static struct PyModuleDef moduledef = {PyModuleDef_HEAD_INIT, "box", NULL, -1, NULL};

PyMODINIT_FUNC
PyInit_box(void)
{
    PyObject *module;

    if (PyType_Ready(&Box_Type) < 0) {
        return NULL;
    }
    module = PyModule_Create(&moduledef);
    if (module == NULL) {
        return NULL;
    }
    Py_INCREF(&Box_Type);
    if (PyModule_AddObject(module, "Box", (PyObject *)&Box_Type) < 0) {
        Py_DECREF(&Box_Type);
        Py_DECREF(module);
        return NULL;
    }
    return module;
}
