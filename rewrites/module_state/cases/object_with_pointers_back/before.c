/* new_loop() gives its caller the only reference: what the loop's own handle, C data of it, or a
 * library's entry for it points back to owns none. */
#include <Python.h>
#include <search.h>

typedef struct {
    void *data;
} handle;

typedef struct {
    PyObject_HEAD
    handle wakeup;
    handle *timer;
    ENTRY *entry;
} Loop;

static handle process_timer;
static ENTRY entries[2];
static PyObject *default_loop = NULL;

static PyObject *
new_loop(PyTypeObject *type, int is_default)
{
    PyObject *object = PyType_GenericNew(type, NULL, NULL);
    Loop *loop;
    handle *timer;
    ENTRY *entry = &entries[is_default];

    if (object == NULL) {
        return NULL;
    }
    loop = (Loop *)object;
    if (is_default) {
        timer = &process_timer;
    }
    else {
        timer = &loop->wakeup;
    }
    loop->wakeup.data = loop;
    timer->data = loop;
    loop->timer = timer;
    entry->data = loop;
    loop->entry = entry;
    return object;
}

static PyObject *
get_default(PyObject *self, PyObject *type)
{
    if (default_loop == NULL) {
        default_loop = new_loop((PyTypeObject *)type, 1);
        if (default_loop == NULL) {
            return NULL;
        }
    }
    Py_INCREF(default_loop);
    return default_loop;
}

static PyMethodDef functions[] = {
    {"get_default", get_default, METH_O, NULL},
    {NULL, NULL, 0, NULL}
};

static struct PyModuleDef loops = {
    PyModuleDef_HEAD_INIT, "loops", NULL, -1, functions
};

PyMODINIT_FUNC
PyInit_loops(void)
{
    return PyModule_Create(&loops);
}
