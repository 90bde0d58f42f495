#include <Python.h>

typedef struct {
    PyObject_HEAD
    int size;
} Box;

static PyObject *contents_str;

static PyTypeObject Box_Type = {
    PyVarObject_HEAD_INIT(NULL, 0)
    .tp_name = "types_readied_by_helper_of_helper.Box",
    .tp_basicsize = sizeof(Box),
    .tp_flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_BASETYPE,
};

static PyTypeObject Crate_Type = {
    PyVarObject_HEAD_INIT(NULL, 0)
    .tp_name = "types_readied_by_helper_of_helper.Crate",
    .tp_basicsize = sizeof(Box),
    .tp_flags = Py_TPFLAGS_DEFAULT,
};

static PyTypeObject Tag_Type = {
    PyVarObject_HEAD_INIT(NULL, 0)
    .tp_name = "types_readied_by_helper_of_helper.Tag",
    .tp_basicsize = sizeof(Box),
    .tp_flags = Py_TPFLAGS_DEFAULT,
};

static PyTypeObject Lid_Type = {
    PyVarObject_HEAD_INIT(NULL, 0)
    .tp_name = "types_readied_by_helper_of_helper.Lid",
    .tp_basicsize = sizeof(Box),
    .tp_flags = Py_TPFLAGS_DEFAULT,
};

/* Readies a type, with no slots of its own to pickle. */
static int
init_type(PyTypeObject *type, PyTypeObject *meta, PyTypeObject *base)
{
    int result;
    PyObject *names;
    ((PyObject *)type)->ob_type = meta;
    type->tp_base = base;
    type->tp_new = PyType_GenericNew;

    if (PyType_Ready(type) < 0)
        return 0;
    names = PyTuple_New(0);
    if (!names) {
        return 0;
    }
    result = PyDict_SetItemString(type->tp_dict, "__slotnames__", names);
    Py_DECREF(names);
    return result == 0;
}

static int
init_plain(PyTypeObject *type)
{
    return init_type(type, &PyType_Type, &PyBaseObject_Type);
}

static PyObject *
container_repr(PyObject *self)
{
    PyObject *contents = PyObject_GetAttr(self, contents_str);
    PyObject *found;

    if (contents == NULL) {
        return NULL;
    }
    found = PyUnicode_FromFormat("Crate of %R", contents);
    Py_DECREF(contents);
    return found;
}

static int
init_container(PyTypeObject *kind, PyTypeObject *contents)
{
    kind->tp_repr = container_repr;
    if (!init_type(kind, &PyType_Type, &Box_Type)) {
        return 0;
    }
    return PyDict_SetItem(kind->tp_dict, contents_str, (PyObject *)contents) == 0;
}

static struct PyModuleDef crates = {
    PyModuleDef_HEAD_INIT, "types_readied_by_helper_of_helper", NULL, -1, NULL
};

PyMODINIT_FUNC
PyInit_types_readied_by_helper_of_helper(void)
{
    PyObject *module;

    contents_str = PyUnicode_InternFromString("contents");
    if (!contents_str)
        return NULL;
    if (!init_type(&Box_Type, &PyType_Type, &PyBaseObject_Type))
        return NULL;
    if (!init_plain(&Lid_Type))
            return NULL;
    if (!init_plain(&Tag_Type))
        return NULL;
    if (!init_container(&Crate_Type, &Lid_Type)) {
        return NULL;
    }
    module = PyModule_Create(&crates);
    if (module == NULL)
        return NULL;
    if (PyModule_AddType(module, &Box_Type) < 0 ||
        PyModule_AddType(module, &Crate_Type) < 0 ||
        PyModule_AddType(module, &Lid_Type) < 0 ||
        PyModule_AddType(module, &Tag_Type) < 0) {
        Py_DECREF(module);
        return NULL;
    }
    return module;
}
