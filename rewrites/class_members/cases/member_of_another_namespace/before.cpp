/* G530: behind a keyword, a path may start with the global namespace. */
#include <Python.h>

namespace shop {

struct Lid {
    PyObject_HEAD
    static PyObject *Word;
};

}

namespace tools {

template <typename T> static PyObject *
word_of(PyObject *self)
{
    static_assert(sizeof(T) > 0, "complete");
    return Py_XNewRef(shop::Lid::Word);
}

}

namespace shop {

PyObject *Lid::Word = NULL;

}

static PyObject *
word(PyObject *module, PyObject *Py_UNUSED(ignored))
{
    return ::shop::Lid::Word == NULL ? PyUnicode_FromString("lid") : tools::word_of<shop::Lid>(module);
}

static PyMethodDef methods[] = {
    {"word", word, METH_NOARGS, NULL},
    {NULL, NULL, 0, NULL}
};

static struct PyModuleDef moduledef = {
    PyModuleDef_HEAD_INIT, "module", NULL, -1, methods
};

PyMODINIT_FUNC
PyInit_module(void)
{
    PyObject *module = PyModule_Create(&moduledef);
    if (module == NULL)
        return NULL;
    shop::Lid::Word = PyUnicode_InternFromString("lid");
    if (shop::Lid::Word == NULL) {
        Py_DECREF(module);
        return NULL;
    }
    return module;
}
