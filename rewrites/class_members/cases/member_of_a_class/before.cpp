#include <Python.h>

namespace shop {

// A box, whose fields are its own.
class Box {
public:
    PyObject_HEAD
    long size;

    static PyTypeObject *Type;

    static bool Ready();
    static bool TypeCheck(PyObject *value) { return PyObject_TypeCheck(value, Type) != 0; }
};

// A lid is nothing but the mark of a closed box.
struct Lid {
    PyObject_HEAD
    static PyTypeObject *Type;
    static PyObject *Word;
};

static PyObject *
Box_fits(PyObject *self, PyObject *value)
{
    return PyBool_FromLong(Box::TypeCheck(value) && Py_TYPE(value) != shop::Lid::Type);
}

static PyMethodDef Box_methods[] = {
    {"fits", Box_fits, METH_O, NULL},
    {NULL, NULL, 0, NULL}
};

static PyType_Slot Box_slots[] = {
    {Py_tp_methods, Box_methods},
    {0, NULL}
};

static PyType_Spec Box_spec = {
    "shop.Box", sizeof(Box), 0, Py_TPFLAGS_DEFAULT | Py_TPFLAGS_BASETYPE, Box_slots
};

static PyType_Slot Lid_slots[] = {
    {0, NULL}
};

static PyType_Spec Lid_spec = {"shop.Lid", sizeof(Lid), 0, Py_TPFLAGS_DEFAULT, Lid_slots};

PyTypeObject *Box::Type = NULL;
PyTypeObject *Lid::Type = NULL;
PyObject *Lid::Word;

bool
Box::Ready()
{
    Type = reinterpret_cast<PyTypeObject *>(PyType_FromSpec(&Box_spec));
    return Type != NULL;
}

namespace {

static PyObject *
word(PyObject *module, PyObject *unused)
{
    return PyObject_Repr(Lid::Word);
}

static PyMethodDef functions[] = {
    {"word", word, METH_NOARGS, NULL},
    {NULL, NULL, 0, NULL}
};

static int
shop_exec(PyObject *module)
{
    if (!Box::Ready()) {
        return -1;
    }
    Lid::Type = reinterpret_cast<PyTypeObject *>(PyType_FromSpec(&Lid_spec));
    if (Lid::Type == NULL) {
        return -1;
    }
    Lid::Word = PyUnicode_FromString("lid");
    if (Lid::Word == NULL) {
        return -1;
    }
    if (PyModule_AddType(module, Box::Type) < 0) {
        return -1;
    }
    return PyModule_AddType(module, Lid::Type);
}

static PyModuleDef_Slot shop_slots[] = {
    {Py_mod_exec, reinterpret_cast<void *>(shop_exec)},
    {0, NULL}
};

static struct PyModuleDef shop_module = {
    PyModuleDef_HEAD_INIT, "member_of_a_class", NULL, 0, functions, shop_slots, NULL, NULL, NULL
};

}  // namespace

}  // namespace shop

PyMODINIT_FUNC
PyInit_member_of_a_class(void)
{
    return PyModuleDef_Init(&shop::shop_module);
}
