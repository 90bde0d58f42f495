#include <Python.h>

/* A type that Python code can't subclass, below which stands one that it can. */

typedef struct { PyObject_HEAD int shut; } Base;
typedef struct { Base base; int more; } Derived;

static PyObject *ShutError;
static PyTypeObject BaseType;
static PyTypeObject DerivedType;

static PyObject *
Base_new(PyTypeObject *type, PyObject *args, PyObject *kwargs)
{
    Base *self = (Base *)PyType_GenericNew(type, args, kwargs);
    if (self == NULL) {
        PyErr_SetObject(ShutError, Py_None);
        return NULL;
    }
    self->shut = 1;
    return (PyObject *)self;
}

static PyObject *
Base_open(Base *self, PyObject *Py_UNUSED(ignored))
{
    if (self->shut) {
        PyErr_SetString(ShutError, "shut");
        return NULL;
    }
    Py_RETURN_NONE;
}

static PyMethodDef Base_methods[] = {{"open", (PyCFunction)Base_open, METH_NOARGS, NULL}, {NULL}};
static PyTypeObject BaseType = {
    PyVarObject_HEAD_INIT(NULL, 0)
    .tp_name = "methods_of_a_final_base.Base", .tp_basicsize = sizeof(Base), .tp_flags = Py_TPFLAGS_DEFAULT,
    .tp_methods = Base_methods, .tp_new = Base_new,
};
static PyObject *
Derived_new(PyTypeObject *type, PyObject *args, PyObject *kwargs)
{
    return BaseType.tp_new(type, args, kwargs);
}

static PyTypeObject DerivedType = {
    PyVarObject_HEAD_INIT(NULL, 0)
    .tp_name = "methods_of_a_final_base.Derived", .tp_basicsize = sizeof(Derived), .tp_flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_BASETYPE,
    .tp_new = Derived_new,
};

static struct PyModuleDef definition = {PyModuleDef_HEAD_INIT, "methods_of_a_final_base", NULL, -1};

PyMODINIT_FUNC
PyInit_methods_of_a_final_base(void)
{
    PyObject *module;

    DerivedType.tp_base = &BaseType;
    if (PyType_Ready(&BaseType) < 0 || PyType_Ready(&DerivedType) < 0)
        return NULL;
    module = PyModule_Create(&definition);
    if (module == NULL)
        return NULL;
    ShutError = PyErr_NewException("methods_of_a_final_base.ShutError", NULL, NULL);
    Py_XINCREF(ShutError);
    PyModule_AddObject(module, "ShutError", ShutError);
    Py_INCREF(&BaseType);
    PyModule_AddObject(module, "Base", (PyObject *)&BaseType);
    Py_INCREF(&DerivedType);
    PyModule_AddObject(module, "Derived", (PyObject *)&DerivedType);
    return module;
}
