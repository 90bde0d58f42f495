/// One rewrite of five, in its shortest form: allocations by PyObject_New become calls of tp_alloc.
@@
type T;
expression E;
@@
- PyObject_New(T, E)
+ (T *)(E)->tp_alloc(E, 0)
