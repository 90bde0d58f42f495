/// Find static type objects: the least that a tool for them has to do.
@@
identifier T;
initializer i;
@@
* static PyTypeObject T = i;
