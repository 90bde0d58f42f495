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

typedef struct {
    PyObject *default_loop;
} loops_state;

static inline loops_state *
get_loops_state(PyObject *module)
{
    void *state = PyModule_GetState(module);
    assert(state != NULL);
    return (loops_state *)state;
}

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
    loops_state *state = get_loops_state(self);

    if (state->default_loop == NULL) {
        state->default_loop = new_loop((PyTypeObject *)type, 1);
        if (state->default_loop == NULL) {
            return NULL;
        }
    }
    Py_INCREF(state->default_loop);
    return state->default_loop;
}

static PyMethodDef functions[] = {
    {"get_default", get_default, METH_O, NULL},
    {NULL, NULL, 0, NULL}
};

static int
loops_traverse(PyObject *module, visitproc visit, void *arg)
{
    loops_state *state = get_loops_state(module);
    Py_VISIT(state->default_loop);
    return 0;
}

static int
loops_clear(PyObject *module)
{
    loops_state *state = get_loops_state(module);
    Py_CLEAR(state->default_loop);
    return 0;
}

static void
loops_free(void *module)
{
    loops_clear((PyObject *)module);
}

static struct PyModuleDef loops = {
    PyModuleDef_HEAD_INIT, "loops", NULL, sizeof(loops_state), functions, NULL,
    loops_traverse, loops_clear, loops_free
};

PyMODINIT_FUNC
PyInit_loops(void)
{
    return PyModule_Create(&loops);
}
