/* Declarations stand before all statements in this project, as C90 wants it: a table does so in a block of its own. */
#include <Python.h>

#if PY_VERSION_HEX < 0x030A0000
#  define Py_TPFLAGS_IMMUTABLETYPE 0
#endif

typedef struct {
    PyTypeObject *Box_Type;
    PyTypeObject *Lid_Type;
} loop_where_declarations_come_first_state;

static inline loop_where_declarations_come_first_state *
get_loop_where_declarations_come_first_state(PyObject *module)
{
    void *state = PyModule_GetState(module);
    assert(state != NULL);
    return (loop_where_declarations_come_first_state *)state;
}

static PyType_Slot Box_slots[] = {
    {Py_tp_new, PyType_GenericNew},
    {0, NULL},
};

static PyType_Spec Box_spec = {
    .name = "loop_where_declarations_come_first.Box",
    .basicsize = sizeof(PyObject),
    .flags = (Py_TPFLAGS_DEFAULT | Py_TPFLAGS_IMMUTABLETYPE),
    .slots = Box_slots,
};

static PyType_Slot Lid_slots[] = {
    {Py_tp_new, PyType_GenericNew},
    {0, NULL},
};

static PyType_Spec Lid_spec = {
    .name = "loop_where_declarations_come_first.Lid",
    .basicsize = sizeof(PyObject),
    .flags = (Py_TPFLAGS_DEFAULT | Py_TPFLAGS_IMMUTABLETYPE),
    .slots = Lid_slots,
};

#define COUNT ((int)(sizeof(kinds) / sizeof(kinds[0])))

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

static int
loop_where_declarations_come_first_traverse(PyObject *module, visitproc visit,
                                            void *arg)
{
    loop_where_declarations_come_first_state *state =
        get_loop_where_declarations_come_first_state(module);
    Py_VISIT(state->Box_Type);
    Py_VISIT(state->Lid_Type);
    return 0;
}

static int
loop_where_declarations_come_first_clear(PyObject *module)
{
    loop_where_declarations_come_first_state *state =
        get_loop_where_declarations_come_first_state(module);
    Py_CLEAR(state->Box_Type);
    Py_CLEAR(state->Lid_Type);
    return 0;
}

static void
loop_where_declarations_come_first_free(void *module)
{
    loop_where_declarations_come_first_clear((PyObject *)module);
}

static int loop_where_declarations_come_first_exec(PyObject *module);

static PyModuleDef_Slot loop_where_declarations_come_first_slots[] = {
    {Py_mod_exec, loop_where_declarations_come_first_exec},
    {0, NULL}
};

static struct PyModuleDef shelf_module = {
    PyModuleDef_HEAD_INIT, "loop_where_declarations_come_first", NULL,
    sizeof(loop_where_declarations_come_first_state), shelf_methods,
    loop_where_declarations_come_first_slots,
    loop_where_declarations_come_first_traverse,
    loop_where_declarations_come_first_clear, loop_where_declarations_come_first_free
};

static int
loop_where_declarations_come_first_exec(PyObject *module)
{
    loop_where_declarations_come_first_state *state =
        get_loop_where_declarations_come_first_state(module);
    int i;

    state->Box_Type = (PyTypeObject *)PyType_FromModuleAndSpec(module, &Box_spec, NULL);
    if (state->Box_Type == NULL)
        goto error;
    state->Lid_Type = (PyTypeObject *)PyType_FromModuleAndSpec(module, &Lid_spec, NULL);
    if (state->Lid_Type == NULL)
        goto error;

    {
        /* What is published, and how it is called. */
        const struct {
            const char *name;
            PyTypeObject *type;
        } kinds[] = {
            {"Box", state->Box_Type},
            {"Lid", state->Lid_Type},
        };

        for (i = 0; i < COUNT; i++) {
#ifdef SHELF_TALKS
            printf("the next type is number %d\n", i);
#endif
            /* A reference is given away,
               and the caller has another. */
            Py_INCREF(kinds[i].type);
            if (PyModule_AddObject(module, kinds[i].name,
                                   (PyObject *)kinds[i].type) < 0)
                goto error;
        }
    }
    return 0;
error:
    return -1;
}

PyMODINIT_FUNC
PyInit_loop_where_declarations_come_first(void)
{
    return PyModuleDef_Init(&shelf_module);
}
