/* What the build compiles by itself isn't read: whether it keeps anything for the process can't be told (G538). */
#include <Python.h>

extern int checksum_update(int sum, int value);

static PyObject *
add(PyObject *module, PyObject *args)
{
    int sum, value;

    if (!PyArg_ParseTuple(args, "ii", &sum, &value))
        return NULL;
    return PyLong_FromLong(checksum_update(sum, value));
}

static PyMethodDef methods[] = {
    {"add", add, METH_VARARGS, NULL},
    {NULL, NULL, 0, NULL}
};

static PyModuleDef_Slot checksum_slots[] = {
#if PY_VERSION_HEX >= 0x030C0000
    {Py_mod_multiple_interpreters, Py_MOD_MULTIPLE_INTERPRETERS_SUPPORTED},
#endif
    {0, NULL}
};

static struct PyModuleDef definition = {
    PyModuleDef_HEAD_INIT, "checksum", NULL, 0, methods, checksum_slots
};

PyMODINIT_FUNC
PyInit_checksum(void)
{
    return PyModuleDef_Init(&definition);
}
