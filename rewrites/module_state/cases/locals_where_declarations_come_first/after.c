/* Declarations stand before all statements in this project, as C90 wants it: those of objects that exec alone needs, too. */
#include <Python.h>

typedef struct {
    PyObject *last;
} locals_where_declarations_come_first_state;

static inline locals_where_declarations_come_first_state *
get_locals_where_declarations_come_first_state(PyObject *module)
{
    void *state = PyModule_GetState(module);
    assert(state != NULL);
    return (locals_where_declarations_come_first_state *)state;
}

static PyObject *
shelf_one(PyObject *module, PyObject *object)
{
    locals_where_declarations_come_first_state *state =
        get_locals_where_declarations_come_first_state(module);
    long number = PyLong_AsLong(object);

    if (number == -1 && PyErr_Occurred())
        return NULL;
    Py_INCREF(object);
    Py_XSETREF(state->last, object);
    return PyLong_FromLong(number + 1);
}

static PyObject *
shelf_two(PyObject *module, PyObject *object)
{
    long number = PyLong_AsLong(object);

    if (number == -1 && PyErr_Occurred())
        return NULL;
    return PyLong_FromLong(number + 2);
}

static PyObject *
shelf_three(PyObject *module, PyObject *object)
{
    long number = PyLong_AsLong(object);

    if (number == -1 && PyErr_Occurred())
        return NULL;
    return PyLong_FromLong(number + 3);
}

static PyObject *
shelf_four(PyObject *module, PyObject *object)
{
    long number = PyLong_AsLong(object);

    if (number == -1 && PyErr_Occurred())
        return NULL;
    return PyLong_FromLong(number + 4);
}

static PyObject *
shelf_five(PyObject *module, PyObject *object)
{
    long number = PyLong_AsLong(object);

    if (number == -1 && PyErr_Occurred())
        return NULL;
    return PyLong_FromLong(number + 5);
}

static PyObject *
shelf_six(PyObject *module, PyObject *object)
{
    long number = PyLong_AsLong(object);

    if (number == -1 && PyErr_Occurred())
        return NULL;
    return PyLong_FromLong(number + 6);
}

static PyObject *
shelf_seven(PyObject *module, PyObject *object)
{
    long number = PyLong_AsLong(object);

    if (number == -1 && PyErr_Occurred())
        return NULL;
    return PyLong_FromLong(number + 7);
}

static PyObject *
shelf_eight(PyObject *module, PyObject *object)
{
    long number = PyLong_AsLong(object);

    if (number == -1 && PyErr_Occurred())
        return NULL;
    return PyLong_FromLong(number + 8);
}

static PyObject *
shelf_nine(PyObject *module, PyObject *object)
{
    long number = PyLong_AsLong(object);

    if (number == -1 && PyErr_Occurred())
        return NULL;
    return PyLong_FromLong(number + 9);
}

static PyObject *
shelf_ten(PyObject *module, PyObject *object)
{
    long number = PyLong_AsLong(object);

    if (number == -1 && PyErr_Occurred())
        return NULL;
    return PyLong_FromLong(number + 10);
}

static PyMethodDef shelf_methods[] = {
    {"one", shelf_one, METH_O, NULL},
    {"two", shelf_two, METH_O, NULL},
    {"three", shelf_three, METH_O, NULL},
    {"four", shelf_four, METH_O, NULL},
    {"five", shelf_five, METH_O, NULL},
    {"six", shelf_six, METH_O, NULL},
    {"seven", shelf_seven, METH_O, NULL},
    {"eight", shelf_eight, METH_O, NULL},
    {"nine", shelf_nine, METH_O, NULL},
    {"ten", shelf_ten, METH_O, NULL},
    {NULL, NULL, 0, NULL}
};

static int
locals_where_declarations_come_first_traverse(PyObject *module, visitproc visit, void *arg)
{
    locals_where_declarations_come_first_state *state =
        get_locals_where_declarations_come_first_state(module);
    Py_VISIT(state->last);
    return 0;
}

static int
locals_where_declarations_come_first_clear(PyObject *module)
{
    locals_where_declarations_come_first_state *state =
        get_locals_where_declarations_come_first_state(module);
    Py_CLEAR(state->last);
    return 0;
}

static void
locals_where_declarations_come_first_free(void *module)
{
    locals_where_declarations_come_first_clear((PyObject *)module);
}

static struct PyModuleDef shelf_module = {
    PyModuleDef_HEAD_INIT, "locals_where_declarations_come_first", NULL,
    sizeof(locals_where_declarations_come_first_state), shelf_methods,
    NULL, locals_where_declarations_come_first_traverse,
    locals_where_declarations_come_first_clear, locals_where_declarations_come_first_free
};

PyMODINIT_FUNC
PyInit_locals_where_declarations_come_first(void)
{
    PyObject *module = PyModule_Create(&shelf_module);
    PyObject *ShelfError;
    PyObject *FullError;

    if (module == NULL)
        return NULL;
    if (PyModule_AddIntConstant(module, "shelves", 3) < 0)
        goto error;
    ShelfError = PyErr_NewException("locals_where_declarations_come_first.ShelfError", NULL, NULL);
    if (ShelfError == NULL)
        goto error;
    Py_INCREF(ShelfError);
    if (PyModule_AddObject(module, "ShelfError", ShelfError) < 0) {
        Py_DECREF(ShelfError);
        Py_DECREF(ShelfError);
        goto error;
    }
    FullError = PyErr_NewException("locals_where_declarations_come_first.FullError", ShelfError, NULL);
    Py_DECREF(ShelfError);
    if (FullError == NULL)
        goto error;
    if (PyModule_AddObject(module, "FullError", FullError) < 0) {
        Py_DECREF(FullError);
        goto error;
    }
    return module;
error:
    Py_DECREF(module);
    return NULL;
}
