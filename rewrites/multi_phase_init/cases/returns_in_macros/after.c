/* Macros return from the init function: their bodies change, as nothing else uses them. */
#include <Python.h>

#define INITERROR return -1
#define ADD_INT(mod, name, value) \
    if (PyModule_AddIntConstant(mod, name, value) < 0) return -1;
#define ADD_STRING(name)                                          \
    do {                                                          \
        if (PyModule_AddStringConstant(module, #name, name) < 0)  \
        {                                                         \
            INITERROR;                                            \
        }                                                         \
    } while (0)
#define CHECK(condition, result) if (!(condition)) return result
#define TRY(condition, otherwise) if (!(condition)) { otherwise; }
#define DONE(mod) return 0

#define COLOUR "red"

static int returns_in_macros_exec(PyObject *module);

static PyModuleDef_Slot returns_in_macros_slots[] = {
    {Py_mod_exec, returns_in_macros_exec},
    {0, NULL}
};

static struct PyModuleDef returns_in_macros = {
    PyModuleDef_HEAD_INIT,
    .m_name = "returns_in_macros",
    .m_size = 0,
    .m_slots = returns_in_macros_slots,
};

static int
returns_in_macros_exec(PyObject *module)
{
    ADD_INT(module, "ONE", 1)
    ADD_INT(module, "TWO", 2)
#ifdef _WIN32
    ADD_INT(module, "BACKSLASH", 92)
    ADD_STRING(COLOUR);
#endif
    ADD_STRING(COLOUR);
    CHECK(PyModule_AddIntConstant(module, "THREE", 3) == 0, -1);
    TRY(PyModule_AddIntConstant(module, "FOUR", 4) == 0, return -1)
    DONE(module);
}

PyMODINIT_FUNC
PyInit_returns_in_macros(void)
{
    return PyModuleDef_Init(&returns_in_macros);
}
