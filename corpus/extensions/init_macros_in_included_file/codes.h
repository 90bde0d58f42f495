/* Codes and their names; who includes this says what is made of them. */
CODE(1, FIRST)
CODE(2, SECOND)
CODE(3, THIRD)
