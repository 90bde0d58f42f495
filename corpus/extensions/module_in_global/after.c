/*
 * Angles that are parsed by a function written in Python: whoever uses the
 * module may replace it. The objects are added in a loop.
 */
#include <Python.h>

#if PY_VERSION_HEX < 0x030A0000
#  define Py_TPFLAGS_IMMUTABLETYPE 0
#endif

typedef struct {
     PyObject *module;  /* borrowed: the module owns this state */
     PyTypeObject *AngleType;
     PyTypeObject *ScaleType;
} module_in_global_state;

static inline module_in_global_state *
get_module_in_global_state(PyObject *module)
{
     void *state = PyModule_GetState(module);
     assert(state != NULL);
     return (module_in_global_state *)state;
}

static inline module_in_global_state *
get_module_in_global_state_by_type(PyTypeObject *type)
{
     void *state = PyType_GetModuleState(type);
     assert(state != NULL);
     return (module_in_global_state *)state;
}

typedef struct {
     PyObject_HEAD
     double radians;
} AngleObject;

static int parse(module_in_global_state *state, const char *text,
                 double *value)
{
     PyObject *parser, *result;

     parser = PyObject_GetAttrString(state->module, "parser");
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
     module_in_global_state *state =
          get_module_in_global_state_by_type(Py_TYPE(self));
     const char *text;

     if (!PyArg_ParseTuple(args, "s:Angle", &text))
          return -1;
     return parse(state, text, &self->radians);
}

static PyObject *Angle_float(AngleObject *self)
{
     return PyFloat_FromDouble(self->radians);
}

static PyType_Slot Angle_slots[] = {
     {Py_tp_init, Angle_init},
     {Py_nb_float, Angle_float},
     {Py_tp_new, PyType_GenericNew},
     {0, NULL},
};

static PyType_Spec Angle_spec = {
     .name = "module_in_global.Angle",
     .basicsize = sizeof(AngleObject),
     .flags = (Py_TPFLAGS_DEFAULT | Py_TPFLAGS_IMMUTABLETYPE),
     .slots = Angle_slots,
};

static PyType_Slot Scale_slots[] = {
     {Py_tp_new, PyType_GenericNew},
     {0, NULL},
};

static PyType_Spec Scale_spec = {
     .name = "module_in_global.Scale",
     .basicsize = sizeof(AngleObject),
     .flags = (Py_TPFLAGS_DEFAULT | Py_TPFLAGS_IMMUTABLETYPE),
     .slots = Scale_slots,
};

static PyObject *module_parse(PyObject *self, PyObject *text)
{
     module_in_global_state *state = get_module_in_global_state(self);
     double value;
     const char *utf8 = PyUnicode_AsUTF8(text);

     if (utf8 == NULL || parse(state, utf8, &value) < 0)
          return NULL;
     return PyFloat_FromDouble(value);
}

static PyMethodDef functions[] = {
     {"parse", module_parse, METH_O, "Parse a text with the module's parser."},
     {NULL}
};

static int module_in_global_traverse(PyObject *module, visitproc visit,
                                     void *arg)
{
     module_in_global_state *state = get_module_in_global_state(module);
     Py_VISIT(state->AngleType);
     Py_VISIT(state->ScaleType);
     return 0;
}

static int module_in_global_clear(PyObject *module)
{
     module_in_global_state *state = get_module_in_global_state(module);
     Py_CLEAR(state->AngleType);
     Py_CLEAR(state->ScaleType);
     return 0;
}

static void module_in_global_free(void *module)
{
     module_in_global_clear((PyObject *)module);
}

static int module_in_global_exec(PyObject *module);

static PyModuleDef_Slot module_in_global_slots[] = {
     {Py_mod_exec, module_in_global_exec},
#if PY_VERSION_HEX >= 0x030C0000
     {Py_mod_multiple_interpreters, Py_MOD_PER_INTERPRETER_GIL_SUPPORTED},
#endif
     {0, NULL}
};

static struct PyModuleDef angles_module = {
     PyModuleDef_HEAD_INIT,
     "module_in_global",
     "Angles.",
     sizeof(module_in_global_state),
     functions,
     module_in_global_slots,
     module_in_global_traverse,
     module_in_global_clear,
     module_in_global_free
};

static int module_in_global_exec(PyObject *module)
{
     module_in_global_state *state = get_module_in_global_state(module);

     state->module = module;

     state->AngleType =
          (PyTypeObject *)PyType_FromModuleAndSpec(module, &Angle_spec, NULL);
     if (state->AngleType == NULL)
          return -1;
     state->ScaleType =
          (PyTypeObject *)PyType_FromModuleAndSpec(module, &Scale_spec, NULL);
     if (state->ScaleType == NULL)
          return -1;

     {
          struct {
               char *name;
               PyObject *obj;
          } objects[] = {
               { "Angle", (PyObject*) state->AngleType },
               { "Scale", (PyObject*) state->ScaleType },
               { "MAXIMUM", PyFloat_FromDouble(360.0) },
               { "parser", PyImport_ImportModule("math") },
               { NULL }
          };
          int i;
          Py_INCREF(state->AngleType);
          Py_INCREF(state->ScaleType);
          for (i = 0; objects[i].name; i++)
               if (PyModule_AddObject(module, objects[i].name, objects[i].obj) == -1)
                    return -1;
     }
     return 0;
}

PyMODINIT_FUNC PyInit_module_in_global(void)
{
     return PyModuleDef_Init(&angles_module);
}
