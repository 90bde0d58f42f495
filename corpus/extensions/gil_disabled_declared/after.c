#define PY_SSIZE_T_CLEAN
#include <Python.h>
#include <stdint.h>

#if PY_VERSION_HEX < 0x030A0000
#  define Py_TPFLAGS_IMMUTABLETYPE 0
#endif

/* FNV-1a. No state is shared, so this works without the GIL, and says so. */

typedef struct {
    PyObject_HEAD
    uint64_t hash;
} FnvObject;

static const uint64_t OFFSET = 14695981039346656037ULL;
static const uint64_t PRIME = 1099511628211ULL;

static uint64_t
fnv(uint64_t hash, const unsigned char *bytes, Py_ssize_t length)
{
    for (; length > 0; length--)
        hash = (hash ^ *bytes++) * PRIME;
    return hash;
}

static PyObject *
Fnv_new(PyTypeObject *type, PyObject *args, PyObject *kwargs)
{
    FnvObject *self = (FnvObject *)type->tp_alloc(type, 0);

    if (self != NULL)
        self->hash = OFFSET;
    return (PyObject *)self;
}

static PyObject *
Fnv_update(FnvObject *self, PyObject *obj)
{
    Py_buffer buffer;

    if (PyObject_GetBuffer(obj, &buffer, PyBUF_SIMPLE) < 0)
        return NULL;
    self->hash = fnv(self->hash, buffer.buf, buffer.len);
    PyBuffer_Release(&buffer);
    Py_RETURN_NONE;
}

static PyObject *
Fnv_intdigest(FnvObject *self, PyObject *Py_UNUSED(ignored))
{
    return PyLong_FromUnsignedLongLong(self->hash);
}

static PyMethodDef Fnv_methods[] = {
    {"update", (PyCFunction)Fnv_update, METH_O, NULL},
    {"intdigest", (PyCFunction)Fnv_intdigest, METH_NOARGS, NULL},
    {NULL, NULL, 0, NULL}
};

static PyType_Slot Fnv_slots[] = {
    {Py_tp_doc, PyDoc_STR("FNV-1a, 64 bits")},
    {Py_tp_new, Fnv_new},
    {Py_tp_methods, Fnv_methods},
    {0, NULL},
};

static PyType_Spec Fnv_spec = {
    .name = "gil_disabled_declared.Fnv",
    .basicsize = sizeof(FnvObject),
    .flags = (Py_TPFLAGS_DEFAULT | Py_TPFLAGS_BASETYPE |
              Py_TPFLAGS_IMMUTABLETYPE),
    .slots = Fnv_slots,
};

static PyObject *
fnv_hash(PyObject *self, PyObject *args)
{
    const char *bytes;
    Py_ssize_t length;

    if (!PyArg_ParseTuple(args, "y#", &bytes, &length))
        return NULL;
    return PyLong_FromUnsignedLongLong(fnv(OFFSET, (const unsigned char *)bytes, length));
}

static PyMethodDef functions[] = {
    {"hash", fnv_hash, METH_VARARGS, "hash(bytes) -> int"},
    {NULL, NULL, 0, NULL}
};

static int gil_disabled_declared_exec(PyObject *module);

static PyModuleDef_Slot gil_disabled_declared_slots[] = {
    {Py_mod_exec, gil_disabled_declared_exec},
#ifdef Py_GIL_DISABLED
    {Py_mod_gil, Py_MOD_GIL_NOT_USED},
#endif
#if PY_VERSION_HEX >= 0x030C0000
    {Py_mod_multiple_interpreters, Py_MOD_PER_INTERPRETER_GIL_SUPPORTED},
#endif
    {0, NULL}
};

static struct PyModuleDef fnvmodule = {
    PyModuleDef_HEAD_INIT,
    "gil_disabled_declared",
    "FNV-1a hashes.",
    0,
    functions,
    gil_disabled_declared_slots,
    NULL,
    NULL,
    NULL};

static int
gil_disabled_declared_exec(PyObject *module)
{
    PyTypeObject *FnvType =
        (PyTypeObject *)PyType_FromModuleAndSpec(module, &Fnv_spec, NULL);
    if (FnvType == NULL)
        return -1;

    if (PyModule_AddObject(module, "Fnv", (PyObject *)FnvType) <
        0) {
        Py_DECREF(FnvType);
        return -1;
    }

    return 0;
}

PyMODINIT_FUNC
PyInit_gil_disabled_declared(void)
{
    return PyModuleDef_Init(&fnvmodule);
}
