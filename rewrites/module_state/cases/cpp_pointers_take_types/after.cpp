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

typedef struct {
    PyObject *path_name;
    PyObject *exists_name;
    PyTypeObject *Box_Type;
} cpp_pointers_take_types_state;

static inline cpp_pointers_take_types_state *
get_cpp_pointers_take_types_state(PyObject *module)
{
    void *state = PyModule_GetState(module);
    assert(state != NULL);
    return (cpp_pointers_take_types_state *)state;
}

static inline cpp_pointers_take_types_state *
get_cpp_pointers_take_types_state_by_type(PyTypeObject *type)
{
    void *state = PyType_GetModuleState(type);
    assert(state != NULL);
    return (cpp_pointers_take_types_state *)state;
}

extern PyTypeObject *Lid_Type;

struct Box {
    PyObject_HEAD
    static bool Ready(cpp_pointers_take_types_state *state, PyObject *module);
    static bool TypeCheck(cpp_pointers_take_types_state *state, PyObject *value);
};

struct Lid {
    PyObject_HEAD
    static bool Ready(PyObject *module);
};

static PyObject *
Box_fits(PyObject *self, PyObject *value)
{
    cpp_pointers_take_types_state *state =
        get_cpp_pointers_take_types_state_by_type(Py_TYPE(self));

    return PyBool_FromLong(Box::TypeCheck(state, value));
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

PyTypeObject *Lid_Type = NULL;

bool
Box::Ready(cpp_pointers_take_types_state *state, PyObject *module)
{
    state->Box_Type = pytype_cast(PyType_FromModuleAndSpec(module, &Box_spec, NULL));
    return state->Box_Type != NULL;
}

bool
Box::TypeCheck(cpp_pointers_take_types_state *state, PyObject *value)
{
    return PyObject_TypeCheck(value, state->Box_Type) != 0;
}

bool
Lid::Ready(PyObject *module)
{
    Lid_Type = pytype_cast(PyType_FromModuleAndSpec(module, &Lid_spec, NULL));
    return Lid_Type != NULL;
}

static PyObject *
names(PyObject *module, PyObject *unused)
{
    cpp_pointers_take_types_state *state = get_cpp_pointers_take_types_state(module);

    return PyTuple_Pack(2, state->path_name, state->exists_name);
}

static PyMethodDef functions[] = {
    {"names", names, METH_NOARGS, NULL},
    {NULL, NULL, 0, NULL}
};

static int
shop_exec(PyObject *mod)
{
    cpp_pointers_take_types_state *state = get_cpp_pointers_take_types_state(mod);
    cppy::ptr os(PyImport_ImportModule("os"));
    if (!os) {
        return -1;
    }
    state->path_name = os.getattr("name");
    if (!state->path_name) {
        return -1;
    }
    cppy::ptr sep;
    sep = PyObject_GetAttrString(os.get(), "sep");
    if (!sep) {
        return -1;
    }
    state->exists_name = sep.release();
    if (!Box::Ready(state, mod) || !Lid::Ready(mod)) {
        return -1;
    }
    Py_XINCREF(state->Box_Type);
    cppy::ptr box(reinterpret_cast<PyObject *>(state->Box_Type));
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

static int
cpp_pointers_take_types_traverse(PyObject *module, visitproc visit, void *arg)
{
    cpp_pointers_take_types_state *state = get_cpp_pointers_take_types_state(module);
    Py_VISIT(state->path_name);
    Py_VISIT(state->exists_name);
    Py_VISIT(state->Box_Type);
    return 0;
}

static int
cpp_pointers_take_types_clear(PyObject *module)
{
    cpp_pointers_take_types_state *state = get_cpp_pointers_take_types_state(module);
    Py_CLEAR(state->path_name);
    Py_CLEAR(state->exists_name);
    Py_CLEAR(state->Box_Type);
    return 0;
}

static void
cpp_pointers_take_types_free(void *module)
{
    cpp_pointers_take_types_clear((PyObject *)module);
}

static struct PyModuleDef shop_module = {
    PyModuleDef_HEAD_INIT, "cpp_pointers_take_types", NULL, sizeof(cpp_pointers_take_types_state), functions, shop_slots, cpp_pointers_take_types_traverse, cpp_pointers_take_types_clear, cpp_pointers_take_types_free
};

}  // namespace shop

PyMODINIT_FUNC
PyInit_cpp_pointers_take_types(void)
{
    return PyModuleDef_Init(&shop::shop_module);
}
