/* A macro is given the call that makes the module; the others that it is given stay. */
#include <Python.h>

static PyObject *origin;

static PyObject *
get_origin(PyObject *self, PyObject *unused)
{
    Py_INCREF(origin);
    return origin;
}

static PyMethodDef methods[] = {
    {"origin", get_origin, METH_NOARGS, NULL},
    {NULL, NULL, 0, NULL}
};

static int m_exec(PyObject *m);

static PyModuleDef_Slot m_slots[] = {
    {Py_mod_exec, m_exec},
    {0, NULL}
};

static struct PyModuleDef definition = {
    PyModuleDef_HEAD_INIT,
    .m_name = "m",
    .m_size = 0,
    .m_methods = methods,
    .m_slots = m_slots,
};

#define CHECK_INT(expr) \
    do { if ((expr) < 0) goto error; } while (0)
#define ASSIGN_PTR(result, expr) \
    do { result = (expr); if (result == NULL) goto error; } while (0)

static int
m_exec(PyObject *m)
{
    ASSIGN_PTR(origin, PyUnicode_FromString("here"));
    Py_INCREF(origin);
    CHECK_INT(PyModule_AddObject(m, "home", origin));
    CHECK_INT(PyModule_AddIntConstant(m, "ONE", 1));
    return 0;

error:
    Py_CLEAR(origin);
    return -1;
}

PyMODINIT_FUNC
PyInit_m(void)
{
    return PyModuleDef_Init(&definition);
}
