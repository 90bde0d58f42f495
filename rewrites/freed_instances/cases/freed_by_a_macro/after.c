/* A macro frees instances: in a deallocator, and where one could not be built. */
#include <Python.h>

#if PY_VERSION_HEX < 0x030A0000
#  define Py_TPFLAGS_IMMUTABLETYPE 0
#endif

typedef struct {
    PyObject_HEAD
    char *label;
} Box;

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
        PyTypeObject *tp = Py_TYPE(self);

        tp->tp_free((PyObject *)self);
        Py_DECREF(tp);
        PyErr_SetString(PyExc_ValueError, "a box needs a label");
        return NULL;
    }
    self->label = PyMem_Malloc(strlen(label) + 1);
    if (self->label == NULL) {
        PyTypeObject *tp = Py_TYPE(self);

        tp->tp_free((PyObject *)self);
        Py_DECREF(tp);
        return PyErr_NoMemory();
    }
    strcpy(self->label, label);
    if (strchr(label, '/') != NULL) {
        PyMem_Free(self->label);
        {
            PyTypeObject *tp = Py_TYPE(self);
            tp->tp_free((PyObject *)self);
            Py_DECREF(tp);
        }
        PyErr_SetString(PyExc_ValueError, "labels have no slashes");
        return NULL;
    }
    return (PyObject *)self;
}

static void
Box_dealloc(Box *self)
{
    PyTypeObject *tp = Py_TYPE(self);

    if (self->label != NULL)
        PyMem_Free(self->label);
    tp->tp_free(self);
    Py_DECREF(tp);
}

static PyType_Slot Box_slots[] = {
    {Py_tp_dealloc, Box_dealloc},
    {Py_tp_new, Box_new},
    {0, NULL},
};

static PyType_Spec Box_spec = {
    .name = "freed_by_a_macro.Box",
    .basicsize = sizeof(Box),
    .flags = (Py_TPFLAGS_DEFAULT | Py_TPFLAGS_IMMUTABLETYPE),
    .slots = Box_slots,
};

static int freed_by_a_macro_exec(PyObject *module);

static PyModuleDef_Slot freed_by_a_macro_slots[] = {
    {Py_mod_exec, freed_by_a_macro_exec},
    {0, NULL}
};

static struct PyModuleDef shelf_module = {
    PyModuleDef_HEAD_INIT,
    .m_name = "freed_by_a_macro",
    .m_size = 0,
    .m_slots = freed_by_a_macro_slots,
};

static int
freed_by_a_macro_exec(PyObject *module)
{
    PyTypeObject *Box_Type =
        (PyTypeObject *)PyType_FromModuleAndSpec(module, &Box_spec, NULL);
    if (Box_Type == NULL)
        return -1;
    if (PyModule_AddObject(module, "Box", (PyObject *)Box_Type) < 0) {
        Py_DECREF(Box_Type);
        return -1;
    }
    return 0;
}

PyMODINIT_FUNC
PyInit_freed_by_a_macro(void)
{
    return PyModuleDef_Init(&shelf_module);
}
