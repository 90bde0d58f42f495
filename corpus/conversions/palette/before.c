#include <Python.h>

static const struct {
    const char *name;
    const char *qualified;
} shades[] = {
    {"Red", "palette.Red"},
    {"Green", "palette.Green"},
    {"Blue", "palette.Blue"},
};

static PyObject **errors;       /* one class for each shade */

static PyObject *
palette_complain(PyObject *module, PyObject *number)
{
    long index = PyLong_AsLong(number);
    if (index == -1 && PyErr_Occurred()) {
        return NULL;
    }
    if (index < 0 || (size_t)index >= Py_ARRAY_LENGTH(shades)) {
        PyErr_SetString(PyExc_IndexError, "no such shade");
        return NULL;
    }
    PyErr_SetObject(errors[index], number);
    return NULL;
}

static PyMethodDef palette_functions[] = {
    {"complain", palette_complain, METH_O,
     "complain($module, number, /)\n--\n\nRaise the error of a shade."},
    {NULL, NULL, 0, NULL}
};

static int
add_errors(PyObject *module)
{
    errors = PyMem_New(PyObject *, Py_ARRAY_LENGTH(shades));
    if (errors == NULL) {
        PyErr_NoMemory();
        return -1;
    }
    for (size_t i = 0; i < Py_ARRAY_LENGTH(shades); i++) {
        errors[i] = PyErr_NewException(shades[i].qualified, PyExc_ValueError, NULL);
        if (errors[i] == NULL) {
            return -1;
        }
        Py_INCREF(errors[i]);
        if (PyModule_AddObject(module, shades[i].name, errors[i]) < 0) {
            Py_DECREF(errors[i]);
            return -1;
        }
    }
    return 0;
}

static struct PyModuleDef palette_module = {
    PyModuleDef_HEAD_INIT,
    .m_name = "palette",
    .m_doc = "An error for each shade.",
    .m_size = -1,
    .m_methods = palette_functions,
};

PyMODINIT_FUNC
PyInit_palette(void)
{
    PyObject *module = PyModule_Create(&palette_module);
    if (module == NULL) {
        return NULL;
    }
    if (add_errors(module) < 0) {
        Py_DECREF(module);
        return NULL;
    }
    return module;
}
