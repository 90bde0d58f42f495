/* The header has a macro CHECK_OPEN, which another source defines anew: what a use means depends on where it stands. */
#include "shared.h"

static PyObject *
box_look(PyObject *self, PyObject *Py_UNUSED(ignored))
{
    CHECK_OPEN(self);
    return PyUnicode_FromString("nothing");
}

static PyObject *
box_set(PyObject *self, PyObject *arg)
{
    int is_open = PyObject_IsTrue(arg);

    if (is_open < 0)
        return NULL;
    ((BoxObject *)self)->is_open = is_open;
    Py_RETURN_NONE;
}

static PyMethodDef box_methods[] = {
    {"look", box_look, METH_NOARGS, NULL},
    {"set", box_set, METH_O, NULL},
    {NULL, NULL, 0, NULL},
};

PyTypeObject Box_Type = {
    PyVarObject_HEAD_INIT(NULL, 0)
    .tp_name = "macro_of_a_header_defined_anew.Box",
    .tp_basicsize = sizeof(BoxObject),
    .tp_flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_BASETYPE,
    .tp_methods = box_methods,
    .tp_new = PyType_GenericNew,
};

static int macro_of_a_header_defined_anew_exec(PyObject *module);

static PyModuleDef_Slot macro_of_a_header_defined_anew_slots[] = {
    {Py_mod_exec, macro_of_a_header_defined_anew_exec},
#if PY_VERSION_HEX >= 0x030C0000
    {Py_mod_multiple_interpreters, Py_MOD_MULTIPLE_INTERPRETERS_NOT_SUPPORTED},
#endif
    {0, NULL}
};

static struct PyModuleDef module_definition = {
    PyModuleDef_HEAD_INIT,
    .m_name = "macro_of_a_header_defined_anew",
    .m_size = 0,
    .m_slots = macro_of_a_header_defined_anew_slots,
};

static int
macro_of_a_header_defined_anew_exec(PyObject *module)
{
    if (PyType_Ready(&Box_Type) < 0)
        return -1;
    PyTypeObject *Lid_Type = (PyTypeObject *)PyType_FromModuleAndSpec(module, &Lid_spec, NULL);
    if (Lid_Type == NULL)
        return -1;
    if (PyModule_AddType(module, &Box_Type) < 0 ||
        PyModule_AddType(module, Lid_Type) < 0) {
        Py_DECREF(Lid_Type);
        return -1;
    }
    Py_DECREF(Lid_Type);
    return 0;
}

PyMODINIT_FUNC
PyInit_macro_of_a_header_defined_anew(void)
{
    return PyModuleDef_Init(&module_definition);
}
