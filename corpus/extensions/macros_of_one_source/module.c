/* Each source has a macro CHECK_OPEN of its own, of which only this one names what moves. */
#include "shared.h"

/* Of a derived type as well. */
#define CHECK_OPEN(self) \
    do { \
        if (!((BoxObject *)(self))->is_open) { \
            if (Py_IS_TYPE(self, &Box_Type)) \
                PyErr_SetString(PyExc_ValueError, "the box is shut"); \
            else \
                PyErr_Format(PyExc_ValueError, "%R is shut", self); \
            return NULL; \
        } \
    } while (0)

#define REQUIRE_BOX(op) \
    if (!Box_Check(op)) { \
        PyErr_SetString(PyExc_TypeError, "nothing but a Box"); \
        return NULL; \
    }

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

static PyObject *
box_follow(PyObject *self, PyObject *arg)
{
    REQUIRE_BOX(arg)
    ((BoxObject *)self)->is_open = ((BoxObject *)arg)->is_open;
    Py_RETURN_NONE;
}

static PyMethodDef box_methods[] = {
    {"look", box_look, METH_NOARGS, NULL},
    {"set", box_set, METH_O, NULL},
    {"follow", box_follow, METH_O, NULL},
    {NULL, NULL, 0, NULL},
};

PyTypeObject Box_Type = {
    PyVarObject_HEAD_INIT(NULL, 0)
    .tp_name = "macros_of_one_source.Box",
    .tp_basicsize = sizeof(BoxObject),
    .tp_flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_BASETYPE,
    .tp_methods = box_methods,
    .tp_new = PyType_GenericNew,
};

static struct PyModuleDef module_definition = {
    PyModuleDef_HEAD_INIT,
    .m_name = "macros_of_one_source",
    .m_size = -1,
};

PyMODINIT_FUNC
PyInit_macros_of_one_source(void)
{
    PyObject *module;

    if (PyType_Ready(&Box_Type) < 0 || PyType_Ready(&Lid_Type) < 0)
        return NULL;
    module = PyModule_Create(&module_definition);
    if (module == NULL)
        return NULL;
    if (PyModule_AddType(module, &Box_Type) < 0 ||
        PyModule_AddType(module, &Lid_Type) < 0) {
        Py_DECREF(module);
        return NULL;
    }
    return module;
}
