#include <Python.h>
#include <structmember.h>

#define PyExc_StandardError PyExc_Exception

typedef struct {
    PyBaseExceptionObject base;
    PyObject *cursor;
} Error;

static int
Error_traverse(Error *self, visitproc visit, void *arg)
{
    Py_VISIT(self->cursor);
    return ((PyTypeObject *)PyExc_StandardError)->tp_traverse(
        (PyObject *)self, visit, arg);
}

static int
Error_clear(Error *self)
{
    Py_CLEAR(self->cursor);
    return ((PyTypeObject *)PyExc_StandardError)->tp_clear((PyObject *)self);
}

static void
Error_dealloc(Error *self)
{
    PyObject_GC_UnTrack(self);
    Error_clear(self);
    Py_TYPE(self)->tp_free((PyObject *)self);
}

static PyMemberDef Error_members[] = {
    {"cursor", T_OBJECT, offsetof(Error, cursor), 0, NULL},
    {NULL, 0, 0, 0, NULL},
};

static PyTypeObject Error_Type = {
    PyVarObject_HEAD_INIT(NULL, 0)
    .tp_name = "error_that_keeps_what_it_is_about.Error",
    .tp_basicsize = sizeof(Error),
    .tp_flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_HAVE_GC | Py_TPFLAGS_BASETYPE,
    .tp_members = Error_members,
    .tp_dealloc = (destructor)Error_dealloc,
    .tp_traverse = (traverseproc)Error_traverse,
    .tp_clear = (inquiry)Error_clear,
};

static struct PyModuleDef errors_module = {
    PyModuleDef_HEAD_INIT,
    .m_name = "error_that_keeps_what_it_is_about",
    .m_size = -1,
};

PyMODINIT_FUNC
PyInit_error_that_keeps_what_it_is_about(void)
{
    PyObject *module;

    Error_Type.tp_base = (PyTypeObject *)PyExc_StandardError;
    if (PyType_Ready(&Error_Type) < 0) {
        return NULL;
    }
    module = PyModule_Create(&errors_module);
    if (module == NULL) {
        return NULL;
    }
    Py_INCREF(&Error_Type);
    if (PyModule_AddObject(module, "Error", (PyObject *)&Error_Type) < 0) {
        Py_DECREF(&Error_Type);
        Py_DECREF(module);
        return NULL;
    }
    return module;
}
