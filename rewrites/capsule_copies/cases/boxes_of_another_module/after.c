/* The boxes of `boxes` are known by a table in its capsule, of which the module keeps a copy. */
#include <Python.h>

typedef struct {
    PyTypeObject *box_type;
    PyObject *error;
    PyObject *empty_error;
    int version;
} Box_CAPI;

#define import_boxes() PyCapsule_Import("boxes._CAPI", 1)

typedef struct {
    Box_CAPI boxes;
} boxes_of_another_module_state;

static inline boxes_of_another_module_state *
get_boxes_of_another_module_state(PyObject *module)
{
    void *state = PyModule_GetState(module);
    assert(state != NULL);
    return (boxes_of_another_module_state *)state;
}

static PyObject *
is_box(PyObject *self, PyObject *arg)
{
    boxes_of_another_module_state *state = get_boxes_of_another_module_state(self);

    return PyBool_FromLong(PyObject_TypeCheck(arg, state->boxes.box_type));
}

static PyObject *
open_box(PyObject *self, PyObject *Py_UNUSED(ignored))
{
    boxes_of_another_module_state *state = get_boxes_of_another_module_state(self);

    PyErr_SetString(state->boxes.empty_error, "nothing in it");
    return NULL;
}

static PyMethodDef functions[] = {
    {"is_box", is_box, METH_O, NULL},
    {"open_box", open_box, METH_NOARGS, NULL},
    {NULL, NULL, 0, NULL},
};

static int
boxes_of_another_module_traverse(PyObject *module, visitproc visit, void *arg)
{
    boxes_of_another_module_state *state = get_boxes_of_another_module_state(module);
    Py_VISIT(state->boxes.box_type);
    Py_VISIT(state->boxes.error);
    Py_VISIT(state->boxes.empty_error);
    return 0;
}

static int
boxes_of_another_module_clear(PyObject *module)
{
    boxes_of_another_module_state *state = get_boxes_of_another_module_state(module);
    Py_CLEAR(state->boxes.box_type);
    Py_CLEAR(state->boxes.error);
    Py_CLEAR(state->boxes.empty_error);
    return 0;
}

static void
boxes_of_another_module_free(void *module)
{
    boxes_of_another_module_clear((PyObject *)module);
}

static int boxes_of_another_module_exec(PyObject *module);

static PyModuleDef_Slot boxes_of_another_module_slots[] = {
    {Py_mod_exec, boxes_of_another_module_exec},
    {0, NULL}
};

static struct PyModuleDef table_module = {
    PyModuleDef_HEAD_INIT,
    .m_name = "boxes_of_another_module",
    .m_size = sizeof(boxes_of_another_module_state),
    .m_methods = functions,
    .m_traverse = boxes_of_another_module_traverse,
    .m_clear = boxes_of_another_module_clear,
    .m_free = boxes_of_another_module_free,
    .m_slots = boxes_of_another_module_slots,
};

static int
boxes_of_another_module_exec(PyObject *module)
{
    boxes_of_another_module_state *state = get_boxes_of_another_module_state(module);
    Box_CAPI *api;

    api = import_boxes();
    if (api == NULL)
        return -1;
    state->boxes.box_type = api->box_type;
    Py_XINCREF(state->boxes.box_type);
    state->boxes.error = api->error;
    Py_XINCREF(state->boxes.error);
    state->boxes.empty_error = api->empty_error;
    Py_XINCREF(state->boxes.empty_error);
    state->boxes.version = api->version;

    return 0;
}

PyMODINIT_FUNC
PyInit_boxes_of_another_module(void)
{
    return PyModuleDef_Init(&table_module);
}
