#include <Python.h>

/* Levels in dicts: an argument that Argument Clinic has converted. */

static PyObject *LevelError;

typedef struct {
    long level;
} reading;

static int
reading_converter(PyObject *arg, void *ptr)
{
    reading *found = (reading *)ptr;
    PyObject *level;

    level = PyMapping_GetItemString(arg, "level");
    if (level == NULL) {
        return 0;
    }
    found->level = PyLong_AsLong(level);
    Py_DECREF(level);
    if (PyErr_Occurred()) {
        return 0;
    }
    if (found->level > 50) {
        PyErr_SetString(LevelError, "too high");
        return 0;
    }
    return 1;
}

/*[clinic input]
module clinic_converter
[clinic start generated code]*/
/*[clinic end generated code: output=da39a3ee5e6b4b0d input=aa9334116cfa00d8]*/

#include "module.c.h"

/*[clinic input]
clinic_converter.doubled

    found: reading
    /

Return twice the level.
[clinic start generated code]*/

static PyObject *
clinic_converter_doubled_impl(PyObject *module, reading found)
/*[clinic end generated code: output=7db4b13315b7bde1 input=bc9f8a44293711b8]*/
{
    return PyLong_FromLong(2 * found.level);
}

static PyObject *
total(PyObject *module, PyObject *arg)
{
    long sum = 0;
    Py_ssize_t i;

    for (i = 0; i < PyList_Size(arg); i++) {
        reading found;
        if (!reading_converter(PyList_GET_ITEM(arg, i), &found)) {
            return NULL;
        }
        sum += found.level;
    }
    if (PyErr_Occurred()) {
        return NULL;
    }
    return PyLong_FromLong(sum);
}

static PyMethodDef module_methods[] = {
    CLINIC_CONVERTER_DOUBLED_METHODDEF
    {"total", total, METH_O, NULL},
    {NULL, NULL, 0, NULL}
};

static struct PyModuleDef module_definition = {
    PyModuleDef_HEAD_INIT,
    .m_name = "clinic_converter",
    .m_size = -1,
    .m_methods = module_methods,
};

PyMODINIT_FUNC
PyInit_clinic_converter(void)
{
    PyObject *module = PyModule_Create(&module_definition);

    if (module == NULL) {
        return NULL;
    }
    LevelError = PyErr_NewException("clinic_converter.LevelError", NULL, NULL);
    if (LevelError == NULL) {
        Py_DECREF(module);
        return NULL;
    }
    Py_INCREF(LevelError);
    if (PyModule_AddObject(module, "LevelError", LevelError) < 0) {
        Py_DECREF(LevelError);
        Py_DECREF(module);
        return NULL;
    }
    return module;
}
