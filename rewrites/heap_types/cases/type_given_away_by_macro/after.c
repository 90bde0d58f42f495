/* The macro that adds a type to the module gives away a reference that it didn't take: it is taken before. */
#include <Python.h>

#if PY_VERSION_HEX < 0x030A0000
#  define Py_TPFLAGS_IMMUTABLETYPE 0
#  define Py_TPFLAGS_DISALLOW_INSTANTIATION 0
#endif

#define ADD(module, name, object) PyModule_AddObject(module, name, (PyObject *)(object))

/* Protocols 0 and 1 would write what nobody can read. */
static PyObject *
Thing_reduce(PyObject *self, PyObject *Py_UNUSED(ignored))
{
    PyErr_Format(PyExc_TypeError, "cannot pickle '%.100s' object", Py_TYPE(self)->tp_name);
    return NULL;
}

static PyMethodDef Thing_methods[] = {
    {"__reduce__", Thing_reduce, METH_NOARGS, NULL},
    {NULL}
};

static PyTypeObject *Thing_Type;

static PyType_Slot Thing_slots[] = {
    {Py_tp_methods, Thing_methods},
    {0, NULL},
};

static PyType_Spec Thing_spec = {
    .name = "type_given_away_by_macro.Thing",
    .basicsize = sizeof(PyObject),
    .flags = (Py_TPFLAGS_DEFAULT | Py_TPFLAGS_DISALLOW_INSTANTIATION |
              Py_TPFLAGS_IMMUTABLETYPE),
    .slots = Thing_slots,
};

static struct PyModuleDef type_given_away_by_macro_module = {
    PyModuleDef_HEAD_INIT,
    .m_name = "type_given_away_by_macro",
    .m_size = -1,
};

PyMODINIT_FUNC
PyInit_type_given_away_by_macro(void)
{
    PyObject *module;

    module = PyModule_Create(&type_given_away_by_macro_module);
    if (module == NULL) {
        return NULL;
    }

    Thing_Type = (PyTypeObject *)PyType_FromModuleAndSpec(module, &Thing_spec, NULL);
    if (Thing_Type == NULL) {
        return NULL;
    }
#if PY_VERSION_HEX < 0x030A0000
    /* Py_TPFLAGS_DISALLOW_INSTANTIATION */
    Thing_Type->tp_new = NULL;
#endif
    Py_INCREF(Thing_Type);
    if (ADD(module, "Thing", Thing_Type) < 0) {
        Py_DECREF(module);
        return NULL;
    }
    return module;
}
