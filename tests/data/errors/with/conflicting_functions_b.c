int f(double a, double b) { return a < b; }
