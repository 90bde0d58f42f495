/* The first import makes everything, by a flag: the second one finds the objects of the process. */

#include <Python.h>

static PyObject *Error;
static int inited = 0;

typedef struct { PyObject_HEAD } Box;
static PyTypeObject Box_Type = {
    PyVarObject_HEAD_INIT(NULL, 0)
    .tp_name = "run_once_flag.Box", .tp_basicsize = sizeof(Box), .tp_flags = Py_TPFLAGS_DEFAULT, .tp_new = PyType_GenericNew,
};

static PyObject *
fail(PyObject *self, PyObject *unused)
{
    PyErr_SetString(Error, "failed");
    return NULL;
}

static PyMethodDef methods[] = {{"fail", fail, METH_NOARGS, NULL}, {NULL}};

static int
exec_module(PyObject *m)
{
    if (inited)
        return 0;
    Error = PyErr_NewException("run_once_flag.Error", NULL, NULL);
    if (Error == NULL)
        return -1;
    if (PyType_Ready(&Box_Type) < 0)
        return -1;
    Py_INCREF(&Box_Type);
    if (PyModule_AddObject(m, "Box", (PyObject *)&Box_Type) < 0) {
        Py_DECREF(&Box_Type);
        return -1;
    }
    inited = 1;
    return 0;
}

static PyModuleDef_Slot slots[] = {{Py_mod_exec, exec_module}, {0, NULL}};
static struct PyModuleDef def = {PyModuleDef_HEAD_INIT, "run_once_flag", NULL, 0, methods, slots};
PyMODINIT_FUNC PyInit_run_once_flag(void) { return PyModuleDef_Init(&def); }
