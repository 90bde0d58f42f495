#include <Python.h>

#if PY_VERSION_HEX < 0x030A0000
#  define Py_TPFLAGS_IMMUTABLETYPE 0
#endif

/* The type's functions are called as those of the module will be: type_named_after_module_traverse and so on. */

typedef struct {
    PyObject_HEAD
    PyObject *value;
} type_named_after_module_Object;

static PyObject *type_named_after_module_new(PyTypeObject *type, PyObject *args, PyObject *kwargs)
{
    type_named_after_module_Object *self;
    PyObject *value = Py_None;

    if (!PyArg_ParseTuple(args, "|O:Box", &value))
        return NULL;
    self = (type_named_after_module_Object *)type->tp_alloc(type, 0);
    if (self != NULL) {
        Py_INCREF(value);
        self->value = value;
    }
    return (PyObject *)self;
}

static int type_named_after_module_Type_traverse(type_named_after_module_Object *self, visitproc visit,
                                                 void *arg)
{
    Py_VISIT(Py_TYPE(self));
    Py_VISIT(self->value);
    return 0;
}

static void type_named_after_module_dealloc(type_named_after_module_Object *self)
{
    PyTypeObject *tp = Py_TYPE(self);

    PyObject_GC_UnTrack(self);
    Py_XDECREF(self->value);
    tp->tp_free((PyObject *)self);
    Py_DECREF(tp);
}

static PyObject *type_named_after_module_repr(type_named_after_module_Object *self)
{
    return PyUnicode_FromFormat("<box of %R>", self->value);
}

static PyType_Slot type_named_after_module_Type_slots[] = {
    {Py_tp_dealloc, type_named_after_module_dealloc},
    {Py_tp_repr, type_named_after_module_repr},
    {Py_tp_new, type_named_after_module_new},
    {Py_tp_traverse, type_named_after_module_Type_traverse},
    {0, NULL},
};

static PyType_Spec type_named_after_module_Type_spec = {
    .name = "type_named_after_module.Box",
    .basicsize = sizeof(type_named_after_module_Object),
    .flags = (Py_TPFLAGS_DEFAULT | Py_TPFLAGS_HAVE_GC |
              Py_TPFLAGS_IMMUTABLETYPE),
    .slots = type_named_after_module_Type_slots,
};

static int type_named_after_module_exec(PyObject *module);

static PyModuleDef_Slot type_named_after_module_slots[] = {
    {Py_mod_exec, type_named_after_module_exec},
#if PY_VERSION_HEX >= 0x030C0000
    {Py_mod_multiple_interpreters, Py_MOD_PER_INTERPRETER_GIL_SUPPORTED},
#endif
    {0, NULL}
};

static struct PyModuleDef definition = {
    PyModuleDef_HEAD_INIT,
    "type_named_after_module",
    NULL,
    0,
    NULL,
    type_named_after_module_slots,
};

static int type_named_after_module_exec(PyObject *module)
{
    PyTypeObject *type_named_after_module_Type =
        (PyTypeObject *)PyType_FromModuleAndSpec(module, &type_named_after_module_Type_spec, NULL);
    if (type_named_after_module_Type == NULL)
        return -1;
    if (PyModule_AddObject(module, "Box", (PyObject *)type_named_after_module_Type) < 0) {
        Py_DECREF(type_named_after_module_Type);
        return -1;
    }
    return 0;
}

PyMODINIT_FUNC PyInit_type_named_after_module(void)
{
    return PyModuleDef_Init(&definition);
}
