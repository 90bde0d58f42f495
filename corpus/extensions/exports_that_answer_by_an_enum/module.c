#include <Python.h>

typedef enum { NOT_A_BOX = 0, A_BOX = 1 } answer;

typedef struct {
    PyObject_HEAD
    long width;
} Box;

static PyTypeObject Box_Type;

/* What other extensions call by the capsule, with the GIL. */
static answer
box_width(PyObject *object, long *width)
{
    if (!PyObject_TypeCheck(object, &Box_Type)) return NOT_A_BOX;
    *width = ((Box *)object)->width;
    return A_BOX;
}

static answer
box_widen(PyObject *object, long by)
{
    if (PyObject_TypeCheck(object, &Box_Type)) {
        ((Box *)object)->width += by;
        return A_BOX;
    }
    return NOT_A_BOX;
}

static answer
any_length(PyObject *object, long *length)
{
    if (PyUnicode_Check(object)) {
        *length = (long)PyUnicode_GET_LENGTH(object);
        return 1;
    }
    else if (PyObject_TypeCheck(object, &Box_Type)) {
        *length = 1;
        return 1;
    }
    PyErr_SetString(PyExc_TypeError, "it has no length");
    return 0;
}

typedef struct {
    answer (*width)(PyObject *, long *);
    answer (*widen)(PyObject *, long);
    answer (*length)(PyObject *, long *);
} Box_API;

static int
Box_init(Box *self, PyObject *args, PyObject *Py_UNUSED(kwargs))
{
    return PyArg_ParseTuple(args, "l", &self->width) ? 0 : -1;
}

static PyTypeObject Box_Type = {
    PyVarObject_HEAD_INIT(NULL, 0)
    .tp_name = "exports_that_answer_by_an_enum.Box",
    .tp_basicsize = sizeof(Box),
    .tp_flags = Py_TPFLAGS_DEFAULT,
    .tp_init = (initproc)Box_init,
    .tp_new = PyType_GenericNew,
};

/* The length is asked for before others may run. */
static PyObject *
halved(PyObject *Py_UNUSED(module), PyObject *object)
{
    PyThreadState *thread;
    long length;

    if (!any_length(object, &length))
        return NULL;
    thread = PyEval_SaveThread();
    length /= 2;
    PyEval_RestoreThread(thread);
    return PyLong_FromLong(length);
}

static PyMethodDef boxes_methods[] = {
    {"halved", halved, METH_O, NULL},
    {NULL, NULL, 0, NULL},
};

static struct PyModuleDef boxes_module = {
    PyModuleDef_HEAD_INIT,
    .m_name = "exports_that_answer_by_an_enum",
    .m_size = -1,
    .m_methods = boxes_methods,
};

PyMODINIT_FUNC
PyInit_exports_that_answer_by_an_enum(void)
{
    static Box_API api = {box_width, box_widen, any_length};
    PyObject *module, *capsule;

    if (PyType_Ready(&Box_Type) < 0)
        return NULL;
    module = PyModule_Create(&boxes_module);
    if (module == NULL)
        return NULL;
    Py_INCREF(&Box_Type);
    if (PyModule_AddObject(module, "Box", (PyObject *)&Box_Type) < 0) {
        Py_DECREF(&Box_Type);
        Py_DECREF(module);
        return NULL;
    }
    capsule = PyCapsule_New(&api, NULL, NULL);
    if (capsule == NULL || PyModule_AddObject(module, "_API", capsule) < 0) {
        Py_XDECREF(capsule);
        Py_DECREF(module);
        return NULL;
    }
    return module;
}
