/* Nothing writes the defaults, which start without an object: they hold none. */

#include <Python.h>

typedef struct {
    PyObject *hook;
    int depth;
} Options;

static Options defaults = {NULL, 10};
static PyObject *calls;

static PyObject *
apply(PyObject *self, PyObject *args)
{
    Options options = defaults;

    if (!PyArg_ParseTuple(args, "|Oi", &options.hook, &options.depth))
        return NULL;
    if (options.hook != NULL && PyList_Append(calls, options.hook) < 0)
        return NULL;
    return PyLong_FromLong(options.depth);
}

static PyMethodDef functions[] = {{"apply", apply, METH_VARARGS, NULL}, {NULL}};

static struct PyModuleDef def = {PyModuleDef_HEAD_INIT, "module", NULL, -1, functions};

PyMODINIT_FUNC
PyInit_module(void)
{
    PyObject *m = PyModule_Create(&def);

    if (m == NULL)
        return NULL;
    calls = PyList_New(0);
    if (calls == NULL || PyModule_AddObjectRef(m, "calls", calls) < 0) {
        Py_DECREF(m);
        return NULL;
    }
    return m;
}
