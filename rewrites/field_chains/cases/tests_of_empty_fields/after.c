#include <Python.h>

#if PY_VERSION_HEX < 0x030A0000
#  define Py_TPFLAGS_IMMUTABLETYPE 0
#endif

typedef struct {
    PyObject_HEAD
    int size;
} Box;

static int
Box_init(Box *self, PyObject *args, PyObject *kwargs)
{
    self->size = 1;
    return 0;
}

static Py_hash_t
Box_hash(Box *self)
{
    return self->size;
}

static Py_hash_t
Lid_hash(PyObject *self)
{
    return PyTuple_Type.tp_hash(self);
}

static PyType_Slot Box_slots[] = {
    {Py_tp_hash, Box_hash},
    {Py_tp_init, Box_init},
    {Py_tp_new, PyType_GenericNew},
    {0, NULL},
};

static PyType_Spec Box_spec = {
    .name = "shelf.Box",
    .basicsize = sizeof(Box),
    .flags = (Py_TPFLAGS_DEFAULT | Py_TPFLAGS_BASETYPE |
              Py_TPFLAGS_IMMUTABLETYPE),
    .slots = Box_slots,
};

static PyTypeObject Lid_Type = {
    PyVarObject_HEAD_INIT(NULL, 0)
    .tp_name = "shelf.Lid",
    .tp_flags = Py_TPFLAGS_DEFAULT,
};

static int shelf_exec(PyObject *module);

static PyModuleDef_Slot shelf_slots[] = {
    {Py_mod_exec, shelf_exec},
    {0, NULL}
};

static struct PyModuleDef shelf = {PyModuleDef_HEAD_INIT, "shelf", NULL, 0, NULL,
    shelf_slots};

static int
shelf_exec(PyObject *module)
{
    PyTypeObject *Box_Type =
        (PyTypeObject *)PyType_FromModuleAndSpec(module, &Box_spec, NULL);
    if (Box_Type == NULL)
        return -1;

    Lid_Type.tp_base = &PyTuple_Type;
    if (!Lid_Type.tp_hash) {
        Lid_Type.tp_hash = Lid_hash;
    }
    if (NULL == Lid_Type.tp_new && Lid_Type.tp_init != NULL)
        Lid_Type.tp_new = PyType_GenericNew;
    if (PyType_Ready(&Lid_Type) < 0) {
        Py_DECREF(Box_Type);
        return -1;
    }

    if (PyModule_AddObject(module, "Box", (PyObject *)Box_Type) < 0) {
        Py_DECREF(Box_Type);
        return -1;
    }
    Py_INCREF(&Lid_Type);
    if (PyModule_AddObject(module, "Lid", (PyObject *)&Lid_Type) < 0) {
        Py_DECREF(&Lid_Type);
        return -1;
    }
    return 0;
}

PyMODINIT_FUNC
PyInit_shelf(void)
{
    return PyModuleDef_Init(&shelf);
}
