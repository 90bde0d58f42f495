#include <Python.h>

/* Duals that are made and dropped all the time. */

typedef struct {
    PyObject_HEAD
    double real, dual;
} DualObject;

static PyTypeObject Dual_Type;

/* As many as a long sum needs. */
#define SPARE (2 * SPARE_HALF)
#define SPARE_HALF 20

static DualObject *spare[SPARE];
static int num_spare = 0;

static DualObject *
dual_from(double real, double dual)
{
    DualObject *self;

    if (num_spare > 0) {
        self = spare[--num_spare];
        Py_SET_TYPE(self, &Dual_Type);
        Py_SET_REFCNT(self, 1);
    } else {
        self = PyObject_New(DualObject, &Dual_Type);
        if (self == NULL)
            return NULL;
    }
    self->real = real;
    self->dual = dual;
    return self;
}

static void
dual_dealloc(DualObject *self)
{
    if (num_spare < SPARE) {
        spare[num_spare++] = self;
    } else {
        Py_TYPE(self)->tp_free((PyObject *)self);
    }
}

static PyObject *
dual_add(PyObject *left, PyObject *right)
{
    DualObject *a, *b;

    if (Py_TYPE(left) != &Dual_Type || Py_TYPE(right) != &Dual_Type)
        Py_RETURN_NOTIMPLEMENTED;
    a = (DualObject *)left;
    b = (DualObject *)right;
    return (PyObject *)dual_from(a->real + b->real, a->dual + b->dual);
}

static PyNumberMethods dual_number = {
    .nb_add = dual_add,
};

static PyObject *
dual_repr(DualObject *self)
{
    return PyUnicode_FromFormat("Dual(%d, %d)", (int)self->real, (int)self->dual);
}

static PyTypeObject Dual_Type = {
    PyVarObject_HEAD_INIT(NULL, 0)
    .tp_name = "free_list_revived_by_hand.Dual",
    .tp_basicsize = sizeof(DualObject),
    .tp_dealloc = (destructor)dual_dealloc,
    .tp_repr = (reprfunc)dual_repr,
    .tp_as_number = &dual_number,
    .tp_flags = Py_TPFLAGS_DEFAULT,
};

static PyObject *
dual(PyObject *module, PyObject *args)
{
    double real, eps;

    if (!PyArg_ParseTuple(args, "dd:dual", &real, &eps))
        return NULL;
    return (PyObject *)dual_from(real, eps);
}

static PyMethodDef functions[] = {
    {"dual", dual, METH_VARARGS, "Return a dual of two numbers."},
    {NULL, NULL, 0, NULL}
};

static struct PyModuleDef module_def = {
    PyModuleDef_HEAD_INIT,
    .m_name = "free_list_revived_by_hand",
    .m_doc = "Sums of duals.",
    .m_size = -1,
    .m_methods = functions,
};

PyMODINIT_FUNC
PyInit_free_list_revived_by_hand(void)
{
    PyObject *module;

    if (PyType_Ready(&Dual_Type) < 0)
        return NULL;
    module = PyModule_Create(&module_def);
    if (module == NULL)
        return NULL;
    Py_INCREF(&Dual_Type);
    if (PyModule_AddObject(module, "Dual", (PyObject *)&Dual_Type) < 0) {
        Py_DECREF(&Dual_Type);
        Py_DECREF(module);
        return NULL;
    }
    return module;
}
