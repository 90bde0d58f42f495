#include <Python.h>

static PyObject *str_label = NULL;

static int
define_strings(void)
{
    str_label = PyUnicode_InternFromString("label");
    return str_label == NULL ? -1 : 0;
}

static PyObject *
label_of(PyObject *module, PyObject *object)
{
    return PyObject_GetAttr(object, str_label);
}

static PyMethodDef functions[] = {
    {"label_of", label_of, METH_O, NULL},
    {NULL, NULL, 0, NULL}
};

static int
shelves_exec(PyObject *module)
{
    return PyModule_AddIntConstant(module, "shelves", 3);
}

static PyObject *
shelves_create(PyObject *spec, PyModuleDef *def)
{
    return PyObject_GetAttr(spec, str_label);
}

static PyModuleDef_Slot shelves_slots[] = {
    {Py_mod_create, shelves_create},
    {Py_mod_exec, shelves_exec},
    {0, NULL}
};

static struct PyModuleDef shelves_def = {
    PyModuleDef_HEAD_INIT,
    .m_name = "shelves",
    .m_methods = functions,
    .m_slots = shelves_slots,
};

PyMODINIT_FUNC
PyInit_shelves(void)
{
    /* The module's names. */
    if (define_strings() < 0)
        return NULL;
    return PyModuleDef_Init(&shelves_def);
}
