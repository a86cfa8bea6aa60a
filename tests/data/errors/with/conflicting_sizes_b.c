int table[5];
