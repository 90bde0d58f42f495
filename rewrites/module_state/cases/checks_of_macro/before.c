/* One use of a macro writes two functions that name the same type. */
#include <Python.h>

#define DEFINE_CHECKS(type) \
static inline int type##_Check(PyObject *object) \
{ \
    return PyObject_TypeCheck(object, type##_Type); \
} \
static inline int type##_CheckExact(PyObject *object) \
{ \
    return Py_TYPE(object) == type##_Type; \
}

static PyTypeObject *Box_Type;
static PyTypeObject *Lid_Type;

DEFINE_CHECKS(Box)
DEFINE_CHECKS(Lid)

static PyObject *
kind_of(PyObject *module, PyObject *object)
{
    return PyLong_FromLong(Box_Check(object) + 2 * Lid_CheckExact(object));
}

static PyMethodDef boxes_methods[] = {
    {"kind_of", kind_of, METH_O, NULL},
    {NULL, NULL, 0, NULL},
};

static struct PyModuleDef boxes_module = {
    PyModuleDef_HEAD_INIT,
    .m_name = "checks_of_macro",
    .m_size = -1,
    .m_methods = boxes_methods,
};

PyMODINIT_FUNC
PyInit_checks_of_macro(void)
{
    PyObject *module = PyModule_Create(&boxes_module);

    if (module == NULL)
        return NULL;
    Box_Type = (PyTypeObject *)PyErr_NewException("checks_of_macro.Box", NULL, NULL);
    if (Box_Type == NULL || PyModule_AddType(module, Box_Type) < 0) {
        Py_DECREF(module);
        return NULL;
    }
    Lid_Type = (PyTypeObject *)PyErr_NewException("checks_of_macro.Lid", NULL, NULL);
    if (Lid_Type == NULL || PyModule_AddType(module, Lid_Type) < 0) {
        Py_DECREF(module);
        return NULL;
    }
    return module;
}
