#include <Python.h>

typedef struct {
	PyObject_HEAD
	PyObject *item;
} Box;

extern PyType_Spec Box_spec;

void Box_dealloc(Box *self);
PyObject *Box_new(PyTypeObject *type, PyObject *args, PyObject *kwargs);
PyObject *Box_get(Box *self, PyObject *ignored);
