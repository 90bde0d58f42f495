/* The parser knows nothing of WIN32_FIND_DATAW, and drops the calls that are given one. */
#include <Python.h>

static PyObject *ListError;

#ifdef MS_WINDOWS

static PyObject *
entry_of(WIN32_FIND_DATAW *data)
{
    if (data->cFileName[0] == L'\0') {
        PyErr_SetString(ListError, "no name");
        return NULL;
    }
    return PyUnicode_FromWideChar(data->cFileName, -1);
}

static PyObject *
first_entry(PyObject *module, PyObject *Py_UNUSED(ignored))
{
    WIN32_FIND_DATAW data;
    HANDLE handle = FindFirstFileW(L"*", &data);

    if (handle == INVALID_HANDLE_VALUE) {
        return PyErr_SetExcFromWindowsErr(ListError, data.dwReserved0);
    }
    FindClose(handle);
    return entry_of(&data);
}

#else

static PyObject *
first_entry(PyObject *module, PyObject *Py_UNUSED(ignored))
{
    PyErr_SetString(ListError, "only on Windows");
    return NULL;
}

#endif

static PyMethodDef functions[] = {
    {"first_entry", first_entry, METH_NOARGS, NULL},
    {NULL, NULL}
};

static struct PyModuleDef call_with_types_of_windows_module = {
    PyModuleDef_HEAD_INIT, "call_with_types_of_windows", NULL, -1, functions
};

PyMODINIT_FUNC
PyInit_call_with_types_of_windows(void)
{
    PyObject *module = PyModule_Create(&call_with_types_of_windows_module);

    if (module == NULL) {
        return NULL;
    }
    ListError = PyErr_NewException("call_with_types_of_windows.ListError", NULL, NULL);
    if (ListError == NULL || PyModule_AddObjectRef(module, "ListError", ListError) < 0) {
        Py_DECREF(module);
        return NULL;
    }
    return module;
}
