/* Declarations stand before all statements in this project, as C90 wants it: a table does so in a block of its own. */
#include <Python.h>

static PyTypeObject Box_Type = {
    PyVarObject_HEAD_INIT(NULL, 0)
    .tp_name = "loop_where_declarations_come_first.Box",
    .tp_basicsize = sizeof(PyObject),
    .tp_flags = Py_TPFLAGS_DEFAULT,
    .tp_new = PyType_GenericNew,
};

static PyTypeObject Lid_Type = {
    PyVarObject_HEAD_INIT(NULL, 0)
    .tp_name = "loop_where_declarations_come_first.Lid",
    .tp_basicsize = sizeof(PyObject),
    .tp_flags = Py_TPFLAGS_DEFAULT,
    .tp_new = PyType_GenericNew,
};

#define COUNT ((int)(sizeof(kinds) / sizeof(kinds[0])))

/* What is published, and how it is called. */
static const struct {
    const char *name;
    PyTypeObject *type;
} kinds[] = {
    {"Box", &Box_Type},
    {"Lid", &Lid_Type},
};

static PyObject *
shelf_one(PyObject *module, PyObject *object)
{
    long number = PyLong_AsLong(object);

    if (number == -1 && PyErr_Occurred())
        return NULL;
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

static struct PyModuleDef shelf_module = {
    PyModuleDef_HEAD_INIT, "loop_where_declarations_come_first", NULL, -1, shelf_methods
};

PyMODINIT_FUNC
PyInit_loop_where_declarations_come_first(void)
{
    PyObject *module = PyModule_Create(&shelf_module);
    int i;

    if (module == NULL)
        return NULL;
    for (i = 0; i < COUNT; i++) {
        if (PyType_Ready(kinds[i].type) < 0)
            goto error;
#ifdef SHELF_TALKS
        printf("the next type is number %d\n", i);
#endif
        /* A reference is given away,
           and the caller has another. */
        Py_INCREF(kinds[i].type);
        if (PyModule_AddObject(module, kinds[i].name, (PyObject *)kinds[i].type) < 0)
            goto error;
    }
    return module;
error:
    Py_DECREF(module);
    return NULL;
}
