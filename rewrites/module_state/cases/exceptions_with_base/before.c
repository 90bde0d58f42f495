#include <Python.h>

/* Named locks that exist in this process only. */

static PyObject *pBaseException;
static PyObject *pPermissionsException;
static PyObject *pExistentialException;
static PyObject *pBusyException;

static PyObject *pTable = NULL;         /* name -> owner */

static PyObject *
lock_acquire(PyObject *self, PyObject *args)
{
    PyObject *py_name, *py_owner, *py_holder;

    if (!PyArg_ParseTuple(args, "UO", &py_name, &py_owner))
        goto error_return;
    py_holder = PyDict_GetItemWithError(pTable, py_name);
    if (py_holder) {
        PyErr_Format(pBusyException, "%U is held by %R", py_name, py_holder);
        goto error_return;
    }
    if (PyErr_Occurred() || PyDict_SetItem(pTable, py_name, py_owner) < 0)
        goto error_return;
    Py_RETURN_NONE;

    error_return:
    return NULL;
}

static PyObject *
lock_release(PyObject *self, PyObject *args)
{
    PyObject *py_name, *py_owner, *py_holder;
    int same;

    if (!PyArg_ParseTuple(args, "UO", &py_name, &py_owner))
        goto error_return;
    py_holder = PyDict_GetItemWithError(pTable, py_name);
    if (!py_holder) {
        if (!PyErr_Occurred())
            PyErr_Format(pExistentialException, "%U doesn't exist", py_name);
        goto error_return;
    }
    same = PyObject_RichCompareBool(py_holder, py_owner, Py_EQ);
    if (same < 0)
        goto error_return;
    if (!same) {
        PyErr_SetString(pPermissionsException, "not yours");
        goto error_return;
    }
    if (PyDict_DelItem(pTable, py_name) < 0)
        goto error_return;
    Py_RETURN_NONE;

    error_return:
    return NULL;
}

static PyMethodDef module_methods[] = {
    {   "acquire", lock_acquire, METH_VARARGS,
        "Take the lock of that name."
    },
    {   "release", lock_release, METH_VARARGS, NULL},
    {NULL}
};

static struct PyModuleDef this_module = {
    PyModuleDef_HEAD_INIT,      // m_base
    "exceptions_with_base",     // m_name
    "Named locks",              // m_doc
    -1,                         // m_size (space allocated for module globals)
    module_methods,             // m_methods
    NULL,                       // m_reload
    NULL,                       // m_traverse
    NULL,                       // m_clear
    NULL                        // m_free
};

PyMODINIT_FUNC
PyInit_exceptions_with_base(void)
{
    PyObject *module;
    PyObject *module_dict;

    module = PyModule_Create(&this_module);
    if (!module)
        goto error_return;

    PyModule_AddIntConstant(module, "WAIT_FOREVER", -1);
    PyModule_AddStringConstant(module, "VERSION", "1.0");

    if (!(module_dict = PyModule_GetDict(module)))
        goto error_return;

    // Exceptions
    if (!(pBaseException = PyErr_NewException("exceptions_with_base.Error", NULL, NULL)))
        goto error_return;
    else
        PyDict_SetItemString(module_dict, "Error", pBaseException);

    if (!(pPermissionsException = PyErr_NewException("exceptions_with_base.PermissionsError", pBaseException, NULL)))
        goto error_return;
    else
        PyDict_SetItemString(module_dict, "PermissionsError", pPermissionsException);

    if (!(pExistentialException = PyErr_NewExceptionWithDoc("exceptions_with_base.ExistentialError",
                                                            "No such name.", pBaseException, NULL)))
        goto error_return;
    else
        PyDict_SetItemString(module_dict, "ExistentialError", pExistentialException);

    pBusyException = PyErr_NewException("exceptions_with_base.BusyError", pBaseException, NULL);
    if (!pBusyException)
        goto error_return;
    else
        PyDict_SetItemString(module_dict, "BusyError", pBusyException);

    if (!(pTable = PyDict_New()))
        goto error_return;
    return module;

    error_return:
    return NULL;
}
