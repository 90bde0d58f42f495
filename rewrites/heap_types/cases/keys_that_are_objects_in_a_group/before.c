#include <Python.h>

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

static void
Bucket_dealloc(Bucket *self)
{
    empty_bucket(self);
    Py_TYPE(self)->tp_free((PyObject *)self);
}

static PyTypeObject Bucket_Type = {
    PyVarObject_HEAD_INIT(NULL, 0)
    .tp_name = "buckets.Bucket",
    .tp_basicsize = sizeof(Bucket),
    .tp_dealloc = (destructor)Bucket_dealloc,
    .tp_flags = Py_TPFLAGS_DEFAULT,
    .tp_new = PyType_GenericNew,
};

#ifdef KEYS_ARE_NUMBERS
int
is_bucket(PyObject *object)
{
    return Py_TYPE(object) == &Bucket_Type;
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
    if (PyType_Ready(&Bucket_Type) < 0) {
        Py_DECREF(module);
        return NULL;
    }
    Py_INCREF(&Bucket_Type);
    if (PyModule_AddObject(module, "Bucket", (PyObject *)&Bucket_Type) < 0) {
        Py_DECREF(&Bucket_Type);
        Py_DECREF(module);
        return NULL;
    }
    return module;
}
