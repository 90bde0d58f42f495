#include <Python.h>

typedef struct {
    PyObject_HEAD
    PyObject *content;
} Box;

typedef struct {
    PyObject_VAR_HEAD
    char items[1];
} Row;

static PyTypeObject Box_Type;
static PyTypeObject Row_Type;

static PyObject *
box_new(PyObject *module, PyObject *content)
{
    Box *box = (Box *) _PyObject_New(&Box_Type);

    if (box == NULL)
        return NULL;
    Py_INCREF(content);
    box->content = content;
    return (PyObject *)box;
}

static PyObject *
row_new(PyObject *module, PyObject *size)
{
    Py_ssize_t count = PyLong_AsSsize_t(size);

    if (count < 0)
        return NULL;
    return (PyObject *)_PyObject_NewVar(&Row_Type, count);
}

static void
Box_dealloc(Box *self)
{
    Py_DECREF(self->content);
    PyObject_Del(self);
}

static PyTypeObject Box_Type = {
    PyVarObject_HEAD_INIT(NULL, 0)
    .tp_name = "shelf.Box",
    .tp_basicsize = sizeof(Box),
    .tp_dealloc = (destructor)Box_dealloc,
    .tp_flags = Py_TPFLAGS_DEFAULT,
};

static PyTypeObject Row_Type = {
    PyVarObject_HEAD_INIT(NULL, 0)
    .tp_name = "shelf.Row",
    .tp_basicsize = sizeof(Row),
    .tp_itemsize = 1,
    .tp_flags = Py_TPFLAGS_DEFAULT,
};

static PyMethodDef shelf_methods[] = {
    {"box", box_new, METH_O, NULL},
    {"row", row_new, METH_O, NULL},
    {NULL, NULL, 0, NULL}
};

static PyModuleDef shelf_module = {PyModuleDef_HEAD_INIT, "shelf", NULL, -1, shelf_methods};

PyMODINIT_FUNC
PyInit_shelf(void)
{
    if (PyType_Ready(&Box_Type) < 0 || PyType_Ready(&Row_Type) < 0)
        return NULL;
    return PyModule_Create(&shelf_module);
}
