/* m_clear gives memory back that it doesn't forget: m_free must not call it a second time. */
#include <Python.h>

static PyObject *FullError;
static char *pool;

static PyObject *
pool_take(PyObject *self, PyObject *Py_UNUSED(ignored))
{
    PyErr_SetString(FullError, "nothing is left");
    return NULL;
}

static PyMethodDef pool_functions[] = {
    {"take", pool_take, METH_NOARGS, "Take something."},
    {NULL, NULL}
};

static int
pool_clear(PyObject *m)
{
    PyMem_Free(pool);
    return 0;
}

static struct PyModuleDef pool_module = {
    PyModuleDef_HEAD_INIT,
    .m_name = "clear_that_must_run_once",
    .m_size = -1,
    .m_methods = pool_functions,
    .m_clear = pool_clear,
};

PyMODINIT_FUNC
PyInit_clear_that_must_run_once(void)
{
    PyObject *module = PyModule_Create(&pool_module);

    if (module == NULL) {
        return NULL;
    }
    FullError = PyErr_NewException("clear_that_must_run_once.FullError", NULL, NULL);
    if (FullError == NULL) {
        Py_DECREF(module);
        return NULL;
    }
    Py_INCREF(FullError);
    if (PyModule_AddObject(module, "FullError", FullError) < 0) {
        Py_DECREF(FullError);
        Py_DECREF(module);
        return NULL;
    }
    return module;
}
