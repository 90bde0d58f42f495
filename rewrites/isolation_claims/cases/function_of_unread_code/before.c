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

static struct PyModuleDef definition = {
    PyModuleDef_HEAD_INIT, "checksum", NULL, -1, methods
};

PyMODINIT_FUNC
PyInit_checksum(void)
{
    return PyModule_Create(&definition);
}
