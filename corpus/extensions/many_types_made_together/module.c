#include <Python.h>

/* Trees of many kinds, each a type that only the initialisation names. */

typedef struct {
    PyObject_HEAD
    long height;
} Tree;

static int
tree_init(Tree *self, PyObject *args, PyObject *kwargs)
{
    return PyArg_ParseTuple(args, "l", &self->height) ? 0 : -1;
}

static PyObject *
tree_repr(Tree *self)
{
    return PyUnicode_FromFormat("<%s of %ld>", Py_TYPE(self)->tp_name, self->height);
}

static PyTypeObject Ash_Type = {
    PyVarObject_HEAD_INIT(NULL, 0)
    .tp_name = "many_types_made_together.Ash",
    .tp_basicsize = sizeof(Tree),
    .tp_flags = Py_TPFLAGS_DEFAULT,
    .tp_repr = (reprfunc)tree_repr,
    .tp_init = (initproc)tree_init,
    .tp_new = PyType_GenericNew,
};

static PyTypeObject Beech_Type = {
    PyVarObject_HEAD_INIT(NULL, 0)
    .tp_name = "many_types_made_together.Beech",
    .tp_basicsize = sizeof(Tree),
    .tp_flags = Py_TPFLAGS_DEFAULT,
    .tp_repr = (reprfunc)tree_repr,
    .tp_init = (initproc)tree_init,
    .tp_new = PyType_GenericNew,
};

static PyTypeObject Elm_Type = {
    PyVarObject_HEAD_INIT(NULL, 0)
    .tp_name = "many_types_made_together.Elm",
    .tp_basicsize = sizeof(Tree),
    .tp_flags = Py_TPFLAGS_DEFAULT,
    .tp_repr = (reprfunc)tree_repr,
    .tp_init = (initproc)tree_init,
    .tp_new = PyType_GenericNew,
};

static PyTypeObject Fir_Type = {
    PyVarObject_HEAD_INIT(NULL, 0)
    .tp_name = "many_types_made_together.Fir",
    .tp_basicsize = sizeof(Tree),
    .tp_flags = Py_TPFLAGS_DEFAULT,
    .tp_repr = (reprfunc)tree_repr,
    .tp_init = (initproc)tree_init,
    .tp_new = PyType_GenericNew,
};

static PyTypeObject Oak_Type = {
    PyVarObject_HEAD_INIT(NULL, 0)
    .tp_name = "many_types_made_together.Oak",
    .tp_basicsize = sizeof(Tree),
    .tp_flags = Py_TPFLAGS_DEFAULT,
    .tp_repr = (reprfunc)tree_repr,
    .tp_init = (initproc)tree_init,
    .tp_new = PyType_GenericNew,
};

static PyTypeObject Yew_Type = {
    PyVarObject_HEAD_INIT(NULL, 0)
    .tp_name = "many_types_made_together.Yew",
    .tp_basicsize = sizeof(Tree),
    .tp_flags = Py_TPFLAGS_DEFAULT,
    .tp_repr = (reprfunc)tree_repr,
    .tp_init = (initproc)tree_init,
    .tp_new = PyType_GenericNew,
};

static struct PyModuleDef trees_module = {
    PyModuleDef_HEAD_INIT,
    .m_name = "many_types_made_together",
    .m_size = -1,
};

PyMODINIT_FUNC
PyInit_many_types_made_together(void)
{
    PyObject *module;

    if (PyType_Ready(&Ash_Type) < 0)
        return NULL;
    if (PyType_Ready(&Beech_Type) < 0)
        return NULL;
    if (PyType_Ready(&Elm_Type) < 0)
        return NULL;
    if (PyType_Ready(&Fir_Type) < 0)
        return NULL;
    if (PyType_Ready(&Oak_Type) < 0)
        return NULL;
    if (PyType_Ready(&Yew_Type) < 0)
        return NULL;
    module = PyModule_Create(&trees_module);
    if (module == NULL)
        return NULL;
    Py_INCREF(&Ash_Type);
    if (PyModule_AddObject(module, "Ash", (PyObject *)&Ash_Type) < 0) {
        Py_DECREF(&Ash_Type);
        Py_DECREF(module);
        return NULL;
    }
    Py_INCREF(&Beech_Type);
    if (PyModule_AddObject(module, "Beech", (PyObject *)&Beech_Type) < 0) {
        Py_DECREF(&Beech_Type);
        Py_DECREF(module);
        return NULL;
    }
    Py_INCREF(&Elm_Type);
    if (PyModule_AddObject(module, "Elm", (PyObject *)&Elm_Type) < 0) {
        Py_DECREF(&Elm_Type);
        Py_DECREF(module);
        return NULL;
    }
    Py_INCREF(&Fir_Type);
    if (PyModule_AddObject(module, "Fir", (PyObject *)&Fir_Type) < 0) {
        Py_DECREF(&Fir_Type);
        Py_DECREF(module);
        return NULL;
    }
    Py_INCREF(&Oak_Type);
    if (PyModule_AddObject(module, "Oak", (PyObject *)&Oak_Type) < 0) {
        Py_DECREF(&Oak_Type);
        Py_DECREF(module);
        return NULL;
    }
    Py_INCREF(&Yew_Type);
    if (PyModule_AddObject(module, "Yew", (PyObject *)&Yew_Type) < 0) {
        Py_DECREF(&Yew_Type);
        Py_DECREF(module);
        return NULL;
    }
    return module;
}
