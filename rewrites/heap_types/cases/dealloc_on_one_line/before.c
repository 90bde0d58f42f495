#include <Python.h>

typedef struct {
    PyObject_HEAD
    PyObject *label;
} Tag;

static void tag_dealloc(Tag *self) { Py_XDECREF(self->label); Py_TYPE(self)->tp_free((PyObject *)self); }

static PyTypeObject Tag_Type = {
    PyVarObject_HEAD_INIT(NULL, 0)
    .tp_name = "tags.Tag",
    .tp_basicsize = sizeof(Tag),
    .tp_dealloc = (destructor)tag_dealloc,
    .tp_flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_BASETYPE,
    .tp_new = PyType_GenericNew,
};

static struct PyModuleDef tags = {PyModuleDef_HEAD_INIT, "tags", NULL, -1, NULL};

PyMODINIT_FUNC
PyInit_tags(void)
{
    PyObject *module = PyModule_Create(&tags);

    if (module == NULL) {
        return NULL;
    }
    if (PyModule_AddType(module, &Tag_Type) < 0) {
        Py_DECREF(module);
        return NULL;
    }
    return module;
}
