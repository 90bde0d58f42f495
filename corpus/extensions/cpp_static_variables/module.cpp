#include <Python.h>

typedef struct {
    PyObject_HEAD
    int side;
} Face;

static PyObject *Face_get_side(Face *self, void *closure) {
    if (self->side == 0) {
        static PyObject *name = PyUnicode_FromString("front");
        Py_XINCREF(name);
        return name;
    } else if (self->side == 1) {
        static PyObject *const name = PyUnicode_FromString("back");
        Py_XINCREF(name);
        return name;
    }
    static PyObject *both = Py_BuildValue("(ss)", "front", "back");
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
    "cpp_static_variables.Face",
    sizeof(Face),
};

static PyObject *kinds(PyObject *self, PyObject *unused) {
    static PyObject *const found = Py_BuildValue("{s[]}", "kinds");
    Py_XINCREF(found);
    return found;
}

static PyMethodDef functions[] = {
    {"kinds", kinds, METH_NOARGS, NULL},
    {NULL, NULL, 0, NULL}
};

static struct PyModuleDef faces_module = {
    PyModuleDef_HEAD_INIT, "cpp_static_variables", NULL, -1, functions, NULL, NULL, NULL, NULL
};

PyMODINIT_FUNC PyInit_cpp_static_variables(void) {
    Face_Type.tp_flags = Py_TPFLAGS_DEFAULT;
    Face_Type.tp_getset = Face_getset;
    Face_Type.tp_init = (initproc)Face_init;
    Face_Type.tp_new = PyType_GenericNew;
    if (PyType_Ready(&Face_Type) < 0) {
        return NULL;
    }
    PyObject *module = PyModule_Create(&faces_module);
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
