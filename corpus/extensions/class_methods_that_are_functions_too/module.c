/* Frames in the manner of audio libraries: what makes them is in the module, and in the classes as a class method. */

#define PY_SSIZE_T_CLEAN
#include <Python.h>

typedef struct {
    PyObject_HEAD
    unsigned long sum;
} Frame;

static PyTypeObject Frame_Type;
static PyTypeObject Wide_Type;
static PyObject *FrameError;

/* A function of the module, and a class method. */
static PyObject *
frame_from_bytes(PyObject *dummy, PyObject *args)
{
    Frame *result;
    const unsigned char *data;
    Py_ssize_t length;

    if (!PyArg_ParseTuple(args, "y#:from_bytes", &data, &length))
        return NULL;
    if (length > 8) {
        PyErr_SetString(FrameError, "too long");
        return NULL;
    }
    result = PyObject_New(Frame, &Frame_Type);
    if (result == NULL)
        return NULL;
    result->sum = 0;
    while (length-- > 0)
        result->sum += *data++;
    return (PyObject *)result;
}

/* A function of the module, a method of one type, and a class method of another. */
static PyObject *
frame_check(PyObject *self, PyObject *object)
{
    if (!PyObject_TypeCheck(object, &Frame_Type)) {
        PyErr_Format(FrameError, "no frame: %R", object);
        return NULL;
    }
    return PyLong_FromUnsignedLong(((Frame *)object)->sum);
}

/* A method of one type, and a class method of another. */
static PyObject *
frame_fail(PyObject *self, PyObject *Py_UNUSED(ignored))
{
    PyErr_SetString(FrameError, "as told");
    return NULL;
}

static PyMethodDef Frame_methods[] = {
    {"from_bytes", frame_from_bytes, METH_VARARGS | METH_CLASS, "Make a frame."},
    {"check", frame_check, METH_O, "Return the sum of a frame."},
    {"fail", frame_fail, METH_NOARGS, "Raise FrameError."},
    {NULL}
};

static PyTypeObject Frame_Type = {
    PyVarObject_HEAD_INIT(NULL, 0)
    .tp_name = "class_methods_that_are_functions_too.Frame",
    .tp_basicsize = sizeof(Frame),
    .tp_flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_BASETYPE,
    .tp_methods = Frame_methods,
};

static PyMethodDef Wide_methods[] = {
    {"check", frame_check, METH_O | METH_CLASS, "Return the sum of a frame."},
    {"fail", frame_fail, METH_NOARGS | METH_CLASS, "Raise FrameError."},
    {NULL}
};

static PyTypeObject Wide_Type = {
    PyVarObject_HEAD_INIT(NULL, 0)
    .tp_name = "class_methods_that_are_functions_too.Wide",
    .tp_basicsize = sizeof(Frame),
    .tp_flags = Py_TPFLAGS_DEFAULT,
    .tp_methods = Wide_methods,
    .tp_new = PyType_GenericNew,
};

static PyMethodDef methods[] = {
    {"from_bytes", frame_from_bytes, METH_VARARGS, "Make a frame."},
    {"check", frame_check, METH_O, "Return the sum of a frame."},
    {NULL}
};

static struct PyModuleDef definition = {
    PyModuleDef_HEAD_INIT,
    "class_methods_that_are_functions_too",
    NULL,
    -1,
    methods,
};

PyMODINIT_FUNC
PyInit_class_methods_that_are_functions_too(void)
{
    PyObject *module;

    if (PyType_Ready(&Frame_Type) < 0 || PyType_Ready(&Wide_Type) < 0)
        return NULL;
    module = PyModule_Create(&definition);
    if (module == NULL)
        return NULL;
    FrameError = PyErr_NewException("class_methods_that_are_functions_too.FrameError", NULL, NULL);
    if (FrameError == NULL)
        return NULL;
    Py_INCREF(FrameError);
    PyModule_AddObject(module, "FrameError", FrameError);
    Py_INCREF(&Frame_Type);
    PyModule_AddObject(module, "Frame", (PyObject *)&Frame_Type);
    Py_INCREF(&Wide_Type);
    PyModule_AddObject(module, "Wide", (PyObject *)&Wide_Type);
    return module;
}
