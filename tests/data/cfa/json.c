// args: --format json
int id(int n) { return n; }
