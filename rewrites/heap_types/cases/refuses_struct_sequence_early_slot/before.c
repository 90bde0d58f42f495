/* Given before the type is made, tp_str becomes a method that Python code finds: a new type has no place for it. */
#include <Python.h>

static PyStructSequence_Field fields[] = {{"count", NULL}, {NULL, NULL}};
static PyStructSequence_Desc desc = {"counter.result", "What was counted.", fields, 1};
static PyTypeObject ResultType;

static PyObject *
result_str(PyObject *self)
{
    return PyObject_Str(PyTuple_GET_ITEM(self, 0));
}

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
    ResultType.tp_str = result_str;
    if (PyStructSequence_InitType2(&ResultType, &desc) < 0) {
        Py_DECREF(m);
        return NULL;
    }
    Py_INCREF(&ResultType);
    PyModule_AddObject(m, "result", (PyObject *)&ResultType);
    return m;
}
