/* A macro above the initialisation calls each part of it, and one part is another library's. */
#include <Python.h>

static PyObject *ParseError;
static PyObject *cache;

static int
add_errors(PyObject *module)
{
    ParseError = PyErr_NewException("refuses_foreign_function_called_by_a_macro_at_file_level.ParseError", NULL, NULL);
    if (ParseError == NULL) {
        return -1;
    }
    return PyModule_AddObjectRef(module, "ParseError", ParseError);
}

extern int add_constants(PyObject *module);

static int
add_cache(PyObject *module)
{
    cache = PyDict_New();
    return cache == NULL ? -1 : PyModule_AddObjectRef(module, "cache", cache);
}

static PyObject *
fail(PyObject *module, PyObject *Py_UNUSED(ignored))
{
    PyErr_SetObject(ParseError, cache);
    return NULL;
}

static PyMethodDef parts_methods[] = {
    {"fail", fail, METH_NOARGS, NULL},
    {NULL, NULL, 0, NULL}
};

static struct PyModuleDef parts_module = {
    PyModuleDef_HEAD_INIT,
    .m_name = "refuses_foreign_function_called_by_a_macro_at_file_level",
    .m_size = -1,
    .m_methods = parts_methods,
};

#define ADD(part)                                                              \
    do {                                                                       \
        if (part(module) < 0) {                                                \
            Py_DECREF(module);                                                 \
            return NULL;                                                       \
        }                                                                      \
    } while (0)

PyMODINIT_FUNC
PyInit_refuses_foreign_function_called_by_a_macro_at_file_level(void)
{
    PyObject *module = PyModule_Create(&parts_module);

    if (module == NULL) {
        return NULL;
    }
    ADD(add_errors);
    ADD(add_constants);
    ADD(add_cache);
    return module;
}
