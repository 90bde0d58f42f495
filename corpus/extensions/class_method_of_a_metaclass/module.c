#include <Python.h>

/* A metaclass adds a method to some of the classes that it makes, which counts for the module. */

static PyObject *made_for;

static PyObject *
Unit_make(PyObject *cls, PyObject *value)
{
    Py_INCREF(value);
    Py_XSETREF(made_for, value);
    return PyObject_CallFunctionObjArgs(cls, NULL);
}

static PyObject *
Unit_refuse(PyObject *cls, PyObject *value)
{
    PyErr_Format(PyExc_TypeError, "%s is not made for %R, but for %R", ((PyTypeObject *)cls)->tp_name, value,
                 made_for != NULL ? made_for : Py_None);
    return NULL;
}

static PyMethodDef make_method = {"make", Unit_make, METH_O, NULL};
static PyMethodDef refuse_method = {"make", Unit_refuse, METH_O, NULL};

static PyObject *
Meta_new(PyTypeObject *meta, PyObject *args, PyObject *kwds)
{
    PyTypeObject *made;
    PyMethodDef *method;
    PyObject *added;
    int failed;

    made = (PyTypeObject *)PyType_Type.tp_new(meta, args, kwds);
    if (made == NULL) {
        return NULL;
    }
    switch (made->tp_name[0]) {
    case 'U':
        method = &make_method;
        break;
    case 'N':
        method = &refuse_method;
        break;
    default:
        method = NULL;
        break;
    }
    if (method) {
        added = PyDescr_NewClassMethod(made, method);
        if (added == NULL) {
            Py_DECREF(made);
            return NULL;
        }
        failed = PyObject_SetAttrString((PyObject *)made, method->ml_name, added) < 0;
        Py_DECREF(added);
        if (failed) {
            Py_DECREF(made);
            return NULL;
        }
    }
    return (PyObject *)made;
}

static PyTypeObject Meta_Type = {
    PyVarObject_HEAD_INIT(NULL, 0)
    .tp_name = "class_method_of_a_metaclass.Meta",
    .tp_flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_BASETYPE,
    .tp_new = Meta_new,
};

static PyTypeObject Base_Type = {
    PyVarObject_HEAD_INIT(NULL, 0)
    .tp_name = "class_method_of_a_metaclass.Base",
    .tp_basicsize = sizeof(PyObject),
    .tp_flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_BASETYPE,
    .tp_new = PyType_GenericNew,
};

static int
add_types(PyObject *module)
{
#define ADD_TYPE(TYPE, META, BASE) \
    do { \
        PyTypeObject *type = (TYPE); \
        Py_SET_TYPE(type, META); \
        type->tp_base = BASE; \
        if (PyType_Ready(type) < 0) { \
            return -1; \
        } \
        Py_INCREF(type); \
        if (PyModule_AddObject(module, strrchr(type->tp_name, '.') + 1, (PyObject *)type) < 0) { \
            Py_DECREF(type); \
            return -1; \
        } \
    } while (0)

    ADD_TYPE(&Meta_Type, &PyType_Type, &PyType_Type);
    ADD_TYPE(&Base_Type, &Meta_Type, &PyBaseObject_Type);
#undef ADD_TYPE
    return 0;
}

static struct PyModuleDef definition = {
    PyModuleDef_HEAD_INIT,
    .m_name = "class_method_of_a_metaclass",
    .m_size = -1,
};

PyMODINIT_FUNC
PyInit_class_method_of_a_metaclass(void)
{
    PyObject *module = PyModule_Create(&definition);
    if (module == NULL) {
        return NULL;
    }
    if (add_types(module) < 0) {
        Py_DECREF(module);
        return NULL;
    }
    return module;
}
