/* A submodule is made first, and released on the line that tests the module. */
#include <Python.h>

#if PY_VERSION_HEX < 0x030A0000
#  define Py_TPFLAGS_IMMUTABLETYPE 0
#endif

typedef struct {
    PyObject_HEAD
    int size;
} Token;

static PyTypeObject *Token_Type;

static PyType_Slot Token_slots[] = {
    {Py_tp_new, PyType_GenericNew},
    {0, NULL},
};

static PyType_Spec Token_spec = {
    .name = "submodule_released_if_the_module_fails.Token",
    .basicsize = sizeof(Token),
    .flags = (Py_TPFLAGS_DEFAULT | Py_TPFLAGS_IMMUTABLETYPE),
    .slots = Token_slots,
};

static struct PyModuleDef tools_definition = {
    PyModuleDef_HEAD_INIT, "submodule_released_if_the_module_fails.tools", NULL, -1, NULL, NULL, NULL, NULL, NULL
};

static struct PyModuleDef tokens_definition = {
    PyModuleDef_HEAD_INIT, "submodule_released_if_the_module_fails", NULL, -1, NULL, NULL, NULL, NULL, NULL
};

PyMODINIT_FUNC PyInit_submodule_released_if_the_module_fails(void)
{
    /* Create tokens module */
    PyObject *tokens = PyModule_Create(&tokens_definition);
    if (!tokens) { return NULL; }

    Token_Type = (PyTypeObject *)PyType_FromModuleAndSpec(tokens, &Token_spec, NULL);
    if (Token_Type == NULL) return NULL;

    PyObject *tools = PyModule_Create(&tools_definition);
    if (!tools) return NULL;

    Py_INCREF(Token_Type);
    PyModule_AddObject(tokens, "Token", (PyObject *)Token_Type);
    PyModule_AddObject(tokens, "tools", tools);
    return tokens;
}
