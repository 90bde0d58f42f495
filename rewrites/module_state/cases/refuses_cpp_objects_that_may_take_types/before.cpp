#include <Python.h>

namespace {

PyObject *box_name;
PyObject *lid_name;

class Holder {
public:
    explicit Holder(PyObject *object = 0) : object_(object) {}
    ~Holder()
    {
        if (object_) {
            Py_DECREF(object_);
        }
    }
    Holder &operator=(PyObject *object)
    {
        object_ = object;
        return *this;
    }
    PyObject *get() const { return object_; }
    void release() { object_ = 0; }

private:
    PyObject *object_;
};

}  // namespace

static PyObject *
names(PyObject *module, PyObject *unused)
{
    return PyTuple_Pack(2, box_name, lid_name);
}

static PyMethodDef functions[] = {
    {"names", names, METH_NOARGS, NULL},
    {NULL, NULL, 0, NULL}
};

static int
shop_exec(PyObject *module)
{
    box_name = PyUnicode_FromString("box");
    if (!box_name) {
        return -1;
    }
    lid_name = PyUnicode_FromString("lid");
    if (!lid_name) {
        return -1;
    }
    Holder box(box_name);
    if (PyModule_AddObject(module, "box", box.get()) < 0) {
        return -1;
    }
    box.release();
    Holder lid;
    lid = lid_name;
    if (PyModule_AddObject(module, "lid", lid.get()) < 0) {
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
    PyModuleDef_HEAD_INIT, "shop", NULL, 0, functions, shop_slots, NULL, NULL, NULL
};

PyMODINIT_FUNC
PyInit_shop(void)
{
    return PyModuleDef_Init(&shop_module);
}
