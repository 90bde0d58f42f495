#include <Python.h>

static PyObject *PressError;

static PyObject *
press(PyObject *module, PyObject *args, PyObject *kwargs)
{
    #if defined(Py_BUILD_CORE) && !defined(Py_BUILD_CORE_MODULE)

    #define NUM_KEYWORDS 2
    static struct {
        PyGC_Head _this_is_not_used;
        PyObject_VAR_HEAD
        PyObject *ob_item[NUM_KEYWORDS];
    } _kwtuple = {
        .ob_base = PyVarObject_HEAD_INIT(&PyTuple_Type, NUM_KEYWORDS)
        .ob_item = { &_Py_ID(data), &_Py_ID(level), },
    };
    #undef NUM_KEYWORDS
    #define KWTUPLE (&_kwtuple.ob_base.ob_base)

    #else  // !Py_BUILD_CORE
    #  define KWTUPLE NULL
    #endif  // !Py_BUILD_CORE

    static char *keywords[] = {"data", "level", NULL};
    int data, level = 1;

    if (KWTUPLE != NULL) {
        return Py_NewRef(KWTUPLE);
    }
    #undef KWTUPLE
    if (!PyArg_ParseTupleAndKeywords(args, kwargs, "i|i:press", keywords,
                                     &data, &level)) {
        return NULL;
    }
    if (level < 1) {
        PyErr_SetString(PressError, "level is too low");
        return NULL;
    }
    return PyLong_FromLong(data / level);
}

static PyMethodDef press_methods[] = {
    {"press", (PyCFunction)(void (*)(void))press,
     METH_VARARGS | METH_KEYWORDS, NULL},
    {NULL, NULL, 0, NULL}
};

static struct PyModuleDef press_module = {
    PyModuleDef_HEAD_INIT,
    "presses",
    NULL,
    -1,
    press_methods
};

PyMODINIT_FUNC
PyInit_presses(void)
{
    PyObject *module = PyModule_Create(&press_module);

    if (module == NULL) {
        return NULL;
    }
    PressError = PyErr_NewException("presses.PressError", NULL, NULL);
    if (PressError == NULL) {
        Py_DECREF(module);
        return NULL;
    }
    Py_INCREF(PressError);
    if (PyModule_AddObject(module, "PressError", PressError) < 0) {
        Py_DECREF(PressError);
        Py_DECREF(module);
        return NULL;
    }
    return module;
}
