#include <Python.h>

#if PY_VERSION_HEX < 0x030A0000
#  define Py_TPFLAGS_IMMUTABLETYPE 0
#endif

/* The keys are objects in one build and numbers in another, and released by a macro. */

#ifndef KEYS_ARE_NUMBERS
#  define KEY_TYPE PyObject *
#  define DECREF_KEY(key) Py_DECREF(key)
#else
#  define KEY_TYPE long
#  define DECREF_KEY(key)
#endif

typedef struct Bucket {
    PyObject_HEAD
    struct Bucket *next;
    Py_ssize_t count;
    KEY_TYPE *keys;
} Bucket;

static void
empty_bucket(Bucket *self)
{
    if (self->next) {
        Py_DECREF(self->next);
        self->next = NULL;
    }
    if (self->keys) {
#ifndef KEYS_ARE_NUMBERS
        Py_ssize_t i;
        for (i = 0; i < self->count; ++i)
            DECREF_KEY(self->keys[i]);
#endif
        free(self->keys);
        self->keys = NULL;
    }
}

static int
Bucket_traverse(Bucket *self, visitproc visit, void *arg)
{
    Py_VISIT(Py_TYPE(self));
    Py_VISIT(self->next);
    return 0;
}

static void
Bucket_dealloc(Bucket *self)
{
    PyTypeObject *tp = Py_TYPE(self);

    PyObject_GC_UnTrack(self);
    empty_bucket(self);
    tp->tp_free((PyObject *)self);
    Py_DECREF(tp);
}

static PyTypeObject *Bucket_Type;

static PyType_Slot Bucket_slots[] = {
    {Py_tp_dealloc, Bucket_dealloc},
    {Py_tp_new, PyType_GenericNew},
    {Py_tp_traverse, Bucket_traverse},
    {0, NULL},
};

static PyType_Spec Bucket_spec = {
    .name = "buckets.Bucket",
    .basicsize = sizeof(Bucket),
    .flags = (Py_TPFLAGS_DEFAULT | Py_TPFLAGS_HAVE_GC |
              Py_TPFLAGS_IMMUTABLETYPE),
    .slots = Bucket_slots,
};

#ifdef KEYS_ARE_NUMBERS
int
is_bucket(PyObject *object)
{
    return Py_TYPE(object) == Bucket_Type;
}
#endif

static struct PyModuleDef moduledef = {PyModuleDef_HEAD_INIT, "buckets", NULL, -1, NULL};

PyMODINIT_FUNC
PyInit_buckets(void)
{
    PyObject *module = PyModule_Create(&moduledef);

    if (module == NULL) {
        return NULL;
    }
    Bucket_Type = (PyTypeObject *)PyType_FromModuleAndSpec(module, &Bucket_spec, NULL);
    if (Bucket_Type == NULL) {
        Py_DECREF(module);
        return NULL;
    }
    Py_INCREF(Bucket_Type);
    if (PyModule_AddObject(module, "Bucket", (PyObject *)Bucket_Type) < 0) {
        Py_DECREF(Bucket_Type);
        Py_DECREF(module);
        return NULL;
    }
    return module;
}
