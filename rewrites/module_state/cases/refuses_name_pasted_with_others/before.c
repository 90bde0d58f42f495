/* A macro pastes the names of two globals; who owns what is in one of them can't be told. */
#include <Python.h>

static PyObject *cached_json;
static PyObject *cached_error;

#define CACHED(name) (cached_##name)

static PyObject *
get_json(PyObject *module, PyObject *unused)
{
    return PyObject_Repr(CACHED(json));
}

static PyObject *
get_error(PyObject *module, PyObject *unused)
{
    return PyObject_Repr(CACHED(error));
}

static PyMethodDef pasted_methods[] = {
    {"get_json", get_json, METH_NOARGS, NULL},
    {"get_error", get_error, METH_NOARGS, NULL},
    {NULL, NULL, 0, NULL}
};

static struct PyModuleDef refuses_name_pasted_with_others_module = {
    PyModuleDef_HEAD_INIT,
    .m_name = "refuses_name_pasted_with_others",
    .m_size = -1,
    .m_methods = pasted_methods,
};

PyObject *borrowed_error(void);

PyMODINIT_FUNC
PyInit_refuses_name_pasted_with_others(void)
{
    PyObject *module = PyModule_Create(&refuses_name_pasted_with_others_module);

    if (module == NULL) {
        return NULL;
    }
    cached_error = borrowed_error();
    cached_json = PyImport_ImportModule("json");
    if (cached_json == NULL) {
        Py_DECREF(module);
        return NULL;
    }
    return module;
}
