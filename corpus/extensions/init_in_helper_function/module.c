/*
 * A set of small integers, as a bitmap.
 * Builds for Python 2 and 3; the two init functions share one helper.
 */
#include <Python.h>

#if PY_MAJOR_VERSION >= 3
#define PyInt_FromLong PyLong_FromLong
#define PyInt_AsLong PyLong_AsLong
#endif

typedef struct {
        PyObject_HEAD
        unsigned long long bits;
} SmallSetObject;

static PyTypeObject SmallSet_Type;
static PyObject *range_error;

#define SmallSet_Check(v) (Py_TYPE(v) == &SmallSet_Type)

static SmallSetObject *
newSmallSetObject(void)
{
        SmallSetObject *self;

        self = PyObject_New(SmallSetObject, &SmallSet_Type);
        if (self == NULL)
                return NULL;
        self->bits = 0;
        return self;
}

static void
SmallSet_dealloc(SmallSetObject *self)
{
        PyObject_Del(self);
}

static PyObject *
SmallSet_add(SmallSetObject *self, PyObject *args)
{
        long number;

        if (!PyArg_ParseTuple(args, "l:add", &number))
                return NULL;
        if (number < 0 || number > 63) {
                PyErr_SetString(range_error, "only 0 to 63");
                return NULL;
        }
        self->bits |= 1ULL << number;
        Py_INCREF(Py_None);
        return Py_None;
}

static PyObject *
SmallSet_union(SmallSetObject *self, PyObject *other)
{
        SmallSetObject *result;

        if (!SmallSet_Check(other)) {
                PyErr_SetString(PyExc_TypeError, "SmallSet expected");
                return NULL;
        }
        if ((result = newSmallSetObject()) != NULL)
                result->bits = self->bits | ((SmallSetObject *)other)->bits;
        return (PyObject *)result;
}

static int
SmallSet_contains(SmallSetObject *self, PyObject *item)
{
        long number = PyInt_AsLong(item);

        if (number == -1 && PyErr_Occurred())
                return -1;
        return number >= 0 && number < 64 && (self->bits >> number & 1);
}

static PySequenceMethods SmallSet_as_sequence = {
        .sq_contains = (objobjproc)SmallSet_contains,
};

static PyMethodDef SmallSet_methods[] = {
        {"add",         (PyCFunction)SmallSet_add,      METH_VARARGS,   NULL},
        {"union",       (PyCFunction)SmallSet_union,    METH_O,         NULL},
        {NULL,          NULL}           /* sentinel */
};

static PyTypeObject SmallSet_Type = {
        /* The ob_type field must be initialized in the module init function
         * to be portable to Windows without using C++. */
        PyVarObject_HEAD_INIT(NULL, 0)
        "init_in_helper_function.SmallSet", /*tp_name*/
        sizeof(SmallSetObject), /*tp_basicsize*/
        0,                      /*tp_itemsize*/
        /* methods */
        (destructor)SmallSet_dealloc, /*tp_dealloc*/
        0,                      /*tp_print*/
        0,                      /*tp_getattr*/
        0,                      /*tp_setattr*/
        0,                      /*tp_compare*/
        0,                      /*tp_repr*/
        0,                      /*tp_as_number*/
        &SmallSet_as_sequence,  /*tp_as_sequence*/
        0,                      /*tp_as_mapping*/
        0,                      /*tp_hash*/
        0,                      /*tp_call*/
        0,                      /*tp_str*/
        0,                      /*tp_getattro*/
        0,                      /*tp_setattro*/
        0,                      /*tp_as_buffer*/
        Py_TPFLAGS_DEFAULT,     /*tp_flags*/
        "A set of numbers from 0 to 63.", /*tp_doc*/
        0,                      /*tp_traverse*/
        0,                      /*tp_clear*/
        0,                      /*tp_richcompare*/
        0,                      /*tp_weaklistoffset*/
        0,                      /*tp_iter*/
        0,                      /*tp_iternext*/
        SmallSet_methods,       /*tp_methods*/
};

static PyObject *
smallset_SmallSet(PyObject *self, PyObject *args)
{
        if (!PyArg_ParseTuple(args, ":SmallSet"))
                return NULL;
        return (PyObject *)newSmallSetObject();
}

static PyMethodDef smallset_functions[] = {
        {"SmallSet",    smallset_SmallSet,      METH_VARARGS,   "SmallSet() -> empty set"},
        {NULL,          NULL}           /* sentinel */
};

PyDoc_STRVAR(module_doc, "Sets of small numbers.");

#if PY_MAJOR_VERSION >= 3
static struct PyModuleDef smallset_module_def = {
        PyModuleDef_HEAD_INIT,
        "init_in_helper_function",
        module_doc,
        -1,
        smallset_functions,
        NULL,
        NULL,
        NULL,
        NULL
};
#endif

static PyObject *module_initialize(void)
{
        PyObject *m;

        if (PyType_Ready(&SmallSet_Type) < 0)
                return NULL;
#if PY_MAJOR_VERSION >= 3
        m = PyModule_Create(&smallset_module_def);
#else
        m = Py_InitModule3("init_in_helper_function", smallset_functions, module_doc);
#endif
        if (m == NULL)
                return NULL;
        range_error = PyErr_NewException("init_in_helper_function.RangeError", PyExc_ValueError, NULL);
        if (range_error == NULL)
                return NULL;
        Py_INCREF(range_error);
        PyModule_AddObject(m, "RangeError", range_error);
        PyModule_AddIntConstant(m, "MAXIMUM", 63);

        return m;
}

#if PY_MAJOR_VERSION >= 3
PyMODINIT_FUNC PyInit_init_in_helper_function(void)
{
        return module_initialize();
}
#else
PyMODINIT_FUNC initinit_in_helper_function(void)
{
        module_initialize();
}
#endif
