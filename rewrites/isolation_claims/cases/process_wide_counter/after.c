#include <Python.h>

static unsigned long table[4];

static PyObject *
add(PyObject *module, PyObject *args)
{
    long a, b;

    if (!PyArg_ParseTuple(args, "ll:add", &a, &b)) {
        return NULL;
    }
    table[a & 3] += 1;
    return PyLong_FromLong(a + b);
}

static PyMethodDef counted_methods[] = {
    {"add", add, METH_VARARGS, "Add two numbers."},
    {NULL, NULL, 0, NULL}
};

static PyModuleDef_Slot counted_slots[] = {
#if PY_VERSION_HEX >= 0x030C0000
    {Py_mod_multiple_interpreters, Py_MOD_MULTIPLE_INTERPRETERS_SUPPORTED},
#endif
    {0, NULL}
};

static struct PyModuleDef counted_module = {
    PyModuleDef_HEAD_INIT,
    "counted",
    "Sums.",
    0,
    counted_methods,
    counted_slots
};

PyMODINIT_FUNC
PyInit_counted(void)
{
    return PyModuleDef_Init(&counted_module);
}
