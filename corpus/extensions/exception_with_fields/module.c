/* An exception with objects of its own, which goes on with what exceptions do about theirs. */
#include <Python.h>
#include <structmember.h>

#define PyExc_StandardError PyExc_Exception

typedef struct {
    PyBaseExceptionObject base;
    PyObject *code;
} ErrorObject;

static PyTypeObject Error_Type;

static int
error_init(ErrorObject *self, PyObject *args, PyObject *kwargs)
{
    if (((PyTypeObject *)PyExc_StandardError)->tp_init((PyObject *)self, args, kwargs) < 0) {
        return -1;
    }
    Py_INCREF(args);
    Py_XSETREF(self->code, args);
    return 0;
}

static int
error_traverse(ErrorObject *self, visitproc visit, void *arg)
{
    Py_VISIT(self->code);
    return ((PyTypeObject *)PyExc_StandardError)->tp_traverse((PyObject *)self, visit, arg);
}

static int
error_clear(ErrorObject *self)
{
    Py_CLEAR(self->code);
    return ((PyTypeObject *)PyExc_StandardError)->tp_clear((PyObject *)self);
}

static void
error_dealloc(ErrorObject *self)
{
    PyObject_GC_UnTrack((PyObject *)self);
    error_clear(self);
    Py_TYPE(self)->tp_free((PyObject *)self);
}

static PyMemberDef error_members[] = {
    {"code", T_OBJECT, offsetof(ErrorObject, code), READONLY, NULL},
    {NULL}
};

static PyTypeObject Error_Type = {
    PyVarObject_HEAD_INIT(NULL, 0)
    .tp_name = "exception_with_fields.Error",
    .tp_basicsize = sizeof(ErrorObject),
    .tp_dealloc = (destructor)error_dealloc,
    .tp_flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_BASETYPE | Py_TPFLAGS_HAVE_GC,
    .tp_traverse = (traverseproc)error_traverse,
    .tp_clear = (inquiry)error_clear,
    .tp_members = error_members,
    .tp_init = (initproc)error_init,
};

static PyObject *
fail(PyObject *module, PyObject *value)
{
    PyErr_SetObject((PyObject *)&Error_Type, value);
    return NULL;
}

static PyMethodDef functions[] = {
    {"fail", fail, METH_O, NULL},
    {NULL, NULL, 0, NULL}
};

static struct PyModuleDef exception_with_fields_module = {
    PyModuleDef_HEAD_INIT, "exception_with_fields", NULL, -1, functions
};

PyMODINIT_FUNC
PyInit_exception_with_fields(void)
{
    PyObject *module;

    Error_Type.tp_base = (PyTypeObject *)PyExc_StandardError;
    if (PyType_Ready(&Error_Type) < 0) {
        return NULL;
    }
    module = PyModule_Create(&exception_with_fields_module);
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
