#include <Python.h>

#define SHELF_FLAGS (Py_TPFLAGS_DEFAULT | Py_TPFLAGS_BASETYPE)

static PyObject *str_label;
static struct PyModuleDef shelves_def;

static PyObject *
find_module(PyTypeObject *type)
{
    if (PyType_Check(type))
        return PyType_GetModuleByDef(type, &shelves_def);
    return PyImport_ImportModule("builtins");
}

static PyObject *
label_of(PyObject *module, PyObject *object)
{
    return PyObject_GetAttr(object, str_label);
}

static PyObject *
shelf_label_of(PyObject *self, PyObject *object)
{
    PyObject *module;

    module = find_module(Py_TYPE(self));
    return label_of(module, object);
}

static PyObject *
shelf_label(PyObject *self, PyObject *unused)
{
    return PyObject_GetAttr(self, str_label);
}

static PyMethodDef shelf_methods[] = {
    {"label_of", shelf_label_of, METH_O, NULL},
    {"label", shelf_label, METH_NOARGS, NULL},
    {NULL, NULL, 0, NULL}
};

static PyType_Slot shelf_slots[] = {
    {Py_tp_methods, shelf_methods},
    {0, NULL}
};

static PyType_Spec shelf_spec = {
    .name = "shelves.Shelf",
    .basicsize = sizeof(PyObject),
    .flags = SHELF_FLAGS,
    .slots = shelf_slots,
};

static PyMethodDef functions[] = {
    {"label_of", label_of, METH_O, NULL},
    {NULL, NULL, 0, NULL}
};

static int
shelves_exec(PyObject *module)
{
    PyObject *shelf_class = PyType_FromModuleAndSpec(module, &shelf_spec, NULL);

    if (shelf_class == NULL)
        return -1;
    if (PyModule_AddObject(module, "Shelf", shelf_class) < 0) {
        Py_DECREF(shelf_class);
        return -1;
    }
    str_label = PyUnicode_InternFromString("label");
    return str_label == NULL ? -1 : 0;
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
    return PyModuleDef_Init(&shelves_def);
}
