#include <Python.h>

typedef struct {
    PyObject_HEAD
    int width;
} Box;

static PyTypeObject Box_Type;

static PyObject *
make_box(PyObject *module, PyObject *unused)
{
    Box *box = (Box *)(&(Box_Type))->tp_alloc(&Box_Type, 0);

    if (box != NULL) {
        box->width = (int)(Box_Type).tp_basicsize;
    }
    return (PyObject *)box;
}

static PyTypeObject Box_Type = {
    PyVarObject_HEAD_INIT(NULL, 0)
    .tp_name = "boxes.Box",
    .tp_basicsize = sizeof(Box),
    .tp_flags = Py_TPFLAGS_DEFAULT,
};

static PyMethodDef functions[] = {
    {"make_box", make_box, METH_NOARGS, NULL},
    {NULL, NULL, 0, NULL}
};

static struct PyModuleDef boxes_module = {
    PyModuleDef_HEAD_INIT,
    .m_name = "boxes",
    .m_size = -1,
    .m_methods = functions,
};

PyMODINIT_FUNC
PyInit_boxes(void)
{
    PyObject *m;

    if (PyType_Ready(&Box_Type) < 0) {
        return NULL;
    }
    m = PyModule_Create(&boxes_module);
    if (m == NULL) {
        return NULL;
    }
    Py_INCREF(&Box_Type);
    if (PyModule_AddObject(m, "Box", (PyObject *)&Box_Type) < 0) {
        Py_DECREF(&Box_Type);
        Py_DECREF(m);
        return NULL;
    }
    return m;
}
