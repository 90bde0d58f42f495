/* The converters raise an exception of the module, and what parsing gives is kept before it is tested. */
#include <Python.h>

static PyObject *LevelError;

static int
level_converter(PyObject *object, int *level)
{
    if (!PyLong_Check(object)) {
        PyErr_SetString(LevelError, "the level must be a number");
        return 0;
    }
    *level = (int)PyLong_AsLong(object);
    if (*level < 0 || *level > 9) {
        PyErr_SetString(LevelError, "the level must be from 0 to 9");
        return 0;
    }
    return 1;
}

static int
size_converter(PyObject *object, int *size)
{
    *size = (int)PyLong_AsLong(object);
    if (*size <= 0) {
        PyErr_SetString(LevelError, "the size must be positive");
        return 0;
    }
    return 1;
}

static PyObject *
m_settings(PyObject *module, PyObject *args, PyObject *kwargs)
{
    static char *kwlist[] = {"size", "level", NULL};
    int size = 0;
    int level = 6;
    int ok;

    ok = PyArg_ParseTupleAndKeywords(args, kwargs, "O&|O&:settings", kwlist,
                                     &size_converter, &size,
                                     &level_converter, &level);
    if (!ok)
        return NULL;
    return Py_BuildValue("ii", size, level);
}

static PyMethodDef m_functions[] = {
    {"settings", (PyCFunction)(void (*)(void))m_settings, METH_VARARGS | METH_KEYWORDS, "Check settings."},
    {NULL, NULL}
};

static struct PyModuleDef m_module = {
    PyModuleDef_HEAD_INIT,
    "result_kept_in_a_variable",
    NULL,
    -1,
    m_functions
};

PyMODINIT_FUNC
PyInit_result_kept_in_a_variable(void)
{
    PyObject *module = PyModule_Create(&m_module);
    if (module == NULL) {
        return NULL;
    }
    LevelError = PyErr_NewException("result_kept_in_a_variable.LevelError", NULL, NULL);
    Py_XINCREF(LevelError);
    if (PyModule_AddObject(module, "LevelError", LevelError) < 0) {
        Py_XDECREF(LevelError);
        Py_CLEAR(LevelError);
        Py_DECREF(module);
        return NULL;
    }
    return module;
}
