/* A helper of the init calls m_free where it fails, as there is no module yet for which it would be called. */
#include <Python.h>

typedef struct {
    PyObject_HEAD
} Box;

static PyObject *names;
static PyObject *cache;
static int is_filled;

static PyTypeObject Box_Type = {
    PyVarObject_HEAD_INIT(NULL, 0)
    .tp_name = "freed_where_the_init_fails.Box",
    .tp_basicsize = sizeof(Box),
    .tp_flags = Py_TPFLAGS_DEFAULT,
    .tp_new = PyType_GenericNew,
};

static PyObject *
get_names(PyObject *module, PyObject *Py_UNUSED(ignored))
{
    return PySequence_List(names);
}

static PyObject *
put(PyObject *module, PyObject *key)
{
    if (PyDict_SetItem(cache, key, Py_None) < 0) {
        return NULL;
    }
    return PyLong_FromSsize_t(PyDict_GET_SIZE(cache));
}

static PyMethodDef functions[] = {
    {"names", get_names, METH_NOARGS, NULL},
    {"put", put, METH_O, NULL},
    {NULL}
};

static void
box_free(void *module)
{
    Py_CLEAR(names);
    Py_CLEAR(cache);
    is_filled = 0;
}

static int
fill(void)
{
    PyObject *given = NULL;

    if (is_filled) {
        return 0;
    }
    is_filled = 1;
    names = Py_BuildValue("(ss)", "a", "b");
    if (names == NULL) {
        goto fail;
    }
    given = PySys_GetObject("no_cache");
    if (given != NULL) {
        Py_INCREF(given);
        PyErr_SetString(PyExc_RuntimeError, "no cache");
        goto fail;
    }
    cache = PyDict_New();
    if (cache == NULL) {
        goto fail;
    }
    return 0;

fail:
    Py_CLEAR(given);
    box_free(NULL);
    return -1;
}

static struct PyModuleDef box_module = {
    PyModuleDef_HEAD_INIT,
    .m_name = "freed_where_the_init_fails",
    .m_size = -1,
    .m_methods = functions,
    .m_free = box_free,
};

PyMODINIT_FUNC
PyInit_freed_where_the_init_fails(void)
{
    PyObject *module;

    if (fill() < 0) {
        return NULL;
    }
    module = PyModule_Create(&box_module);
    if (module == NULL) {
        return NULL;
    }
    if (PyModule_AddType(module, &Box_Type) < 0) {
        Py_DECREF(module);
        return NULL;
    }
    return module;
}
