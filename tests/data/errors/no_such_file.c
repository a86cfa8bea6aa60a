// args: emit missing.c
