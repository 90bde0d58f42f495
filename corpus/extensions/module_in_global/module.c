/*
 * Angles that are parsed by a function written in Python: whoever uses the
 * module may replace it. The objects are added in a loop.
 */
#include <Python.h>

/* Global access to the module, once initialised. */
static PyObject *module = 0;

typedef struct {
     PyObject_HEAD
     double radians;
} AngleObject;

static int parse(const char *text, double *value)
{
     PyObject *parser, *result;

     parser = PyObject_GetAttrString(module, "parser");
     if (!parser)
          return -1;
     result = PyObject_CallFunction(parser, "s", text);
     Py_DECREF(parser);
     if (!result)
          return -1;
     *value = PyFloat_AsDouble(result);
     Py_DECREF(result);
     return PyErr_Occurred() ? -1 : 0;
}

static int Angle_init(AngleObject *self, PyObject *args, PyObject *kwds)
{
     const char *text;

     if (!PyArg_ParseTuple(args, "s:Angle", &text))
          return -1;
     return parse(text, &self->radians);
}

static PyObject *Angle_float(AngleObject *self)
{
     return PyFloat_FromDouble(self->radians);
}

static PyNumberMethods Angle_as_number = {
     .nb_float = (unaryfunc) Angle_float,
};

static PyTypeObject AngleType = {
     PyVarObject_HEAD_INIT(NULL, 0)
     .tp_name = "module_in_global.Angle",
     .tp_basicsize = sizeof(AngleObject),
     .tp_as_number = &Angle_as_number,
     .tp_flags = Py_TPFLAGS_DEFAULT,
     .tp_init = (initproc) Angle_init,
};

static PyTypeObject ScaleType = {
     PyVarObject_HEAD_INIT(NULL, 0)
     .tp_name = "module_in_global.Scale",
     .tp_basicsize = sizeof(AngleObject),
     .tp_flags = Py_TPFLAGS_DEFAULT,
     .tp_new = PyType_GenericNew,
};

static PyObject *module_parse(PyObject *self, PyObject *text)
{
     double value;
     const char *utf8 = PyUnicode_AsUTF8(text);

     if (utf8 == NULL || parse(utf8, &value) < 0)
          return NULL;
     return PyFloat_FromDouble(value);
}

static PyMethodDef functions[] = {
     {"parse", module_parse, METH_O, "Parse a text with the module's parser."},
     {NULL}
};

static struct PyModuleDef angles_module = {
     PyModuleDef_HEAD_INIT,
     "module_in_global",
     "Angles.",
     -1,
     functions
};

PyMODINIT_FUNC PyInit_module_in_global(void)
{
     AngleType.tp_new = PyType_GenericNew;

     PyType_Ready(&AngleType);
     PyType_Ready(&ScaleType);

     module = PyModule_Create(&angles_module);
     if (!module) return 0;

     {
          struct {
               char *name;
               PyObject *obj;
          } objects[] = {
               { "Angle", (PyObject*) & AngleType },
               { "Scale", (PyObject*) & ScaleType },
               { "MAXIMUM", PyFloat_FromDouble(360.0) },
               { "parser", PyImport_ImportModule("math") },
               { NULL }
          };
          int i;
          for (i = 0; objects[i].name; i++)
               if (PyModule_AddObject(module, objects[i].name, objects[i].obj) == -1)
                    return 0;
     }
     return module;
}
