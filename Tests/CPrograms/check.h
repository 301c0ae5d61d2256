#pragma once

// A check that ends a program with a message and exit code 1.

#include <stdio.h>
#include <stdlib.h>

static __inline__ void check_that(int holds, const char *condition, const char *file, int line)
{
    if (holds) return;
    fprintf(stderr, "%s:%d: %s does not hold\n", file, line, condition);
    exit(1);
}

#define CHECK(condition) check_that((condition) != 0, #condition, __FILE__, __LINE__)
