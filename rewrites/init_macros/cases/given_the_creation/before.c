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

static struct PyModuleDef definition = {
    PyModuleDef_HEAD_INIT,
    .m_name = "m",
    .m_size = -1,
    .m_methods = methods,
};

#define CHECK_INT(expr) \
    do { if ((expr) < 0) goto error; } while (0)
#define ASSIGN_PTR(result, expr) \
    do { result = (expr); if (result == NULL) goto error; } while (0)

PyMODINIT_FUNC
PyInit_m(void)
{
    PyObject *m = NULL;

    ASSIGN_PTR(origin, PyUnicode_FromString("here"));
    ASSIGN_PTR(m, PyModule_Create(&definition));
    Py_INCREF(origin);
    CHECK_INT(PyModule_AddObject(m, "home", origin));
    CHECK_INT(PyModule_AddIntConstant(m, "ONE", 1));
    return m;

error:
    Py_CLEAR(origin);
    Py_CLEAR(m);
    return NULL;
}
