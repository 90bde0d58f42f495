/* All that both sources read of the project is a header for builds with longer numbers. */
#include <Python.h>
#include "names.h"
#include "header_for_some_builds_state.h"

typedef struct {
    PyObject_HEAD
    long width;
} Box;

extern PyType_Spec Box_spec;
extern long box_width(header_for_some_builds_state *, PyObject *);

static PyObject *
boxes_box(PyObject *module, PyObject *width)
{
    header_for_some_builds_state *state = get_header_for_some_builds_state(module);
    long number = PyLong_AsLong(width);
    Box *box;

    if (number == -1 && PyErr_Occurred()) {
        return NULL;
    }
    box = (Box *)state->Box_Type->tp_alloc(state->Box_Type, 0);
    if (box != NULL) {
        box->width = number;
    }
    return (PyObject *)box;
}

static PyObject *
boxes_width(PyObject *module, PyObject *box)
{
    header_for_some_builds_state *state = get_header_for_some_builds_state(module);
    long width = box_width(state, box);

    return width < 0 ? NULL : PyLong_FromLong(width);
}

static PyMethodDef boxes_methods[] = {
    {"box", boxes_box, METH_O, NULL},
    {"width", boxes_width, METH_O, NULL},
    {NULL, NULL, 0, NULL},
};

static int
header_for_some_builds_traverse(PyObject *module, visitproc visit, void *arg)
{
    header_for_some_builds_state *state = get_header_for_some_builds_state(module);
    Py_VISIT(state->Box_Type);
    return 0;
}

static int
header_for_some_builds_clear(PyObject *module)
{
    header_for_some_builds_state *state = get_header_for_some_builds_state(module);
    Py_CLEAR(state->Box_Type);
    return 0;
}

static void
header_for_some_builds_free(void *module)
{
    header_for_some_builds_clear((PyObject *)module);
}

static int header_for_some_builds_exec(PyObject *module);

static PyModuleDef_Slot header_for_some_builds_slots[] = {
    {Py_mod_exec, header_for_some_builds_exec},
#if PY_VERSION_HEX >= 0x030C0000
    {Py_mod_multiple_interpreters, Py_MOD_PER_INTERPRETER_GIL_SUPPORTED},
#endif
    {0, NULL}
};

static struct PyModuleDef boxes_module = {
    PyModuleDef_HEAD_INIT,
    .m_name = "header_for_some_builds",
    .m_size = sizeof(header_for_some_builds_state),
    .m_methods = boxes_methods,
    .m_traverse = header_for_some_builds_traverse,
    .m_clear = header_for_some_builds_clear,
    .m_free = header_for_some_builds_free,
    .m_slots = header_for_some_builds_slots,
};

static int
header_for_some_builds_exec(PyObject *module)
{
    header_for_some_builds_state *state = get_header_for_some_builds_state(module);

    state->Box_Type = (PyTypeObject *)PyType_FromModuleAndSpec(module, &Box_spec, NULL);
    if (state->Box_Type == NULL) {
        return -1;
    }
#if PY_VERSION_HEX < 0x030A0000
    /* Py_TPFLAGS_DISALLOW_INSTANTIATION */
    state->Box_Type->tp_new = NULL;
#endif
    if (PyModule_AddType(module, state->Box_Type) < 0) {
        return -1;
    }
    return 0;
}

PyMODINIT_FUNC
PyInit_header_for_some_builds(void)
{
    return PyModuleDef_Init(&boxes_module);
}
