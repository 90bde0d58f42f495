#ifndef SHAPES_H
#define SHAPES_H

/* The library's own header: programs that have no Python include it as well. */

typedef struct {
    double width;
    double height;
} shape;

static inline double
shape_area(const shape *given)
{
    return given->width * given->height;
}

#endif
