/* A macro frees instances: in a deallocator, and where one could not be built. */
#include <Python.h>

typedef struct {
    PyObject_HEAD
    char *label;
} Box;

#define Box_free(box) Py_TYPE(box)->tp_free((PyObject *)(box))
#define Box_drop(box) do { \
        PyMem_Free((box)->label); \
        Box_free(box); \
    } while (0)

static PyObject *
Box_new(PyTypeObject *type, PyObject *args, PyObject *kwargs)
{
    const char *label;
    Box *self;

    if (!PyArg_ParseTuple(args, "s:Box", &label))
        return NULL;
    self = (Box *)type->tp_alloc(type, 0);
    if (self == NULL)
        return NULL;
    if (*label == '\0') {
        Box_free(self);
        PyErr_SetString(PyExc_ValueError, "a box needs a label");
        return NULL;
    }
    self->label = PyMem_Malloc(strlen(label) + 1);
    if (self->label == NULL) {
        Box_free(self);
        return PyErr_NoMemory();
    }
    strcpy(self->label, label);
    if (strchr(label, '/') != NULL) {
        Box_drop(self);
        PyErr_SetString(PyExc_ValueError, "labels have no slashes");
        return NULL;
    }
    return (PyObject *)self;
}

static void
Box_dealloc(Box *self)
{
    if (self->label != NULL)
        PyMem_Free(self->label);
    Box_free(self);
}

static PyTypeObject Box_Type = {
    PyVarObject_HEAD_INIT(NULL, 0)
    .tp_name = "freed_by_a_macro.Box",
    .tp_basicsize = sizeof(Box),
    .tp_dealloc = (destructor)Box_dealloc,
    .tp_flags = Py_TPFLAGS_DEFAULT,
    .tp_new = Box_new,
};

static struct PyModuleDef shelf_module = {
    PyModuleDef_HEAD_INIT,
    .m_name = "freed_by_a_macro",
    .m_size = -1,
};

PyMODINIT_FUNC
PyInit_freed_by_a_macro(void)
{
    PyObject *module;

    if (PyType_Ready(&Box_Type) < 0)
        return NULL;
    module = PyModule_Create(&shelf_module);
    if (module == NULL)
        return NULL;
    Py_INCREF(&Box_Type);
    if (PyModule_AddObject(module, "Box", (PyObject *)&Box_Type) < 0) {
        Py_DECREF(&Box_Type);
        Py_DECREF(module);
        return NULL;
    }
    return module;
}
