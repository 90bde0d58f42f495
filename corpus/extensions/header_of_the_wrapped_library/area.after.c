#include <Python.h>

#include "shapes.h"
#include "header_of_the_wrapped_library_state.h"

PyObject *
area(PyObject *self, PyObject *args)
{
    shape given;

    if (!PyArg_ParseTuple(args, "dd", &given.width, &given.height))
        return NULL;
    if (given.width < 0 || given.height < 0) {
        header_of_the_wrapped_library_state *state =
            get_header_of_the_wrapped_library_state(self);

        PyErr_SetString(state->ShapeError, "sides have no sign");
        return NULL;
    }
    return PyFloat_FromDouble(shape_area(&given));
}
