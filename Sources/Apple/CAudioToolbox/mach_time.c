#define _GNU_SOURCE
#include "installed/mach/mach_time.h"

#include <errno.h>
#include <time.h>

// Swift has functions of its own for the clock, in the module SimulatedTime. A program that brings
// functions of these names keeps its own.
#pragma weak mach_absolute_time
#pragma weak mach_timebase_info
#pragma weak mach_wait_until

uint64_t mach_absolute_time(void) {
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (uint64_t)time.tv_sec * 1000000000 + (uint64_t)time.tv_nsec;
}

kern_return_t mach_timebase_info(mach_timebase_info_t info) {
    if (info == NULL) return KERN_INVALID_ARGUMENT;
    info->numer = 1;
    info->denom = 1;
    return KERN_SUCCESS;
}

kern_return_t mach_wait_until(uint64_t deadline) {
    struct timespec time = {
        .tv_sec = (time_t)(deadline / 1000000000), .tv_nsec = (long)(deadline % 1000000000)};
    int error = clock_nanosleep(CLOCK_MONOTONIC, TIMER_ABSTIME, &time, NULL);
    return error == EINTR ? KERN_ABORTED : error == 0 ? KERN_SUCCESS : KERN_INVALID_ARGUMENT;
}
