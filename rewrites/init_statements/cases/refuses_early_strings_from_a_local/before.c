#include <Python.h>

static PyObject *str_label = NULL;

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

static PyModuleDef_Slot shelves_slots[] = {
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
    const char *names[] = {"label"};
    str_label = PyUnicode_InternFromString(names[0]);
    if (str_label == NULL)
        return NULL;
    return PyModuleDef_Init(&shelves_def);
}
