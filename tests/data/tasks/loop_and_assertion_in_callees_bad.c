// A loop in a function that is called again with a longer string.
// expect: violated
// unwind: 13
