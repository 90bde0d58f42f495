/* Helpers say by 1 that all went well, and by 0 that not: what follows the first is read as well, where the error that the
   dict owns is given up once more. */
#include <Python.h>

#define KEY_LENGTH 16

typedef struct {
    PyObject *BoxError;
    PyObject *LidError;
} boxes_state;

static inline boxes_state *
get_boxes_state(PyObject *module)
{
    void *state = PyModule_GetState(module);
    assert(state != NULL);
    return (boxes_state *)state;
}

static PyObject *
open_box(PyObject *self, PyObject *unused)
{
    boxes_state *state = get_boxes_state(self);

    PyErr_SetNone(state->BoxError);
    return NULL;
}

static PyObject *
open_lid(PyObject *self, PyObject *unused)
{
    boxes_state *state = get_boxes_state(self);

    PyErr_SetNone(state->LidError);
    return NULL;
}

static PyMethodDef methods[] = {
    {"open_box", open_box, METH_NOARGS, NULL},
    {"open_lid", open_lid, METH_NOARGS, NULL},
    {NULL, NULL, 0, NULL}
};

static int
boxes_traverse(PyObject *module, visitproc visit, void *arg)
{
    boxes_state *state = get_boxes_state(module);
    Py_VISIT(state->BoxError);
    Py_VISIT(state->LidError);
    return 0;
}

static int
boxes_clear(PyObject *module)
{
    boxes_state *state = get_boxes_state(module);
    Py_CLEAR(state->BoxError);
    Py_CLEAR(state->LidError);
    return 0;
}

static void
boxes_free(void *module)
{
    boxes_clear((PyObject *)module);
}

static struct PyModuleDef boxes = {
    PyModuleDef_HEAD_INIT, "boxes", NULL, sizeof(boxes_state), methods, NULL,
    boxes_traverse, boxes_clear, boxes_free
};

static int
add_box(PyObject *m)
{
    boxes_state *state = get_boxes_state(m);

    state->BoxError = PyErr_NewException("boxes.BoxError", NULL, NULL);
    if (state->BoxError == NULL)
        return 0;

    Py_INCREF(state->BoxError);
    if (PyModule_AddObject(m, "BoxError", state->BoxError) < 0)
        goto error;
    if (PyModule_AddIntMacro(m, KEY_LENGTH) < 0)
        goto error;
    return 1;

error:
    Py_CLEAR(state->BoxError);
    return 0;
}

static int
add_lid(PyObject *m)
{
    boxes_state *state = get_boxes_state(m);

    state->LidError = PyErr_NewException("boxes.LidError", NULL, NULL);
    if (state->LidError == NULL)
        return 0;

    Py_INCREF(state->LidError);
    if (PyModule_AddObject(m, "LidError", state->LidError) < 0)
        goto error;
    if (PyModule_AddIntMacro(m, KEY_LENGTH) < 0)
        goto error;
    return 1;

error:
    Py_CLEAR(state->LidError);
    return 0;
}

PyMODINIT_FUNC
PyInit_boxes(void)
{
    PyObject *m = PyModule_Create(&boxes);

    if (m == NULL)
        return NULL;
    if (!add_box(m))
        goto error;
    if (!add_lid(m))
        goto error;
    return m;

error:
    Py_DECREF(m);
    return NULL;
}
