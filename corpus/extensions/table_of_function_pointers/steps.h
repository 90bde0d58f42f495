#include <Python.h>

extern PyTypeObject Loop_Type;

typedef struct {
    PyObject_HEAD
    int (*step)(void *);
    void (*drop)(void *);
    void *data;
} Loop;

#define Loop_Check(op) PyObject_TypeCheck(op, &Loop_Type)

extern PyObject *loop_step(PyObject *module, PyObject *loop);
