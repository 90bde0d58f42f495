#include <Python.h>

static PyMethodDef heads_methods[] = {
    {NULL, NULL, 0, NULL}
};

#if PY_MAJOR_VERSION >= 3
static struct PyModuleDef heads_module = {
    PyModuleDef_HEAD_INIT,
    "heads",
    "Constants.",
    -1,
    heads_methods
};
#endif

PyMODINIT_FUNC
#if PY_MAJOR_VERSION < 3
initheads(void)
{
#define INIT_FAILED return
#else
PyInit_heads(void)
{
    PyObject *m;
    int answer = 42;
#define INIT_FAILED return NULL
#endif

#if PY_MAJOR_VERSION < 3
    Py_InitModule3("heads", heads_methods, "Constants.");
#else
    m = PyModule_Create(&heads_module);
    if (m == NULL)
        return NULL;
#endif
    if (PyModule_AddIntConstant(m, "ANSWER", answer) < 0)
        INIT_FAILED;
#if PY_MAJOR_VERSION >= 3
    return m;
#endif
}
