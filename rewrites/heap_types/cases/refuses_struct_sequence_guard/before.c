/* The variable guards more than the struct sequence: without it, `loads` would count wrongly. */
#include <Python.h>

static PyStructSequence_Field fields[] = {{"count", NULL}, {NULL, NULL}};
static PyStructSequence_Desc desc = {"counter.result", "What was counted.", fields, 1};
static PyTypeObject ResultType;
static int initialized;
static long loads;

static struct PyModuleDef counter_module = {
    PyModuleDef_HEAD_INIT, "counter", NULL, -1, NULL
};

PyMODINIT_FUNC
PyInit_counter(void)
{
    PyObject *m = PyModule_Create(&counter_module);

    if (m == NULL) {
        return NULL;
    }
    if (!initialized) {
        PyStructSequence_InitType(&ResultType, &desc);
        loads++;
        initialized = 1;
    }
    Py_INCREF(&ResultType);
    PyModule_AddObject(m, "result", (PyObject *)&ResultType);
    PyModule_AddIntConstant(m, "loads", loads);
    return m;
}
