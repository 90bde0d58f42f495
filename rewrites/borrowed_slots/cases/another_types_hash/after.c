/* What an enum is called is for repr(). */
#include <Python.h>

#if PY_VERSION_HEX < 0x030A0000
#  define Py_TPFLAGS_IMMUTABLETYPE 0
#endif

typedef struct {
    PyLongObject base;
} LevelObject;

static PyObject *
level_repr(PyObject *self)
{
    return PyUnicode_FromFormat("<level %ld>", PyLong_AsLong(self));
}

static int another_types_hash_exec(PyObject *module);

static PyModuleDef_Slot another_types_hash_slots[] = {
    {Py_mod_exec, another_types_hash_exec},
    {0, NULL}
};

static struct PyModuleDef level_module = {
    PyModuleDef_HEAD_INIT, "another_types_hash", NULL, 0, NULL,
    another_types_hash_slots
};

static Py_hash_t
Level_hash(PyObject *self)
{
    return PyLong_Type.tp_hash(self);
}

static PyTypeObject *
another_types_hash_new_subtype(PyObject *module, PyType_Spec *spec,
                               PyTypeObject *base)
{
    PyObject *type, *bases = PyTuple_Pack(1, base);
    if (bases == NULL) {
        return NULL;
    }
    type = PyType_FromModuleAndSpec(module, spec, bases);
    Py_DECREF(bases);
    return (PyTypeObject *)type;
}

static PyType_Slot Level_slots[] = {
    {Py_tp_repr, level_repr},
    {Py_tp_hash, Level_hash},
    {0, NULL},
};

static PyType_Spec Level_spec = {
    .name = "another_types_hash.Level",
    .basicsize = sizeof(LevelObject),
    .flags = (Py_TPFLAGS_DEFAULT | Py_TPFLAGS_IMMUTABLETYPE),
    .slots = Level_slots,
};

/* Levels are numbers. */
static int
another_types_hash_exec(PyObject *module)
{
    PyTypeObject *Level_Type =
        another_types_hash_new_subtype(module, &Level_spec,
                                       &PyLong_Type);
    if (Level_Type == NULL) {
        return -1;
    }
    if (PyModule_AddObject(module, "Level", (PyObject *)Level_Type) < 0) {
        Py_DECREF(Level_Type);
        return -1;
    }
    return 0;
}

PyMODINIT_FUNC
PyInit_another_types_hash(void)
{
    return PyModuleDef_Init(&level_module);
}
