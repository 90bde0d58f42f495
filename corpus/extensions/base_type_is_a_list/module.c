#include <Python.h>

typedef struct {
    PyListObject list;
} PushObject;

static int
Push_init(PushObject *self, PyObject *args, PyObject *kwds)
{
    return PyList_Type.tp_init((PyObject *)self, args, kwds);
}

static PyObject *
Push_reduce(PyObject *self, PyObject *unused)
{
    return Py_BuildValue("O(N)", Py_TYPE(self), PySequence_List(self));
}

static PyMethodDef Push_methods[] = {
    {"__reduce__", Push_reduce, METH_NOARGS, NULL},
    {NULL, NULL, 0, NULL}
};

static PyTypeObject PushType = {
    PyVarObject_HEAD_INIT(NULL, 0)
    .tp_name = "base_type_is_a_list.Push",
    .tp_basicsize = sizeof(PushObject),
    .tp_flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_BASETYPE,
    .tp_doc = "A list that was pushed.",
    .tp_methods = Push_methods,
    .tp_init = (initproc)Push_init,
};

static PyObject *
push(PyObject *self, PyObject *item)
{
    PyObject *found = PyObject_CallObject((PyObject *)&PushType, NULL);

    if (found != NULL && PyList_Append(found, item) < 0)
        Py_CLEAR(found);
    return found;
}

static PyMethodDef functions[] = {
    {"push", push, METH_O, NULL},
    {NULL, NULL, 0, NULL}
};

static struct PyModuleDef push_module = {
    PyModuleDef_HEAD_INIT, "base_type_is_a_list", NULL, -1, functions
};

PyMODINIT_FUNC
PyInit_base_type_is_a_list(void)
{
    PyObject *module;

    PushType.tp_base = &PyList_Type;
    if (PyType_Ready(&PushType) < 0)
        return NULL;
    module = PyModule_Create(&push_module);
    if (module == NULL)
        return NULL;
    Py_INCREF(&PushType);
    if (PyModule_AddObject(module, "Push", (PyObject *)&PushType) < 0) {
        Py_DECREF(&PushType);
        Py_DECREF(module);
        return NULL;
    }
    return module;
}
