#include <Python.h>

#include "shapes.h"
#include "header_of_the_wrapped_library_state.h"

PyObject *area(PyObject *self, PyObject *args);

static PyObject *
check(PyObject *self, PyObject *arg)
{
    shape square;

    square.width = square.height = PyFloat_AsDouble(arg);
    if (PyErr_Occurred())
        return NULL;
    if (shape_area(&square) > 100) {
        header_of_the_wrapped_library_state *state =
            get_header_of_the_wrapped_library_state(self);

        PyErr_SetString(state->ShapeError, "too large");
        return NULL;
    }
    Py_RETURN_NONE;
}

static PyMethodDef methods[] = {
    {"area", area, METH_VARARGS, NULL},
    {"check", check, METH_O, NULL},
    {NULL, NULL, 0, NULL}
};

static int
header_of_the_wrapped_library_traverse(PyObject *module, visitproc visit, void *arg)
{
    header_of_the_wrapped_library_state *state =
        get_header_of_the_wrapped_library_state(module);
    Py_VISIT(state->ShapeError);
    return 0;
}

static int
header_of_the_wrapped_library_clear(PyObject *module)
{
    header_of_the_wrapped_library_state *state =
        get_header_of_the_wrapped_library_state(module);
    Py_CLEAR(state->ShapeError);
    return 0;
}

static void
header_of_the_wrapped_library_free(void *module)
{
    header_of_the_wrapped_library_clear((PyObject *)module);
}

static int header_of_the_wrapped_library_exec(PyObject *m);

static PyModuleDef_Slot header_of_the_wrapped_library_slots[] = {
    {Py_mod_exec, header_of_the_wrapped_library_exec},
#if PY_VERSION_HEX >= 0x030C0000
    {Py_mod_multiple_interpreters, Py_MOD_PER_INTERPRETER_GIL_SUPPORTED},
#endif
    {0, NULL}
};

static struct PyModuleDef module_def = {
    PyModuleDef_HEAD_INIT, "header_of_the_wrapped_library", NULL,
    sizeof(header_of_the_wrapped_library_state), methods,
    header_of_the_wrapped_library_slots, header_of_the_wrapped_library_traverse,
    header_of_the_wrapped_library_clear, header_of_the_wrapped_library_free
};

static int
header_of_the_wrapped_library_exec(PyObject *m)
{
    header_of_the_wrapped_library_state *state = get_header_of_the_wrapped_library_state(m);

    state->ShapeError = PyErr_NewException("header_of_the_wrapped_library.ShapeError", NULL,
                                           NULL);
    if (state->ShapeError == NULL) {
        return -1;
    }
    Py_INCREF(state->ShapeError);
    if (PyModule_AddObject(m, "ShapeError", state->ShapeError) < 0) {
        Py_DECREF(state->ShapeError);
        return -1;
    }
    return 0;
}

PyMODINIT_FUNC
PyInit_header_of_the_wrapped_library(void)
{
    return PyModuleDef_Init(&module_def);
}
