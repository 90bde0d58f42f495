#include <Python.h>

#define pytype_cast(o) (reinterpret_cast<PyTypeObject *>(o))

namespace cppy {

class ptr {
public:
    ptr() : m_ob(0) {}
    ptr(PyObject *ob) : m_ob(ob) {}
    ~ptr() { Py_XDECREF(m_ob); }
    ptr &operator=(PyObject *other)
    {
        PyObject *before = m_ob;
        m_ob = other;
        Py_XDECREF(before);
        return *this;
    }
    PyObject *get() const { return m_ob; }
    PyObject *release()
    {
        PyObject *taken = m_ob;
        m_ob = 0;
        return taken;
    }
    PyObject *getattr(const char *name) const { return PyObject_GetAttrString(m_ob, name); }
    operator void *() const { return static_cast<void *>(m_ob); }

private:
    ptr(const ptr &);
    PyObject *m_ob;
};

}  // namespace cppy

namespace shop {

extern PyTypeObject *Box_Type;
extern PyTypeObject *Lid_Type;

static PyObject *path_name;
static PyObject *exists_name;

struct Box {
    PyObject_HEAD
    static bool Ready();
    static bool TypeCheck(PyObject *value);
};

struct Lid {
    PyObject_HEAD
    static bool Ready();
};

static PyObject *
Box_fits(PyObject *self, PyObject *value)
{
    return PyBool_FromLong(Box::TypeCheck(value));
}

static PyMethodDef Box_methods[] = {
    {"fits", Box_fits, METH_O, NULL},
    {NULL, NULL, 0, NULL}
};

static PyType_Slot Box_slots[] = {
    {Py_tp_methods, Box_methods},
    {0, NULL}
};

static PyType_Spec Box_spec = {"shop.Box", sizeof(Box), 0, Py_TPFLAGS_DEFAULT, Box_slots};

static PyType_Slot Lid_slots[] = {
    {0, NULL}
};

static PyType_Spec Lid_spec = {"shop.Lid", sizeof(Lid), 0, Py_TPFLAGS_DEFAULT, Lid_slots};

PyTypeObject *Box_Type = NULL;
PyTypeObject *Lid_Type = NULL;

bool
Box::Ready()
{
    Box_Type = pytype_cast(PyType_FromSpec(&Box_spec));
    return Box_Type != NULL;
}

bool
Box::TypeCheck(PyObject *value)
{
    return PyObject_TypeCheck(value, Box_Type) != 0;
}

bool
Lid::Ready()
{
    Lid_Type = pytype_cast(PyType_FromSpec(&Lid_spec));
    return Lid_Type != NULL;
}

static PyObject *
names(PyObject *module, PyObject *unused)
{
    return PyTuple_Pack(2, path_name, exists_name);
}

static PyMethodDef functions[] = {
    {"names", names, METH_NOARGS, NULL},
    {NULL, NULL, 0, NULL}
};

static int
shop_exec(PyObject *mod)
{
    cppy::ptr os(PyImport_ImportModule("os"));
    if (!os) {
        return -1;
    }
    path_name = os.getattr("name");
    if (!path_name) {
        return -1;
    }
    cppy::ptr sep;
    sep = PyObject_GetAttrString(os.get(), "sep");
    if (!sep) {
        return -1;
    }
    exists_name = sep.release();
    if (!Box::Ready() || !Lid::Ready()) {
        return -1;
    }
    cppy::ptr box(reinterpret_cast<PyObject *>(Box_Type));
    if (PyModule_AddObject(mod, "Box", box.get()) < 0) {
        return -1;
    }
    box.release();
    cppy::ptr lid{reinterpret_cast<PyObject *>(Lid_Type)};
    if (PyModule_AddObject(mod, "Lid", lid.get()) < 0) {
        return -1;
    }
    lid.release();
    return 0;
}

static PyModuleDef_Slot shop_slots[] = {
    {Py_mod_exec, reinterpret_cast<void *>(shop_exec)},
    {0, NULL}
};

static struct PyModuleDef shop_module = {
    PyModuleDef_HEAD_INIT, "cpp_pointers_take_types", NULL, 0, functions, shop_slots, NULL, NULL, NULL
};

}  // namespace shop

PyMODINIT_FUNC
PyInit_cpp_pointers_take_types(void)
{
    return PyModuleDef_Init(&shop::shop_module);
}
