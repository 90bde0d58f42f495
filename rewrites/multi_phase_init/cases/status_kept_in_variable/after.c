/* A failure of this run is no word about another one. */

#include <Python.h>

static int started;
static double table[4];

static PyObject *
first(PyObject *self, PyObject *unused)
{
    return PyFloat_FromDouble(table[0]);
}

static PyMethodDef functions[] = {{"first", first, METH_NOARGS, NULL}, {NULL}};

static int module_exec(PyObject *m);

static PyModuleDef_Slot module_slots[] = {
    {Py_mod_exec, module_exec},
    {0, NULL}
};

static struct PyModuleDef def = {PyModuleDef_HEAD_INIT, "module", NULL, 0, functions,
    module_slots};

static int
module_exec(PyObject *m)
{
    started = PyModule_AddIntConstant(m, "base", 10);
    if (started != 0) {
        return -1;
    }
    if (!table[0])
        table[0] = 1.0;
    return 0;
}

PyMODINIT_FUNC
PyInit_module(void)
{
    return PyModuleDef_Init(&def);
}
