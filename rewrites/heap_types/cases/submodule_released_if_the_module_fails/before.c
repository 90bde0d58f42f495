/* A submodule is made first, and released on the line that tests the module. */
#include <Python.h>

typedef struct {
    PyObject_HEAD
    int size;
} Token;

static PyTypeObject Token_Type = {
    PyVarObject_HEAD_INIT(NULL, 0)
    .tp_name = "submodule_released_if_the_module_fails.Token",
    .tp_basicsize = sizeof(Token),
    .tp_flags = Py_TPFLAGS_DEFAULT,
    .tp_new = PyType_GenericNew,
};

static struct PyModuleDef tools_definition = {
    PyModuleDef_HEAD_INIT, "submodule_released_if_the_module_fails.tools", NULL, -1, NULL, NULL, NULL, NULL, NULL
};

static struct PyModuleDef tokens_definition = {
    PyModuleDef_HEAD_INIT, "submodule_released_if_the_module_fails", NULL, -1, NULL, NULL, NULL, NULL, NULL
};

PyMODINIT_FUNC PyInit_submodule_released_if_the_module_fails(void)
{
    if (PyType_Ready(&Token_Type) < 0) return NULL;

    PyObject *tools = PyModule_Create(&tools_definition);
    if (!tools) return NULL;

    /* Create tokens module */
    PyObject *tokens = PyModule_Create(&tokens_definition);
    if (!tokens) { Py_DECREF(tools); return NULL; }

    Py_INCREF(&Token_Type);
    PyModule_AddObject(tokens, "Token", (PyObject *)&Token_Type);
    PyModule_AddObject(tokens, "tools", tools);
    return tokens;
}
