#include <Python.h>

/* Doors, and functions for what is done to them, which others are given as arguments. */

typedef struct {
    PyObject_HEAD
    int is_open;
} Door;

static PyObject *DoorError;
static PyObject *last;          /* what was done last */
static PyTypeObject Door_Type;

/* What is done to a door: a door_action is one of open_door() and close_door(). */
typedef int (*door_action)(Door *door);

static int finish(Door *door, door_action action, int (*also)(const char *, int));
static int twice(door_action, Door *);

static int
open_door(Door *door)
{
    if (door == NULL) {
        PyErr_SetString(DoorError, "no door");
        return -1;
    }
    door->is_open = 1;
    return 0;
}

static int
close_door(Door *door)
{
    if (door != NULL)
        door->is_open = 0;
    return 0;
}

static int
note(const char *text, int number)
{
    Py_XSETREF(last, PyUnicode_FromFormat("%s %d", text, number));
    return last == NULL ? -1 : 0;
}

static int
twice(door_action action, Door *door)
{
    if (!action)
        return 0;
    if (action(door) < 0)
        return -1;
    return (*action)(door);
}

static int
finish(Door *door, door_action action, int (*also)(const char *, int))
{
    if (twice(action, door) < 0)
        return -1;
    return also != NULL ? also("done", 2) : 0;
}

static Door *
made(int is_open)
{
    Door *door = PyObject_New(Door, &Door_Type);

    if (door != NULL)
        door->is_open = is_open;
    return door;
}

static Door *
opened(void)
{
    return made(1);
}

static Door *
closed(void)
{
    return made(0);
}

static PyObject *
list_of(Py_ssize_t count, Door *(*make)(void))
{
    PyObject *list = PyList_New(count);

    for (Py_ssize_t i = 0; list != NULL && i < count; i++) {
        Door *door = make();

        if (door == NULL) {
            Py_DECREF(list);
            return NULL;
        }
        PyList_SET_ITEM(list, i, (PyObject *)door);
    }
    return list;
}

static PyObject *
Door_open(Door *door, PyObject *unused)
{
    if (finish(door, open_door, note) < 0)
        return NULL;
    Py_INCREF(last);
    return last;
}

static PyObject *
Door_close(Door *door, PyObject *unused)
{
    if (finish(door, &close_door, NULL) < 0)
        return NULL;
    Py_RETURN_NONE;
}

static PyObject *
Door_is_open(Door *door, void *closure)
{
    return PyBool_FromLong(door->is_open);
}

static PyMethodDef Door_methods[] = {
    {"open", (PyCFunction)Door_open, METH_NOARGS, NULL},
    {"close", (PyCFunction)Door_close, METH_NOARGS, NULL},
    {NULL, NULL, 0, NULL}
};

static PyGetSetDef Door_getset[] = {
    {"is_open", (getter)Door_is_open, NULL, NULL, NULL},
    {NULL, NULL, NULL, NULL, NULL}
};

static PyTypeObject Door_Type = {
    PyVarObject_HEAD_INIT(NULL, 0)
    .tp_name = "functions_given_as_arguments.Door",
    .tp_basicsize = sizeof(Door),
    .tp_flags = Py_TPFLAGS_DEFAULT,
    .tp_new = PyType_GenericNew,
    .tp_methods = Door_methods,
    .tp_getset = Door_getset,
};

static PyObject *
fail(PyObject *module, PyObject *unused)
{
    if (finish(NULL, open_door, NULL) < 0)
        return NULL;
    Py_RETURN_NONE;
}

static PyObject *
doors(PyObject *module, PyObject *is_open)
{
    return list_of(2, PyObject_IsTrue(is_open) ? opened : closed);
}

static PyObject *
closed_doors(PyObject *module, PyObject *unused)
{
    return list_of(1, closed);
}

static PyMethodDef functions[] = {
    {"fail", fail, METH_NOARGS, NULL},
    {"doors", doors, METH_O, NULL},
    {"closed_doors", closed_doors, METH_NOARGS, NULL},
    {NULL, NULL, 0, NULL}
};

static struct PyModuleDef house = {
    PyModuleDef_HEAD_INIT, "functions_given_as_arguments", "Doors.", -1, functions
};

PyMODINIT_FUNC
PyInit_functions_given_as_arguments(void)
{
    PyObject *m;

    if (PyType_Ready(&Door_Type) < 0)
        return NULL;
    m = PyModule_Create(&house);
    if (m == NULL)
        return NULL;
    DoorError = PyErr_NewException("functions_given_as_arguments.DoorError", NULL, NULL);
    if (DoorError == NULL) {
        Py_DECREF(m);
        return NULL;
    }
    Py_INCREF(DoorError);
    if (PyModule_AddObject(m, "DoorError", DoorError) < 0) {
        Py_DECREF(DoorError);
        Py_DECREF(m);
        return NULL;
    }
    Py_INCREF(&Door_Type);
    if (PyModule_AddObject(m, "Door", (PyObject *)&Door_Type) < 0) {
        Py_DECREF(&Door_Type);
        Py_DECREF(m);
        return NULL;
    }
    return m;
}
