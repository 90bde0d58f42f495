#include <Python.h>

static PyObject *
add(PyObject *module, PyObject *args)
{
    long a, b;

    if (!PyArg_ParseTuple(args, "ll:add", &a, &b)) {
        return NULL;
    }
    return PyLong_FromLong(a + b);
}

static PyMethodDef sums_methods[] = {
    {"add", add, METH_VARARGS, "Add two numbers."},
    {NULL, NULL, 0, NULL}
};

static PyModuleDef_Slot sums_slots[] = {
#if PY_VERSION_HEX >= 0x030C0000
    {Py_mod_multiple_interpreters, Py_MOD_PER_INTERPRETER_GIL_SUPPORTED},
#endif
    {0, NULL}
};

static struct PyModuleDef sums_module = {
    PyModuleDef_HEAD_INIT,
    "sums",
    "Sums.",
    0,
    sums_methods,
    sums_slots
};

PyMODINIT_FUNC
PyInit_sums(void)
{
    return PyModuleDef_Init(&sums_module);
}
