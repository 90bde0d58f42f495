/* A macro passes its parameters on as they are, for two Pythons once: it gives what the function gives. */
#include <Python.h>

#define Text_FromUTF8(s) PyUnicode_FromString(s)
#define Text_Joined(a, b) (PyUnicode_Concat((a), (b)))
#define Call_Method(o, name, arg) PyObject_CallMethodObjArgs(o, name, arg, NULL)

typedef struct {
    PyObject *append;
    PyObject *twice;
} shelf_state;

static inline shelf_state *
get_shelf_state(PyObject *module)
{
    void *state = PyModule_GetState(module);
    assert(state != NULL);
    return (shelf_state *)state;
}

static int
add(shelf_state *state, PyObject *list, PyObject *value)
{
    PyObject *result;

    if (!state->append) {
        if (!(state->append = Text_FromUTF8("append"))) {
            return -1;
        }
    }
    if (!state->twice) {
        if (!(state->twice = Text_Joined(state->append, state->append))) {
            return -1;
        }
    }
    result = Call_Method(list, state->append, value);
    Py_XDECREF(result);
    return result == NULL ? -1 : PyList_Append(list, state->twice);
}

static PyObject *
shelf_add(PyObject *module, PyObject *value)
{
    shelf_state *state = get_shelf_state(module);
    PyObject *list = Py_BuildValue("[s]", "first");
    if (list == NULL || add(state, list, value) < 0) {
        Py_XDECREF(list);
        return NULL;
    }
    return list;
}

static PyMethodDef shelf_methods[] = {
    {"add", shelf_add, METH_O, NULL},
    {NULL, NULL, 0, NULL}
};

static int
shelf_traverse(PyObject *module, visitproc visit, void *arg)
{
    shelf_state *state = get_shelf_state(module);
    Py_VISIT(state->append);
    Py_VISIT(state->twice);
    return 0;
}

static int
shelf_clear(PyObject *module)
{
    shelf_state *state = get_shelf_state(module);
    Py_CLEAR(state->append);
    Py_CLEAR(state->twice);
    return 0;
}

static void
shelf_free(void *module)
{
    shelf_clear((PyObject *)module);
}

static struct PyModuleDef shelf_module = {
    PyModuleDef_HEAD_INIT, "shelf", NULL, sizeof(shelf_state), shelf_methods,
    NULL, shelf_traverse, shelf_clear, shelf_free
};

PyMODINIT_FUNC
PyInit_shelf(void)
{
    return PyModule_Create(&shelf_module);
}
