"""Three types, two of which extend the first; subclasses in Python extend them further."""

import gc
import weakref


def exercise(module):
    shape = module.Shape("any")
    circle = module.Circle(2.0, "round")
    square = module.Square(3)
    assert (shape.area(), circle.area(), square.area()) == (0.0, 12.0, 9.0)
    assert (shape.tag, circle.tag, square.tag) == ("any", "round", None)
    assert isinstance(circle, module.Shape)
    assert not isinstance(circle, module.Square)
    return [shape, circle, square]


def check(module):
    assert module.Circle.__mro__ == (module.Circle, module.Shape, object)
    assert module.Square.__base__ is module.Shape
    assert module.Circle.tag is module.Shape.tag
    assert error_of(module.Circle, "x") == "TypeError: must be real number, not str"
    assert error_of(module.Shape, 1, 2) == "TypeError: Shape() takes at most 1 argument (2 given)"
    assert module.Circle.__new__(module.Circle).tag is None

    class Ring(module.Circle):
        def area(self):
            return super().area() / 2

    ring = Ring(2.0, [])
    assert ring.area() == 6.0
    ring.tag.append(ring)
    ring.me = ring
    gone = weakref.ref(ring)
    gone_type = weakref.ref(Ring)
    circle = module.Circle(1.0, [])
    circle.tag.append(circle)
    del ring, Ring, circle
    gc.collect()
    gc.collect()
    assert gone() is None
    assert gone_type() is None


def error_of(work, *arguments):
    try:
        work(*arguments)
    except Exception as error:
        return f"{type(error).__name__}: {error}"
    return "nothing raised"
