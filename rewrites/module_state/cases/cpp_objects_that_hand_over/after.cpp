/* A class of the project owns what it's made of until Detach() hands it over: that is what the variable has then. */
#include <Python.h>

typedef struct {
    PyObject *pattern;
    PyObject *point;
} shop_state;

static inline shop_state *
get_shop_state(PyObject *module)
{
    void *state = PyModule_GetState(module);
    assert(state != NULL);
    return (shop_state *)state;
}

namespace {

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
set_point(shop_state *state, PyObject *text)
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
    Py_CLEAR(state->point);
    state->point = is_usual ? 0 : escaped.Detach();
    Py_CLEAR(state->pattern);
    state->pattern = whole.Detach();
    return true;
}

static PyObject *
shop_set_point(PyObject *module, PyObject *text)
{
    shop_state *state = get_shop_state(module);

    if (!PyUnicode_Check(text)) {
        PyErr_SetString(PyExc_TypeError, "a point is a string");
        return NULL;
    }
    return set_point(state, text) ? Py_BuildValue("OO", state->pattern, state->point ? state->point : Py_None)
           : NULL;
}

static PyMethodDef functions[] = {
    {"set_point", shop_set_point, METH_O, NULL},
    {NULL, NULL, 0, NULL}
};

static int
shop_traverse(PyObject *module, visitproc visit, void *arg)
{
    shop_state *state = get_shop_state(module);
    Py_VISIT(state->pattern);
    Py_VISIT(state->point);
    return 0;
}

static int
shop_clear(PyObject *module)
{
    shop_state *state = get_shop_state(module);
    Py_CLEAR(state->pattern);
    Py_CLEAR(state->point);
    return 0;
}

static void
shop_free(void *module)
{
    shop_clear((PyObject *)module);
}

static struct PyModuleDef shop_module = {
    PyModuleDef_HEAD_INIT, "shop", NULL, sizeof(shop_state), functions, NULL, shop_traverse, shop_clear, shop_free
};

PyMODINIT_FUNC
PyInit_shop(void)
{
    return PyModule_Create(&shop_module);
}
