#ifndef SHAPES_H
#define SHAPES_H

#include <Python.h>

typedef struct {
    PyObject_HEAD
    PyObject *base;
    void *data;
} Shape;

#define Metafile Shape

typedef struct {
    PyTypeObject *shape_type;
#ifdef HAVE_METAFILES
    PyTypeObject *metafile_type;
#endif
} Shapes_API_t;

#ifndef INSIDE_SHAPES
#define Shape_Type (*(Shapes_API->shape_type))
#ifdef HAVE_METAFILES
#define Metafile_Type (*(Shapes_API->metafile_type))
#endif

static Shapes_API_t *Shapes_API;

static inline int
import_shapes(void)
{
    Shapes_API = (Shapes_API_t *)PyCapsule_Import("shapes.CAPI", 0);
    return Shapes_API != NULL ? 0 : -1;
}
#endif

#endif
