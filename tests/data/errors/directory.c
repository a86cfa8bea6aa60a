// args: emit folder.c
