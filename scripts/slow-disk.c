// Loaded before a program: a disk that takes two seconds for each file that is to be safe there.

#define _POSIX_C_SOURCE 200809L
#include <time.h>
#include <unistd.h>

static int take_two_seconds(void) {
    struct timespec left = {.tv_sec = 2};
    while (nanosleep(&left, &left) != 0) {
    }
    return 0;
}

int fsync(int file) {
    (void)file;
    return take_two_seconds();
}

int fdatasync(int file) {
    (void)file;
    return take_two_seconds();
}
