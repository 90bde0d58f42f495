#include <Python.h>

#define NUMBER_TYPE(x) \
static PyTypeObject x##_Type = { \
    PyVarObject_HEAD_INIT(NULL, 0) \
    "numbers." #x,           /* tp_name */ \
    0,                       /* tp_basicsize */ \
};

static PyTypeObject Base_Type = {
    PyVarObject_HEAD_INIT(NULL, 0)
    "numbers.Base",
    0,
};

NUMBER_TYPE(Odd)
NUMBER_TYPE(Even)

#undef NUMBER_TYPE

static int
add_numbers(PyObject *module)
{
    Base_Type.tp_flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_BASETYPE;
    Base_Type.tp_base = &PyLong_Type;
    if (PyType_Ready(&Base_Type) < 0)
        return -1;

    Odd_Type.tp_flags = Py_TPFLAGS_DEFAULT;
    Odd_Type.tp_base = &Base_Type;
    Even_Type.tp_flags = Py_TPFLAGS_DEFAULT;
    Even_Type.tp_base = &Base_Type;
    if (PyType_Ready(&Odd_Type) < 0 || PyType_Ready(&Even_Type) < 0)
        return -1;
    if (PyModule_AddType(module, &Odd_Type) < 0 || PyModule_AddType(module, &Even_Type) < 0)
        return -1;
    return 0;
}

static struct PyModuleDef numbers = {PyModuleDef_HEAD_INIT, "numbers", NULL, -1, NULL};

PyMODINIT_FUNC
PyInit_numbers(void)
{
    PyObject *module = PyModule_Create(&numbers);

    if (module != NULL && add_numbers(module) < 0) {
        Py_DECREF(module);
        return NULL;
    }
    return module;
}
