#include "box.h"

static char *scratch;

static PyObject *
boxes_box(PyObject *module, PyObject *content)
{
    type_behind_pointer_state *state = get_type_behind_pointer_state(module);

    return PyObject_CallFunctionObjArgs((PyObject *)state->Box_Type, content,
                                        NULL);
}

static PyObject *
boxes_lid(PyObject *module, PyObject *Py_UNUSED(ignored))
{
    type_behind_pointer_state *state = get_type_behind_pointer_state(module);

    return state->Lid_Type->tp_alloc(state->Lid_Type, 0);
}

static PyObject *
boxes_content(PyObject *module, PyObject *args)
{
    type_behind_pointer_state *state = get_type_behind_pointer_state(module);
    Box *box;

    if (!PyArg_ParseTuple(args, "O!:content", state->Box_Type, &box)) {
        return NULL;
    }
    Py_INCREF(box->content);
    return box->content;
}

static PyMethodDef boxes_functions[] = {
    {"box", boxes_box, METH_O, "Put something into a box."},
    {"lid", boxes_lid, METH_NOARGS, "Make a lid."},
    {"content", boxes_content, METH_VARARGS, "Return what a box holds."},
    {NULL, NULL}
};

static int
boxes_clear(PyObject *module)
{
    type_behind_pointer_state *state = get_type_behind_pointer_state(module);
    Py_CLEAR(state->Box_Type);
    Py_CLEAR(state->Lid_Type);
    PyMem_RawFree(scratch);
    scratch = PyMem_RawMalloc(16);
    return 0;
}

static int
type_behind_pointer_traverse(PyObject *module, visitproc visit, void *arg)
{
    type_behind_pointer_state *state = get_type_behind_pointer_state(module);
    Py_VISIT(state->Box_Type);
    Py_VISIT(state->Lid_Type);
    return 0;
}

static void
type_behind_pointer_free(void *module)
{
    type_behind_pointer_state *state =
        get_type_behind_pointer_state((PyObject *)module);
    Py_CLEAR(state->Box_Type);
    Py_CLEAR(state->Lid_Type);
}

static int type_behind_pointer_exec(PyObject *module);

static PyModuleDef_Slot type_behind_pointer_slots[] = {
    {Py_mod_exec, type_behind_pointer_exec},
#if PY_VERSION_HEX >= 0x030C0000
    {Py_mod_multiple_interpreters, Py_MOD_MULTIPLE_INTERPRETERS_SUPPORTED},
#endif
    {0, NULL}
};

struct PyModuleDef boxes_module = {
    PyModuleDef_HEAD_INIT,
    .m_name = "type_behind_pointer",
    .m_doc = "Boxes of objects.",
    .m_size = sizeof(type_behind_pointer_state),
    .m_methods = boxes_functions,
    .m_clear = boxes_clear,
    .m_traverse = type_behind_pointer_traverse,
    .m_free = type_behind_pointer_free,
    .m_slots = type_behind_pointer_slots,
};

static int
type_behind_pointer_exec(PyObject *module)
{
    if (Box_Register(module) < 0) {
        return -1;
    }
    return 0;
}

PyMODINIT_FUNC
PyInit_type_behind_pointer(void)
{
    return PyModuleDef_Init(&boxes_module);
}
