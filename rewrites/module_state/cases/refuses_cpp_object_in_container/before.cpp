#include <Python.h>
#include <memory>
#include <vector>

static PyObject *in_vector;
static PyObject *in_lambda;
static PyObject *in_virtual;
static PyObject *in_operator;
static PyObject *in_default;
static PyObject *in_part;
static PyObject *in_template;
static PyObject *in_pointer;

struct Element {
    explicit Element(int number) : number(number) { Py_INCREF(in_vector); }
    PyObject *get() { return PyLong_FromLong(number); }
    int number;
};

struct Shape {
    virtual ~Shape() {}
    virtual PyObject *name() { Py_INCREF(in_virtual); return in_virtual; }
};

struct Square : Shape {
    PyObject *name() override { return Shape::name(); }
};

struct Number {
    int value;
    PyObject *operator+(const Number &) const { Py_INCREF(in_operator); return in_operator; }
};

struct Part {
    Part() : count(0) { Py_INCREF(in_part); }
    PyObject *take() { return PyLong_FromLong(count); }
    int count;
};

struct Whole {
    Part part;
};

template <typename T>
struct Box {
    T content;
    Box(T content) : content(content) { Py_INCREF(in_template); }
    PyObject *get() { return PyLong_FromLong(content); }
};

struct Kept {
    Kept() {}
    ~Kept() { PyErr_SetNone(in_pointer); }
};

static PyObject *
fallback(PyObject *value = in_default)
{
    Py_INCREF(value);
    return value;
}

static PyObject *
get(PyObject *self, PyObject *unused)
{
    std::vector<Element> elements;
    elements.emplace_back(1);
    auto first = [](int) -> PyObject * { Py_INCREF(in_lambda); return in_lambda; };
    PyObject *(*pointer)(int) = first;
    Square square;
    Whole whole;
    Box<int> box(1);
    std::unique_ptr<Kept> kept(new Kept());
    PyObject *values[] = {
        elements[0].get(), pointer(1), square.name(), Number{1} + Number{2}, fallback(), whole.part.take(), box.get(),
    };
    for (PyObject *value : values) {
        Py_XDECREF(value);
    }
    Py_RETURN_NONE;
}

static PyMethodDef functions[] = {
    {"get", get, METH_NOARGS, NULL},
    {NULL, NULL, 0, NULL}
};

static struct PyModuleDef definition = {
    PyModuleDef_HEAD_INIT, "module", NULL, -1, functions, NULL, NULL, NULL, NULL
};

PyMODINIT_FUNC
PyInit_module(void)
{
    PyObject *module = PyModule_Create(&definition);
    if (module == NULL) {
        return NULL;
    }
    in_vector = PyUnicode_FromString("a");
    in_lambda = PyUnicode_FromString("b");
    in_virtual = PyUnicode_FromString("c");
    in_operator = PyUnicode_FromString("d");
    in_default = PyUnicode_FromString("e");
    in_part = PyUnicode_FromString("f");
    in_template = PyUnicode_FromString("g");
    in_pointer = PyUnicode_FromString("h");
    return module;
}
