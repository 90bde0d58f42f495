/* A class of the project owns what it's made of until Detach() hands it over: that is what the variable has then. */
#include <Python.h>

namespace {

PyObject *pattern;
PyObject *point;

class Object {
public:
    Object(PyObject *object = 0) { object_ = object; }
    ~Object() { Py_XDECREF(object_); }

    Object &operator=(PyObject *object)
    {
        Py_XDECREF(object_);
        object_ = object;
        return *this;
    }

    PyObject *Detach()
    {
        PyObject *object = object_;
        object_ = 0;
        return object;
    }

    PyObject *Get() const { return object_; }

private:
    Object(const Object &);
    PyObject *object_;
};

}  // namespace

static bool
set_point(PyObject *text)
{
    const bool is_usual = PyUnicode_CompareWithASCIIString(text, ".") == 0;
    Object escaped(PyObject_Str(text));
    if (!escaped.Get()) {
        return false;
    }
    Object whole(PyUnicode_FromFormat("[^0-9%U-]+", escaped.Get()));
    if (!whole.Get()) {
        return false;
    }
    Py_XDECREF(point);
    point = is_usual ? 0 : escaped.Detach();
    Py_XDECREF(pattern);
    pattern = whole.Detach();
    return true;
}

static PyObject *
shop_set_point(PyObject *module, PyObject *text)
{
    if (!PyUnicode_Check(text)) {
        PyErr_SetString(PyExc_TypeError, "a point is a string");
        return NULL;
    }
    return set_point(text) ? Py_BuildValue("OO", pattern, point ? point : Py_None) : NULL;
}

static PyMethodDef functions[] = {
    {"set_point", shop_set_point, METH_O, NULL},
    {NULL, NULL, 0, NULL}
};

static struct PyModuleDef shop_module = {
    PyModuleDef_HEAD_INIT, "shop", NULL, -1, functions, NULL, NULL, NULL, NULL
};

PyMODINIT_FUNC
PyInit_shop(void)
{
    return PyModule_Create(&shop_module);
}
