#include <Python.h>

#define QUOTA_SOFT 80
#define QUOTA_HARD 100

static PyObject *QuotaError;
static PyObject *kinds;

static struct PyModuleDef quota_module = {
    PyModuleDef_HEAD_INIT,
    .m_name = "quota",
    .m_doc = "Limits and the error for exceeding them.",
    .m_size = -1,
};

static int
add_error(PyObject *module)
{
    PyObject *copy = PyImport_ImportModule("copy");
    if (copy == NULL) {
        return -1;
    }
    PyObject *error = PyObject_GetAttrString(copy, "Error");
    Py_DECREF(copy);
    if (error == NULL) {
        return -1;
    }
    QuotaError = PyErr_NewExceptionWithDoc(
        "quota.QuotaError", "A limit was exceeded.", error, NULL);
    Py_DECREF(error);
    if (QuotaError == NULL) {
        return -1;
    }
    Py_INCREF(QuotaError);
    if (PyModule_AddObject(module, "QuotaError", QuotaError) < 0) {
        Py_DECREF(QuotaError);
        return -1;
    }
    return 0;
}

static int
add_kinds(PyObject *module)
{
    kinds = Py_BuildValue("[ss]", "soft", "hard");
    if (kinds == NULL) {
        return -1;
    }
    Py_INCREF(kinds);
    if (PyModule_AddObject(module, "KINDS", kinds) < 0) {
        Py_DECREF(kinds);
        return -1;
    }
    return 0;
}

PyMODINIT_FUNC
PyInit_quota(void)
{
    PyObject *module = PyModule_Create(&quota_module);
    if (module == NULL) {
        return NULL;
    }
    if (add_kinds(module) < 0
        || add_error(module) < 0
        || PyModule_AddIntConstant(module, "SOFT", QUOTA_SOFT) < 0
        || PyModule_AddIntConstant(module, "HARD", QUOTA_HARD) < 0) {
        Py_DECREF(module);
        return NULL;
    }
    PyModule_AddObject(module, "STRICT", Py_True);
    return module;
}
