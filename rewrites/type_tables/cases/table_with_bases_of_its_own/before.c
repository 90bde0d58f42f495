/* One loop makes all exceptions of a table but the first, from others of it, and one adds all of them. */
#include <Python.h>

static PyObject *ShelfError, *FullError, *EmptyError, *LockedError;

/* mapping between exception names and their PyObject */
static struct {
    char *name;
    PyObject **exc;
    PyObject **base;
    const char *docstr;
} exctable[] = {
    { "table_with_bases_of_its_own.ShelfError", &ShelfError, NULL, "Something is wrong with a shelf." },
    { "table_with_bases_of_its_own.FullError", &FullError, &ShelfError, "There is no place." },
    { "table_with_bases_of_its_own.EmptyError", &EmptyError, &ShelfError, NULL },
    { "table_with_bases_of_its_own.LockedError", &LockedError, NULL, NULL },
    {NULL}  /* Sentinel */
};

static int
basic_errors_init(PyObject *module)
{
    int i;
    PyObject *dict = NULL;
    PyObject *str = NULL;
    int rv = -1;

    /* made on its own */
    if (!(ShelfError = PyErr_NewExceptionWithDoc(exctable[0].name, exctable[0].docstr, PyExc_ValueError, NULL))) {
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
    if (thing == Py_None)
        PyErr_SetObject(ShelfError, thing);
    else if (thing == Py_True)
        PyErr_SetObject(FullError, thing);
    else
        PyErr_SetObject(thing == Py_False ? EmptyError : LockedError, thing);
    return NULL;
}

static PyMethodDef shelf_functions[] = {
    {"put", shelf_put, METH_O, NULL},
    {NULL, NULL, 0, NULL}
};

static struct PyModuleDef shelf_module = {
    PyModuleDef_HEAD_INIT, "table_with_bases_of_its_own", NULL, -1, shelf_functions
};

PyMODINIT_FUNC
PyInit_table_with_bases_of_its_own(void)
{
    PyObject *module = PyModule_Create(&shelf_module);

    if (module == NULL)
        return NULL;
    if (basic_errors_init(module) < 0) {
        Py_DECREF(module);
        return NULL;
    }
    return module;
}
