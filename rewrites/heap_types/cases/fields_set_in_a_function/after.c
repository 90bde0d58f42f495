/* A function does nothing but set fields of a type, which its spec has then. */
#define PY_SSIZE_T_CLEAN
#include <Python.h>

#if PY_VERSION_HEX < 0x030A0000
#  define Py_TPFLAGS_IMMUTABLETYPE 0
#endif

typedef struct {
    PyObject_HEAD
    long turns;
} Reel;

static PyObject *
Reel_new(PyTypeObject *cls, PyObject *args, PyObject *kwargs)
{
    return cls->tp_alloc(cls, 0);
}

static PyObject *
Reel_turn(Reel *self, PyObject *Py_UNUSED(ignored))
{
    return PyLong_FromLong(++self->turns);
}

static PyMethodDef Reel_methods[] = {
    {"turn", (PyCFunction)Reel_turn, METH_NOARGS, NULL},
    {NULL, NULL, 0, NULL}
};

static PyTypeObject *Reel_Type;

static PyType_Slot Reel_slots[] = {
    {Py_tp_new, Reel_new},
    {Py_tp_methods, Reel_methods},
    {0, NULL},
};

static PyType_Spec Reel_spec = {
    .name = "reels.Reel",
    .basicsize = sizeof(Reel),
    .flags = (Py_TPFLAGS_DEFAULT | Py_TPFLAGS_IMMUTABLETYPE),
    .slots = Reel_slots,
};

static struct PyModuleDef reels_definition = {
    PyModuleDef_HEAD_INIT, "reels", NULL, -1, NULL
};

PyMODINIT_FUNC
PyInit_reels(void)
{
    PyObject *module = PyModule_Create(&reels_definition);
    if (module == NULL) {
        return NULL;
    }
    Reel_Type =
        (PyTypeObject *)PyType_FromModuleAndSpec(module, &Reel_spec, NULL);
    if (Reel_Type == NULL) {
        return NULL;
    }
    if (PyModule_AddType(module, Reel_Type) < 0) {
        Py_DECREF(module);
        return NULL;
    }
    return module;
}
