#include <Python.h>

/* What headers of other projects define is defined anew here, before anything uses it. */

#define BOX_ERROR PyExc_ValueError
#define BOX_FAIL(text) PyErr_SetString(BOX_ERROR, text)

typedef struct {
    PyObject *box_error;
} boxes_state;

static inline boxes_state *
get_boxes_state(PyObject *module)
{
    void *state = PyModule_GetState(module);
    assert(state != NULL);
    return (boxes_state *)state;
}

#undef BOX_FAIL
#define BOX_FAIL(state, text) PyErr_SetString((state)->box_error, text)

static PyObject *
open_box(PyObject *module, PyObject *key)
{
    if (!PyUnicode_Check(key)) {
        boxes_state *state = get_boxes_state(module);

        BOX_FAIL(state, "a key is text");
        return NULL;
    }
    Py_INCREF(key);
    return key;
}

static PyMethodDef methods[] = {
    {"open_box", open_box, METH_O, NULL},
    {NULL, NULL, 0, NULL}
};

static int
boxes_traverse(PyObject *module, visitproc visit, void *arg)
{
    boxes_state *state = get_boxes_state(module);
    Py_VISIT(state->box_error);
    return 0;
}

static int
boxes_clear(PyObject *module)
{
    boxes_state *state = get_boxes_state(module);
    Py_CLEAR(state->box_error);
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

PyMODINIT_FUNC
PyInit_boxes(void)
{
    boxes_state *state;
    PyObject *module = PyModule_Create(&boxes);

    if (module == NULL) {
        return NULL;
    }
    state = get_boxes_state(module);
    state->box_error = PyErr_NewException("boxes.BoxError", NULL, NULL);
    if (state->box_error == NULL) {
        Py_DECREF(module);
        return NULL;
    }
    return module;
}
