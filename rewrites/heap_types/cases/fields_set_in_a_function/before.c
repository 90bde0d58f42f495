/* A function does nothing but set fields of a type, which its spec has then. */
#define PY_SSIZE_T_CLEAN
#include <Python.h>

typedef struct {
    PyObject_HEAD
    long turns;
} Reel;

static void init_reel_type(void);

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

static PyTypeObject Reel_Type = {
    PyVarObject_HEAD_INIT(NULL, 0)
    .tp_name = "reels.Reel",
    .tp_basicsize = sizeof(Reel),
    .tp_flags = Py_TPFLAGS_DEFAULT,
};

/* Sets what compilers of old couldn't. */
static void
init_reel_type(void)
{
    Reel_Type.tp_new = Reel_new;
    Reel_Type.tp_methods = Reel_methods;
}

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
    init_reel_type();
    if (PyModule_AddType(module, &Reel_Type) < 0) {
        Py_DECREF(module);
        return NULL;
    }
    return module;
}
