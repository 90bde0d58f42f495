#include <Python.h>

#define NUMBER_TYPE(x) \
static PyTypeObject x##_Type = { \
    PyVarObject_HEAD_INIT(NULL, 0) \
    "types_of_macros." #x,           /* tp_name */ \
    0,                       /* tp_basicsize */ \
};

static PyTypeObject Base_Type = {
    PyVarObject_HEAD_INIT(NULL, 0)
    "types_of_macros.Base",
    0,
};

NUMBER_TYPE(Odd)
NUMBER_TYPE(Even)

#undef NUMBER_TYPE

static int
add_number_type(PyObject *module, const char *name, PyTypeObject *type)
{
    type->tp_base = &Base_Type;
    type->tp_flags = Py_TPFLAGS_DEFAULT;

    if (PyType_Ready(type) < 0)
        return -1;
    Py_INCREF(type);
    return PyModule_AddObject(module, name, (PyObject *)type);
}

static int
add_numbers(PyObject *module)
{
    Base_Type.tp_flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_BASETYPE;
    Base_Type.tp_base = &PyLong_Type;
    if (PyType_Ready(&Base_Type) < 0)
        return -1;

#define NUMBERS(t) \
    if (add_number_type(module, #t, &t##_Type) < 0) \
        return -1;

    NUMBERS(Odd);
    NUMBERS(Even);

#undef NUMBERS
    return 0;
}

static struct PyModuleDef types_of_macros = {PyModuleDef_HEAD_INIT, "types_of_macros", NULL, -1, NULL};

PyMODINIT_FUNC
PyInit_types_of_macros(void)
{
    PyObject *module = PyModule_Create(&types_of_macros);

    if (module != NULL && add_numbers(module) < 0) {
        Py_DECREF(module);
        return NULL;
    }
    return module;
}
