/* Something else has the name of the error, too: which of them is meant in code for Windows can't be told. */
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

static int
is_error(PyObject *type)
{
    PyObject *ListError = PyExc_LookupError;

    return type == ListError;
}

static PyObject *
first_entry(PyObject *module, PyObject *Py_UNUSED(ignored))
{
    if (is_error((PyObject *)Py_TYPE(module))) {
        return NULL;
    }
    PyErr_SetString(ListError, "only on Windows");
    return NULL;
}

#endif

static PyMethodDef functions[] = {
    {"first_entry", first_entry, METH_NOARGS, NULL},
    {NULL, NULL}
};

static struct PyModuleDef refuses_name_of_two_in_code_for_windows_module = {
    PyModuleDef_HEAD_INIT, "refuses_name_of_two_in_code_for_windows", NULL, -1, functions
};

PyMODINIT_FUNC
PyInit_refuses_name_of_two_in_code_for_windows(void)
{
    PyObject *module = PyModule_Create(&refuses_name_of_two_in_code_for_windows_module);

    if (module == NULL) {
        return NULL;
    }
    ListError = PyErr_NewException("refuses_name_of_two_in_code_for_windows.ListError", NULL, NULL);
    if (ListError == NULL || PyModule_AddObjectRef(module, "ListError", ListError) < 0) {
        Py_DECREF(module);
        return NULL;
    }
    return module;
}
