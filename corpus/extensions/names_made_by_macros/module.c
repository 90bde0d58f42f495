#include <Python.h>

/* Names of attributes are interned once; macros spell their variables, and look them up. */

static PyObject *str_upper = NULL;
static PyObject *str_lower = NULL;
static PyObject *str_title = NULL;
static PyObject *default_text = NULL;
static PyObject *ShoutError = NULL;

#define CALL(object, name)  PyObject_CallMethodObjArgs(object, str_##name, NULL)
#define DEFAULT()           (default_text)
#define OR_DEFAULT(text)    ((text) == Py_None ? DEFAULT() : (text))
#define FAIL(message)       (PyErr_SetString(ShoutError, message), (PyObject *)NULL)

/* Defines name(text), which calls the method of that name. */
#define METHOD(name)                                        \
static PyObject *                                           \
do_##name(PyObject *module, PyObject *text)                 \
{                                                           \
    PyObject *object = OR_DEFAULT(text);                    \
    if (!PyUnicode_Check(object))                           \
        return FAIL(#name " needs text");                   \
    return CALL(object, name);                              \
}

METHOD(upper)
METHOD(lower)

static PyObject *
title_of(PyObject *text)
{
    return CALL(OR_DEFAULT(text), title);
}

static PyObject *
do_title(PyObject *module, PyObject *text)
{
    return title_of(text);
}

#define ENTRY(name) {#name, do_##name, METH_O, NULL}

static PyMethodDef shout_methods[] = {
    ENTRY(upper),
    ENTRY(lower),
    ENTRY(title),
    {NULL, NULL, 0, NULL}
};

static struct PyModuleDef shout_module = {
    PyModuleDef_HEAD_INIT,
    .m_name = "names_made_by_macros",
    .m_size = -1,
    .m_methods = shout_methods,
};

PyMODINIT_FUNC
PyInit_names_made_by_macros(void)
{
    PyObject *module = PyModule_Create(&shout_module);

    if (module == NULL) {
        return NULL;
    }

#define INTERN(name)                                              \
    if (!str_##name &&                                            \
            !(str_##name = PyUnicode_InternFromString(#name)))    \
        goto error;

    INTERN(upper);
    INTERN(lower);
    INTERN(title);

#undef INTERN

    default_text = PyUnicode_FromString("nothing");
    if (default_text == NULL) {
        goto error;
    }
    ShoutError = PyErr_NewException("names_made_by_macros.ShoutError", NULL, NULL);
    if (ShoutError == NULL) {
        goto error;
    }
    Py_INCREF(ShoutError);
    if (PyModule_AddObject(module, "ShoutError", ShoutError) < 0) {
        goto error;
    }
    return module;

error:
    Py_DECREF(module);
    return NULL;
}
