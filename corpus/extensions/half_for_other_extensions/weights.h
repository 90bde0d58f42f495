#ifndef WEIGHTS_H
#define WEIGHTS_H

#include <Python.h>

typedef struct {
    PyObject_HEAD
    long grams;
} Weight;

typedef struct {
    PyTypeObject *Weight_Type;
    PyObject *(*Weight_FromLong)(long grams);
} Weights_API;

#ifndef INSIDE_WEIGHTS

#define Weight_Check(op) PyObject_TypeCheck((op), weights_api->Weight_Type)
#define Weight_FromLong (weights_api->Weight_FromLong)

#ifdef WEIGHTS_NO_IMPORT
extern Weights_API *weights_api;
#else
/* What import_weights() fills; it returns -1 and an exception if it can't. */
Weights_API *weights_api;

static inline int
import_weights(void)
{
    weights_api = (Weights_API *)PyCapsule_Import("half_for_other_extensions._API", 0);
    return weights_api != NULL ? 0 : -1;
}
#endif

#endif /* !INSIDE_WEIGHTS */

#endif /* !WEIGHTS_H */
