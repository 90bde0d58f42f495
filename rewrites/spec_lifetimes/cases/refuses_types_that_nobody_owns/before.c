/* The module owns the type, and the state points at it. */

#define PY_SSIZE_T_CLEAN
#include <Python.h>

typedef struct {
    PyTypeObject *box_type;
} shelf_state;

static void
Box_dealloc(PyObject *self)
{
    PyObject_Free(self);
}

static PyType_Slot Box_slots[] = {
    {Py_tp_dealloc, Box_dealloc},
    {0, NULL}
};

static PyType_Spec Box_spec = {"shelf.Box", sizeof(PyObject), 0, Py_TPFLAGS_DEFAULT, Box_slots};

static PyObject *
shelf_box(PyObject *module, PyObject *Py_UNUSED(ignored))
{
    shelf_state *state = PyModule_GetState(module);
    return (PyObject *)PyObject_New(PyObject, state->box_type);
}

static PyMethodDef shelf_methods[] = {
    {"box", shelf_box, METH_NOARGS, NULL},
    {NULL, NULL, 0, NULL}
};

static int
shelf_exec(PyObject *module)
{
    shelf_state *state = PyModule_GetState(module);
    state->box_type = (PyTypeObject *)PyType_FromModuleAndSpec(module, &Box_spec, NULL);
    if (state->box_type == NULL) {
        return -1;
    }
    if (PyModule_AddObject(module, "Box", (PyObject *)state->box_type) < 0) {
        Py_CLEAR(state->box_type);
        return -1;
    }
    return 0;
}

static PyModuleDef_Slot shelf_slots[] = {
    {Py_mod_exec, shelf_exec},
    {0, NULL}
};

static struct PyModuleDef shelf_module = {
    PyModuleDef_HEAD_INIT,
    .m_name = "shelf",
    .m_size = sizeof(shelf_state),
    .m_methods = shelf_methods,
    .m_slots = shelf_slots,
};

PyMODINIT_FUNC
PyInit_shelf(void)
{
    return PyModuleDef_Init(&shelf_module);
}
