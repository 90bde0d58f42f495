#include <Python.h>

/* Points are made and dropped all the time, so dead ones are kept for later. */

#define MAXFREE 32

typedef struct PointObject
{
    PyObject_HEAD
    int x, y;
    struct PointObject *next;   // in the free list only
} PointObject;

static PointObject *free_list = NULL;
static int free_count = 0;
static PyObject *origin_name = NULL;

static PyTypeObject Point_Type;

static PyObject *
Point_New(int x, int y)
{
    PointObject *self;

    if (free_list != NULL)
    {
        self = free_list;
        free_list = self->next;
        free_count--;
        PyObject_Init((PyObject *)self, &Point_Type);
    }
    else
    {
        self = PyObject_New(PointObject, &Point_Type);
        if (self == NULL)
        {
            return NULL;
        }
    }
    self->x = x;
    self->y = y;
    self->next = NULL;
    return (PyObject *)self;
}

static PyObject *
Point_new(PyTypeObject *type, PyObject *args, PyObject *kwds)
{
    int x, y;

    if (!PyArg_ParseTuple(args, "ii:Point", &x, &y))
    {
        return NULL;
    }
    return Point_New(x, y);
}

static void
Point_dealloc(PointObject *self)
{
    if (free_count < MAXFREE)
    {
        self->next = free_list;
        free_list = self;
        free_count++;
    }
    else
    {
        PyObject_Del(self);
    }
}

static PyObject *
Point_neg(PointObject *self)
{
    return Point_New(-self->x, -self->y);
}

static PyObject *
Point_repr(PointObject *self)
{
    return PyUnicode_FromFormat("Point(%d, %d)", self->x, self->y);
}

static PyNumberMethods Point_number =
{
    .nb_negative = (unaryfunc)Point_neg,
};

static PyTypeObject Point_Type =
{
    PyVarObject_HEAD_INIT(NULL, 0)
    .tp_name = "free_list_in_dealloc.Point",
    .tp_basicsize = sizeof(PointObject),
    .tp_flags = Py_TPFLAGS_DEFAULT,
    .tp_new = Point_new,
    .tp_dealloc = (destructor)Point_dealloc,
    .tp_repr = (reprfunc)Point_repr,
    .tp_as_number = &Point_number,
};

static PyObject *
get_origin_name(PyObject *module, PyObject *unused)
{
    Py_INCREF(origin_name);
    return origin_name;
}

static PyMethodDef functions[] =
{
    {"origin_name", get_origin_name, METH_NOARGS, "What the point (0, 0) is called."},
    {NULL, NULL, 0, NULL}
};

static struct PyModuleDef definition =
{
    PyModuleDef_HEAD_INIT, "free_list_in_dealloc", NULL, -1, functions
};

PyMODINIT_FUNC
PyInit_free_list_in_dealloc(void)
{
    PyObject *module;

    if (PyType_Ready(&Point_Type) < 0)
    {
        return NULL;
    }
    origin_name = PyUnicode_InternFromString("origin");
    if (origin_name == NULL)
    {
        return NULL;
    }
    module = PyModule_Create(&definition);
    if (module == NULL)
    {
        return NULL;
    }
    Py_INCREF(&Point_Type);
    PyModule_AddObject(module, "Point", (PyObject *)&Point_Type);
    return module;
}
