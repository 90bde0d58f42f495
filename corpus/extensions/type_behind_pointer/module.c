#include "box.h"

static char *scratch;

static PyObject *
boxes_box(PyObject *module, PyObject *content)
{
    return PyObject_CallFunctionObjArgs((PyObject *)Box_Type, content, NULL);
}

static PyObject *
boxes_lid(PyObject *module, PyObject *Py_UNUSED(ignored))
{
    return Lid_Type->tp_alloc(Lid_Type, 0);
}

static PyObject *
boxes_content(PyObject *module, PyObject *args)
{
    Box *box;

    if (!PyArg_ParseTuple(args, "O!:content", Box_Type, &box)) {
        return NULL;
    }
    Py_INCREF(box->content);
    return box->content;
}

static PyMethodDef boxes_functions[] = {
    {"box", boxes_box, METH_O, "Put something into a box."},
    {"lid", boxes_lid, METH_NOARGS, "Make a lid."},
    {"content", boxes_content, METH_VARARGS, "Return what a box holds."},
    {NULL, NULL}
};

static int
boxes_clear(PyObject *module)
{
    PyMem_RawFree(scratch);
    scratch = PyMem_RawMalloc(16);
    return 0;
}

static struct PyModuleDef boxes_module = {
    PyModuleDef_HEAD_INIT,
    .m_name = "type_behind_pointer",
    .m_doc = "Boxes of objects.",
    .m_size = -1,
    .m_methods = boxes_functions,
    .m_clear = boxes_clear,
};

PyMODINIT_FUNC
PyInit_type_behind_pointer(void)
{
    PyObject *module = PyModule_Create(&boxes_module);

    if (module == NULL) {
        return NULL;
    }
    if (Box_Register(module) < 0) {
        Py_DECREF(module);
        return NULL;
    }
    return module;
}
