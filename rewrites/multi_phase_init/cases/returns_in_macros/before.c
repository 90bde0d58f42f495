/* Macros return from the init function: their bodies change, as nothing else uses them. */
#include <Python.h>

#define INITERROR return NULL
#define ADD_INT(mod, name, value) \
    if (PyModule_AddIntConstant(mod, name, value) < 0) return NULL;
#define ADD_STRING(name)                                          \
    do {                                                          \
        if (PyModule_AddStringConstant(module, #name, name) < 0)  \
        {                                                         \
            Py_DECREF(module);                                    \
            INITERROR;                                            \
        }                                                         \
    } while (0)
#define CHECK(condition, result) if (!(condition)) return result
#define TRY(condition, otherwise) if (!(condition)) { otherwise; }
#define DONE(mod) return (PyObject *)(module)

#define COLOUR "red"

static struct PyModuleDef returns_in_macros = {
    PyModuleDef_HEAD_INIT,
    .m_name = "returns_in_macros",
    .m_size = 0,
};

PyMODINIT_FUNC
PyInit_returns_in_macros(void)
{
    PyObject *module = PyModule_Create(&returns_in_macros);

    if (module == NULL)
        INITERROR;
    ADD_INT(module, "ONE", 1)
    ADD_INT(module, "TWO", 2)
#ifdef _WIN32
    ADD_INT(module, "BACKSLASH", 92)
    ADD_STRING(COLOUR);
#endif
    ADD_STRING(COLOUR);
    CHECK(PyModule_AddIntConstant(module, "THREE", 3) == 0, NULL);
    TRY(PyModule_AddIntConstant(module, "FOUR", 4) == 0, return NULL)
    DONE(module);
}
