#include <Python.h>

/* The build picks the module's name; this is the default. */
#ifndef MODULE_NAME
#define MODULE_NAME init_name_from_macro
#endif

#define STRINGIFY_(x) #x
#define STRINGIFY(x) STRINGIFY_(x)
#define CONCAT_(a, b) a##b
#define CONCAT(a, b) CONCAT_(a, b)

#define MODULE_STRING STRINGIFY(MODULE_NAME)
#define MODULE_INIT CONCAT(PyInit_, MODULE_NAME)

typedef struct
{
    PyObject_HEAD
    PyObject *pattern;
} GlobObject;

static PyObject *any_text;

static int match(const char *pattern, const char *text)
{
    for (; *pattern != '\0'; pattern++)
    {
        if (*pattern == '*')
        {
            do
            {
                if (match(pattern + 1, text))
                    return 1;
            } while (*text++ != '\0');
            return 0;
        }
        if (*text == '\0' || (*pattern != '?' && *pattern != *text))
            return 0;
        text++;
    }
    return *text == '\0';
}

static PyObject *glob_new(PyTypeObject *type, PyObject *args, PyObject *kwds)
{
    PyObject *pattern = any_text;
    GlobObject *self;

    if (!PyArg_ParseTuple(args, "|U:Glob", &pattern))
        return NULL;
    self = (GlobObject *)type->tp_alloc(type, 0);
    if (self != NULL)
    {
        Py_INCREF(pattern);
        self->pattern = pattern;
    }
    return (PyObject *)self;
}

static void glob_dealloc(GlobObject *self)
{
    Py_XDECREF(self->pattern);
    Py_TYPE(self)->tp_free((PyObject *)self);
}

static PyObject *glob_call(GlobObject *self, PyObject *args, PyObject *kwds)
{
    const char *pattern, *text;

    if (!PyArg_ParseTuple(args, "s", &text))
        return NULL;
    pattern = PyUnicode_AsUTF8(self->pattern);
    return pattern == NULL ? NULL : PyBool_FromLong(match(pattern, text));
}

static PyTypeObject GlobType =
{
    PyVarObject_HEAD_INIT(NULL, 0)
    .tp_name = MODULE_STRING ".Glob",
    .tp_basicsize = sizeof(GlobObject),
    .tp_flags = Py_TPFLAGS_DEFAULT,
    .tp_new = glob_new,
    .tp_dealloc = (destructor)glob_dealloc,
    .tp_call = (ternaryfunc)glob_call,
};

static struct PyModuleDef definition =
{
    PyModuleDef_HEAD_INIT,
    .m_name = MODULE_STRING,
    .m_size = -1,
};

PyMODINIT_FUNC MODULE_INIT(void)
{
    PyObject *module;

    if (PyType_Ready(&GlobType) < 0)
        return NULL;
    any_text = PyUnicode_InternFromString("*");
    if (any_text == NULL)
        return NULL;
    module = PyModule_Create(&definition);
    if (module == NULL)
        return NULL;
    Py_INCREF(&GlobType);
    if (PyModule_AddObject(module, "Glob", (PyObject *)&GlobType) < 0)
    {
        Py_DECREF(&GlobType);
        Py_DECREF(module);
        return NULL;
    }
    return module;
}
