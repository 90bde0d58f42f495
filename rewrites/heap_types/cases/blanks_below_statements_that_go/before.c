#include <Python.h>

static PyMethodDef book_methods[] = {{NULL, NULL, 0, NULL}};
static PyTypeObject BookType = {
    PyVarObject_HEAD_INIT(NULL, 0)
    .tp_name = "m.Book",
    .tp_basicsize = sizeof(PyObject),
    .tp_flags = Py_TPFLAGS_DEFAULT,
    .tp_new = PyType_GenericNew,
};

static PyTypeObject PenType = {
    PyVarObject_HEAD_INIT(NULL, 0)
    .tp_name = "m.Pen",
    .tp_basicsize = sizeof(PyObject),
    .tp_flags = Py_TPFLAGS_DEFAULT,
    .tp_new = PyType_GenericNew,
};

static struct PyModuleDef def = {PyModuleDef_HEAD_INIT, .m_name = "m", .m_size = -1};

PyMODINIT_FUNC
PyInit_m(void)
{
    /* What Python 2 needed as well. */

    BookType.tp_methods = book_methods;
    PenType.tp_methods = book_methods;
    
    PyObject *module = PyModule_Create(&def);
    if (module == NULL)
        return NULL;
    if (PyType_Ready(&PenType) < 0)
        return NULL;
    if (PyType_Ready(&BookType) < 0)
        return NULL;
    Py_INCREF(&BookType);
    PyModule_AddObject(module, "Book", (PyObject *)&BookType);
    return module;
}
