int check_number(long number);
