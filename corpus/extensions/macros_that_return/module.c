#define PY_SSIZE_T_CLEAN
#include <Python.h>

/* Calls methods by names that are interned once. */

#define MOD_ERROR_VAL NULL
#define CHECK(call) \
    if ((call) < 0) \
        return MOD_ERROR_VAL
#define ADD_INT(value) \
    CHECK(PyModule_AddIntConstant(module, #value, value))
#define ADD_OBJECT(mod, name, object)                               \
    do {                                                            \
        Py_INCREF(object);                                          \
        if (PyModule_AddObject(mod, name, (PyObject *)object) < 0) { \
            Py_DECREF(object);                                      \
            Py_DECREF(module);                                      \
            return NULL;                                            \
        }                                                           \
    } while (0)
/* For functions of the module as well. */
#define EXPECT(condition, error, message)      \
    do {                                       \
        if (!(condition)) {                    \
            PyErr_SetString(error, message);   \
            return NULL;                       \
        }                                      \
    } while (0)
#define INIT_STRING(name) \
    if ((str_##name = PyUnicode_InternFromString(#name)) == NULL) return NULL;

enum { UPPER = 1, LOWER = 2 };

static PyObject *str_upper, *str_lower;
static PyObject *CaseError;

static PyObject *
convert(PyObject *self, PyObject *args)
{
    PyObject *text;
    int how;

    if (!PyArg_ParseTuple(args, "Ui:convert", &text, &how))
        return NULL;
    EXPECT(PyUnicode_GetLength(text) > 0, PyExc_ValueError, "no text");
    if (how == UPPER)
        return PyObject_CallMethodNoArgs(text, str_upper);
    if (how == LOWER)
        return PyObject_CallMethodNoArgs(text, str_lower);
    PyErr_Format(CaseError, "no such case: %d", how);
    return NULL;
}

static PyMethodDef methods[] = {
    {"convert", convert, METH_VARARGS, NULL},
    {NULL, NULL, 0, NULL}
};

static struct PyModuleDef macros_that_return = {
    PyModuleDef_HEAD_INIT,
    .m_name = "macros_that_return",
    .m_size = -1,
    .m_methods = methods,
};

PyMODINIT_FUNC
PyInit_macros_that_return(void)
{
    PyObject *module = PyModule_Create(&macros_that_return);

    if (module == NULL)
        return NULL;
    INIT_STRING(upper)
    INIT_STRING(lower)
    if (UPPER == LOWER)
        return PyErr_NoMemory();
    EXPECT(PyUnicode_CheckExact(str_lower), PyExc_ImportError, "no name");
    CaseError = PyErr_NewException("macros_that_return.CaseError", NULL, NULL);
    if (CaseError == NULL)
        return NULL;
    ADD_OBJECT(module, "CaseError", CaseError);
    ADD_INT(UPPER);
    ADD_INT(LOWER);
    CHECK(PyModule_AddStringConstant(module, "__version__", "1"));
    return module;
}
