// Loaded before a program: a disk that takes a second for each file that is to be safe there.

#define _POSIX_C_SOURCE 200809L
#include <time.h>
#include <unistd.h>

static int take_a_second(void) {
    struct timespec left = {.tv_sec = 1};
    while (nanosleep(&left, &left) != 0) {
    }
    return 0;
}

int fsync(int file) {
    (void)file;
    return take_a_second();
}

int fdatasync(int file) {
    (void)file;
    return take_a_second();
}
