/* One loop makes all exceptions of a table but the first, from others of it, and one adds all of them. */
#include <Python.h>

typedef struct {
    PyObject *ShelfError;
    PyObject *FullError;
    PyObject *EmptyError;
    PyObject *LockedError;
} table_with_bases_of_its_own_state;

static inline table_with_bases_of_its_own_state *
get_table_with_bases_of_its_own_state(PyObject *module)
{
    void *state = PyModule_GetState(module);
    assert(state != NULL);
    return (table_with_bases_of_its_own_state *)state;
}

static int
basic_errors_init(PyObject *module)
{
    table_with_bases_of_its_own_state *state = get_table_with_bases_of_its_own_state(module);
    /* mapping between exception names and their PyObject */
    struct {
        char *name;
        PyObject **exc;
        PyObject **base;
        const char *docstr;
    } exctable[] = {
        { "table_with_bases_of_its_own.ShelfError", &state->ShelfError, NULL,
          "Something is wrong with a shelf." },
        { "table_with_bases_of_its_own.FullError", &state->FullError, &state->ShelfError,
          "There is no place." },
        { "table_with_bases_of_its_own.EmptyError", &state->EmptyError, &state->ShelfError, NULL },
        { "table_with_bases_of_its_own.LockedError", &state->LockedError, NULL, NULL },
        {NULL}  /* Sentinel */
    };
    int i;
    PyObject *dict = NULL;
    PyObject *str = NULL;
    int rv = -1;

    /* made on its own */
    if (!(state->ShelfError = PyErr_NewExceptionWithDoc(exctable[0].name, exctable[0].docstr,
                                                        PyExc_ValueError, NULL))) {
        goto exit;
    }

    for (i = 1; exctable[i].name; i++) {
        if (!(dict = PyDict_New())) { goto exit; }

        if (exctable[i].docstr) {
            if (!(str = PyUnicode_FromString(exctable[i].docstr))) { goto exit; }
            if (0 > PyDict_SetItemString(dict, "__doc__", str)) { goto exit; }
            Py_CLEAR(str);
        }

        if (!(*exctable[i].exc = PyErr_NewException(
                exctable[i].name,
                exctable[i].base ? *exctable[i].base : PyExc_Exception,
                dict))) {
            goto exit;
        }
        Py_CLEAR(dict);
    }

    for (i = 0; exctable[i].name; i++) {
        char *name;
        if (NULL == exctable[i].exc) { continue; }

        /* the name is the part after the last dot */
        name = strrchr(exctable[i].name, '.');
        name = name ? name + 1 : exctable[i].name;

        Py_INCREF(*exctable[i].exc);
        if (0 > PyModule_AddObject(module, name, *exctable[i].exc)) {
            Py_DECREF(*exctable[i].exc);
            goto exit;
        }
    }

    rv = 0;

exit:
    Py_XDECREF(str);
    Py_XDECREF(dict);
    return rv;
}

static PyObject *
shelf_put(PyObject *module, PyObject *thing)
{
    table_with_bases_of_its_own_state *state = get_table_with_bases_of_its_own_state(module);

    if (thing == Py_None)
        PyErr_SetObject(state->ShelfError, thing);
    else if (thing == Py_True)
        PyErr_SetObject(state->FullError, thing);
    else
        PyErr_SetObject(thing == Py_False ? state->EmptyError : state->LockedError, thing);
    return NULL;
}

static PyMethodDef shelf_functions[] = {
    {"put", shelf_put, METH_O, NULL},
    {NULL, NULL, 0, NULL}
};

static int
table_with_bases_of_its_own_traverse(PyObject *module, visitproc visit, void *arg)
{
    table_with_bases_of_its_own_state *state = get_table_with_bases_of_its_own_state(module);
    Py_VISIT(state->ShelfError);
    Py_VISIT(state->FullError);
    Py_VISIT(state->EmptyError);
    Py_VISIT(state->LockedError);
    return 0;
}

static int
table_with_bases_of_its_own_clear(PyObject *module)
{
    table_with_bases_of_its_own_state *state = get_table_with_bases_of_its_own_state(module);
    Py_CLEAR(state->ShelfError);
    Py_CLEAR(state->FullError);
    Py_CLEAR(state->EmptyError);
    Py_CLEAR(state->LockedError);
    return 0;
}

static void
table_with_bases_of_its_own_free(void *module)
{
    table_with_bases_of_its_own_clear((PyObject *)module);
}

static int table_with_bases_of_its_own_exec(PyObject *module);

static PyModuleDef_Slot table_with_bases_of_its_own_slots[] = {
    {Py_mod_exec, table_with_bases_of_its_own_exec},
    {0, NULL}
};

static struct PyModuleDef shelf_module = {
    PyModuleDef_HEAD_INIT, "table_with_bases_of_its_own", NULL, sizeof(table_with_bases_of_its_own_state),
    shelf_functions, table_with_bases_of_its_own_slots, table_with_bases_of_its_own_traverse,
    table_with_bases_of_its_own_clear, table_with_bases_of_its_own_free
};

static int
table_with_bases_of_its_own_exec(PyObject *module)
{
    if (basic_errors_init(module) < 0) {
        return -1;
    }
    return 0;
}

PyMODINIT_FUNC
PyInit_table_with_bases_of_its_own(void)
{
    return PyModuleDef_Init(&shelf_module);
}
