#include <Python.h>

/* For Pythons that lack it; nothing here calls it. */
static inline PyObject *
compat_zero(void)
{
    static PyObject *zero;

    if (zero == NULL)
        zero = PyLong_FromLong(0);
    return zero;
}

static inline PyObject *
compat_is_zero(PyObject *object)
{
    return PyBool_FromLong(object == compat_zero());
}

static PyObject *
answer(PyObject *self, PyObject *args)
{
    return PyLong_FromLong(42);
}

static PyMethodDef methods[] = {
    {"answer", answer, METH_NOARGS, NULL},
    {NULL, NULL, 0, NULL}
};

static PyModuleDef_Slot shelf_slots[] = {
#if PY_VERSION_HEX >= 0x030C0000
    {Py_mod_multiple_interpreters, Py_MOD_PER_INTERPRETER_GIL_SUPPORTED},
#endif
    {0, NULL}
};

static struct PyModuleDef shelf = {
    PyModuleDef_HEAD_INIT, "shelf", NULL, 0, methods, shelf_slots
};

PyMODINIT_FUNC
PyInit_shelf(void)
{
    return PyModuleDef_Init(&shelf);
}
