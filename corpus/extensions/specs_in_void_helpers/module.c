/* Helpers that return nothing make types: one from a spec, without its module, whose instances never release it. */
#include <Python.h>

typedef struct {
    PyObject_HEAD
    PyObject *content;
} BoxObject;

static PyObject *FullError;
static PyTypeObject *BoxType;

static PyObject *
box_put(BoxObject *self, PyObject *item)
{
    if (self->content != NULL) {
        PyErr_SetString(FullError, "the box is full");
        return NULL;
    }
    Py_INCREF(item);
    self->content = item;
    Py_RETURN_NONE;
}

static void
box_dealloc(BoxObject *self)
{
    Py_XDECREF(self->content);
    PyObject_Del(self);
}

static PyMethodDef box_methods[] = {
    {"put", (PyCFunction)box_put, METH_O, NULL},
    {NULL, NULL}
};

static PyType_Slot box_slots[] = {
    {Py_tp_dealloc, box_dealloc},
    {Py_tp_methods, box_methods},
    {Py_tp_new, PyType_GenericNew},
    {0, NULL}
};

static PyType_Spec box_spec = {
    "specs_in_void_helpers.Box", sizeof(BoxObject), 0, Py_TPFLAGS_DEFAULT, box_slots
};

static PyTypeObject LidType = {
    PyVarObject_HEAD_INIT(NULL, 0)
    .tp_name = "specs_in_void_helpers.Lid",
    .tp_basicsize = sizeof(PyObject),
    .tp_flags = Py_TPFLAGS_DEFAULT,
};

static PyObject *
lid_for(PyObject *module, PyObject *box)
{
    if (!PyObject_TypeCheck(box, BoxType)) {
        PyErr_SetString(PyExc_TypeError, "lids are for boxes");
        return NULL;
    }
    return (PyObject *)PyObject_New(PyObject, &LidType);
}

static PyMethodDef module_functions[] = {
    {"lid_for", lid_for, METH_O, NULL},
    {NULL, NULL}
};

static void
add_box(PyObject *module)
{
    FullError = PyErr_NewException("specs_in_void_helpers.FullError", NULL, NULL);
    if (FullError == NULL)
        return;
    Py_INCREF(FullError);
    PyModule_AddObject(module, "FullError", FullError);
    BoxType = (PyTypeObject *)PyType_FromSpec(&box_spec);
    if (BoxType == NULL)
        return;
    Py_INCREF(BoxType);
    PyModule_AddObject(module, "Box", (PyObject *)BoxType);
}

static void
add_lid(PyObject *module)
{
    if (PyType_Ready(&LidType) < 0)
        return;
    Py_INCREF(&LidType);
    PyModule_AddObject(module, "Lid", (PyObject *)&LidType);
}

static void
add_all(PyObject *module)
{
    add_box(module);
    add_lid(module);
}

static struct PyModuleDef specs_in_void_helpers_module = {
    PyModuleDef_HEAD_INIT, "specs_in_void_helpers", NULL, -1, module_functions
};

PyMODINIT_FUNC
PyInit_specs_in_void_helpers(void)
{
    PyObject *module = PyModule_Create(&specs_in_void_helpers_module);

    if (module == NULL)
        return NULL;
    add_all(module);
    return module;
}
