/// The first half of one rewrite of five: static type objects go away.
@@
identifier T;
initializer i;
@@
- static PyTypeObject T = i;
