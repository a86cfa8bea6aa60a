double shared = 1.5;
