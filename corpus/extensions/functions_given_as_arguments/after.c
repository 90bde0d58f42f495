#include <Python.h>

#if PY_VERSION_HEX < 0x030A0000
#  define Py_TPFLAGS_IMMUTABLETYPE 0
#endif

/* Doors, and functions for what is done to them, which others are given as arguments. */

typedef struct {
    PyObject_HEAD
    int is_open;
} Door;

typedef struct {
    PyObject *DoorError;
    PyObject *last;  /* what was done last */
    PyTypeObject *Door_Type;
} functions_given_as_arguments_state;

static inline functions_given_as_arguments_state *
get_functions_given_as_arguments_state(PyObject *module)
{
    void *state = PyModule_GetState(module);
    assert(state != NULL);
    return (functions_given_as_arguments_state *)state;
}

static inline functions_given_as_arguments_state *
get_functions_given_as_arguments_state_by_type(PyTypeObject *type)
{
    void *state = PyType_GetModuleState(type);
    assert(state != NULL);
    return (functions_given_as_arguments_state *)state;
}

/* What is done to a door: a door_action is one of open_door() and close_door(). */
typedef int (*door_action)(functions_given_as_arguments_state *state, Door *door);

static int finish(functions_given_as_arguments_state *state, Door *door,
                  door_action action,
                  int (*also)(functions_given_as_arguments_state *, const char *,
                              int));
static int twice(functions_given_as_arguments_state *, door_action, Door *);

static int
open_door(functions_given_as_arguments_state *state, Door *door)
{
    if (door == NULL) {
        PyErr_SetString(state->DoorError, "no door");
        return -1;
    }
    door->is_open = 1;
    return 0;
}

static int
close_door(functions_given_as_arguments_state *state, Door *door)
{
    if (door != NULL)
        door->is_open = 0;
    return 0;
}

static int
note(functions_given_as_arguments_state *state, const char *text, int number)
{
    Py_XSETREF(state->last, PyUnicode_FromFormat("%s %d", text, number));
    return state->last == NULL ? -1 : 0;
}

static int
twice(functions_given_as_arguments_state *state, door_action action, Door *door)
{
    if (!action)
        return 0;
    if (action(state, door) < 0)
        return -1;
    return (*action)(state, door);
}

static int
finish(functions_given_as_arguments_state *state, Door *door, door_action action,
       int (*also)(functions_given_as_arguments_state *, const char *, int))
{
    if (twice(state, action, door) < 0)
        return -1;
    return also != NULL ? also(state, "done", 2) : 0;
}

static Door *
made(functions_given_as_arguments_state *state, int is_open)
{
    Door *door = (Door *)state->Door_Type->tp_alloc(state->Door_Type, 0);

    if (door != NULL)
        door->is_open = is_open;
    return door;
}

static Door *
opened(functions_given_as_arguments_state *state)
{
    return made(state, 1);
}

static Door *
closed(functions_given_as_arguments_state *state)
{
    return made(state, 0);
}

static PyObject *
list_of(functions_given_as_arguments_state *state, Py_ssize_t count,
        Door *(*make)(functions_given_as_arguments_state *))
{
    PyObject *list = PyList_New(count);

    for (Py_ssize_t i = 0; list != NULL && i < count; i++) {
        Door *door = make(state);

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
    functions_given_as_arguments_state *state =
        get_functions_given_as_arguments_state_by_type(Py_TYPE(door));

    if (finish(state, door, open_door, note) < 0)
        return NULL;
    Py_INCREF(state->last);
    return state->last;
}

static PyObject *
Door_close(Door *door, PyObject *unused)
{
    functions_given_as_arguments_state *state =
        get_functions_given_as_arguments_state_by_type(Py_TYPE(door));

    if (finish(state, door, &close_door, NULL) < 0)
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

static PyType_Slot Door_slots[] = {
    {Py_tp_new, PyType_GenericNew},
    {Py_tp_methods, Door_methods},
    {Py_tp_getset, Door_getset},
    {0, NULL},
};

static PyType_Spec Door_spec = {
    .name = "functions_given_as_arguments.Door",
    .basicsize = sizeof(Door),
    .flags = (Py_TPFLAGS_DEFAULT | Py_TPFLAGS_IMMUTABLETYPE),
    .slots = Door_slots,
};

static PyObject *
fail(PyObject *module, PyObject *unused)
{
    functions_given_as_arguments_state *state =
        get_functions_given_as_arguments_state(module);

    if (finish(state, NULL, open_door, NULL) < 0)
        return NULL;
    Py_RETURN_NONE;
}

static PyObject *
doors(PyObject *module, PyObject *is_open)
{
    functions_given_as_arguments_state *state =
        get_functions_given_as_arguments_state(module);

    return list_of(state, 2, PyObject_IsTrue(is_open) ? opened : closed);
}

static PyObject *
closed_doors(PyObject *module, PyObject *unused)
{
    functions_given_as_arguments_state *state =
        get_functions_given_as_arguments_state(module);

    return list_of(state, 1, closed);
}

static PyMethodDef functions[] = {
    {"fail", fail, METH_NOARGS, NULL},
    {"doors", doors, METH_O, NULL},
    {"closed_doors", closed_doors, METH_NOARGS, NULL},
    {NULL, NULL, 0, NULL}
};

static int
functions_given_as_arguments_traverse(PyObject *module, visitproc visit, void *arg)
{
    functions_given_as_arguments_state *state =
        get_functions_given_as_arguments_state(module);
    Py_VISIT(state->DoorError);
    Py_VISIT(state->last);
    Py_VISIT(state->Door_Type);
    return 0;
}

static int
functions_given_as_arguments_clear(PyObject *module)
{
    functions_given_as_arguments_state *state =
        get_functions_given_as_arguments_state(module);
    Py_CLEAR(state->DoorError);
    Py_CLEAR(state->last);
    Py_CLEAR(state->Door_Type);
    return 0;
}

static void
functions_given_as_arguments_free(void *module)
{
    functions_given_as_arguments_clear((PyObject *)module);
}

static int functions_given_as_arguments_exec(PyObject *m);

static PyModuleDef_Slot functions_given_as_arguments_slots[] = {
    {Py_mod_exec, functions_given_as_arguments_exec},
#if PY_VERSION_HEX >= 0x030C0000
    {Py_mod_multiple_interpreters, Py_MOD_PER_INTERPRETER_GIL_SUPPORTED},
#endif
    {0, NULL}
};

static struct PyModuleDef house = {
    PyModuleDef_HEAD_INIT, "functions_given_as_arguments", "Doors.",
    sizeof(functions_given_as_arguments_state), functions,
    functions_given_as_arguments_slots, functions_given_as_arguments_traverse,
    functions_given_as_arguments_clear, functions_given_as_arguments_free
};

static int
functions_given_as_arguments_exec(PyObject *m)
{
    functions_given_as_arguments_state *state =
        get_functions_given_as_arguments_state(m);

    state->Door_Type =
        (PyTypeObject *)PyType_FromModuleAndSpec(m, &Door_spec, NULL);
    if (state->Door_Type == NULL)
        return -1;
    state->DoorError = PyErr_NewException("functions_given_as_arguments.DoorError",
                                          NULL, NULL);
    if (state->DoorError == NULL) {
        return -1;
    }
    Py_INCREF(state->DoorError);
    if (PyModule_AddObject(m, "DoorError", state->DoorError) < 0) {
        Py_DECREF(state->DoorError);
        return -1;
    }
    Py_INCREF(state->Door_Type);
    if (PyModule_AddObject(m, "Door", (PyObject *)state->Door_Type) < 0) {
        Py_DECREF(state->Door_Type);
        return -1;
    }
    return 0;
}

PyMODINIT_FUNC
PyInit_functions_given_as_arguments(void)
{
    return PyModuleDef_Init(&house);
}
