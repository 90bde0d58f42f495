// Words that each function makes when it is first called.
#include <Python.h>

typedef struct {
    PyObject_HEAD
    int side;
} Face;

static PyObject *Face_get_side(Face *self, void *closure) {
    if (self->side == 0) {
        static PyObject *name = PyUnicode_FromString("front");
        Py_INCREF(name);
        return name;
    } else if (self->side == 1) {
        static PyObject *name = PyUnicode_FromString("back");
        Py_INCREF(name);
        return name;
    }
    static PyObject *both = PyTuple_Pack(2, Py_None, Py_None);
    Py_XINCREF(both);
    return both;
}

static PyGetSetDef Face_getset[] = {
    {"side", (getter)Face_get_side, NULL, NULL, NULL},
    {NULL, NULL, NULL, NULL, NULL}
};

static int Face_init(Face *self, PyObject *args, PyObject *kwargs) {
    return PyArg_ParseTuple(args, "i", &self->side) ? 0 : -1;
}

static PyTypeObject Face_Type = {
    PyVarObject_HEAD_INIT(NULL, 0)
    "made_when_first_called.Face",
    sizeof(Face),
};

static struct PyModuleDef made_when_first_called_module = {PyModuleDef_HEAD_INIT, "made_when_first_called", NULL, -1, NULL, NULL, NULL, NULL, NULL};

PyMODINIT_FUNC PyInit_made_when_first_called(void) {
    Face_Type.tp_flags = Py_TPFLAGS_DEFAULT;
    Face_Type.tp_getset = Face_getset;
    Face_Type.tp_init = (initproc)Face_init;
    Face_Type.tp_new = PyType_GenericNew;
    if (PyType_Ready(&Face_Type) < 0) {
        return NULL;
    }
    PyObject *module = PyModule_Create(&made_when_first_called_module);
    if (module == NULL) {
        return NULL;
    }
    Py_INCREF(&Face_Type);
    if (PyModule_AddObject(module, "Face", (PyObject *)&Face_Type) < 0) {
        Py_DECREF(&Face_Type);
        Py_DECREF(module);
        return NULL;
    }
    return module;
}
