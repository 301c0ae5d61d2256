// The clocks and the sleep of libc.

#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <sys/time.h>
#include <time.h>
#include <unistd.h>

#include "interposition.h"

enum { NANOSECONDS = 1000000000 };

_Atomic(const SoriVirtualTime *) sori_virtual_time;
_Thread_local int sori_real_time_depth;

/// The machine's clocks when the handlers were installed, in nanoseconds: where the phones' start.
static int64_t monotonic_start, boot_start;

void *sori_real(const char *name, _Atomic(void *) *known) {
    void *found = atomic_load_explicit(known, memory_order_relaxed);
    if (found == NULL) {
        found = dlsym(RTLD_NEXT, name);
        atomic_store_explicit(known, found, memory_order_relaxed);
    }
    return found;
}

static int64_t real_nanoseconds(clockid_t clock) {
    struct timespec time;
    sori_real_time_depth++;
    clock_gettime(clock, &time);
    sori_real_time_depth--;
    return (int64_t)time.tv_sec * NANOSECONDS + time.tv_nsec;
}

void sori_virtual_time_install(const SoriVirtualTime *handlers) {
    monotonic_start = real_nanoseconds(CLOCK_MONOTONIC);
    boot_start = real_nanoseconds(CLOCK_BOOTTIME);
    atomic_store_explicit(&sori_virtual_time, handlers, memory_order_release);
}

static _Thread_local int entered_depth;

void sori_virtual_time_enter(void) { entered_depth++; }
void sori_virtual_time_leave(void) { entered_depth--; }
bool sori_virtual_time_is_entered(void) { return entered_depth > 0; }

static void set(struct timespec *time, int64_t nanoseconds) {
    time->tv_sec = nanoseconds / NANOSECONDS;
    time->tv_nsec = nanoseconds % NANOSECONDS;
}

INTERPOSED int clock_gettime(clockid_t clock, struct timespec *time) {
    int64_t uptime, date;
    if (handlers() != NULL) {
        switch (clock) {
        case CLOCK_REALTIME:
        case CLOCK_REALTIME_COARSE:
            if (!simulated_now(&uptime, &date)) break;
            set(time, date);
            return 0;
        case CLOCK_MONOTONIC:
        case CLOCK_MONOTONIC_COARSE:
        case CLOCK_MONOTONIC_RAW:
            if (!simulated_now(&uptime, &date)) break;
            set(time, monotonic_start + uptime);
            return 0;
        case CLOCK_BOOTTIME:
            if (!simulated_now(&uptime, &date)) break;
            set(time, boot_start + uptime);
            return 0;
        default:
            break;
        }
    }
    REAL(clock_gettime);
    return real(clock, time);
}

INTERPOSED int gettimeofday(struct timeval *restrict time, void *restrict zone) {
    int64_t uptime, date;
    if (simulated_now(&uptime, &date)) {
        time->tv_sec = date / NANOSECONDS;
        time->tv_usec = date % NANOSECONDS / 1000;
        return 0;
    }
    REAL(gettimeofday);
    return real(time, zone);
}

INTERPOSED time_t time(time_t *result) {
    int64_t uptime, date;
    if (simulated_now(&uptime, &date)) {
        time_t seconds = date / NANOSECONDS;
        if (result != NULL) *result = seconds;
        return seconds;
    }
    REAL(time);
    return real(result);
}

// MARK: Sleep

INTERPOSED int nanosleep(const struct timespec *duration, struct timespec *remaining) {
    if (duration->tv_sec >= 0 && is_simulated()) {
        int64_t seconds = duration->tv_sec < INT32_MAX ? duration->tv_sec : INT32_MAX;
        int64_t nanoseconds = seconds * NANOSECONDS + duration->tv_nsec;
        // Time passes in any sleep: Foundation's repeats one of nothing until some has.
        if (pass(nanoseconds > 0 ? nanoseconds : 1, true, NULL, NULL)) {
            if (remaining != NULL) set(remaining, 0);
            return 0;
        }
    }
    REAL(nanosleep);
    return real(duration, remaining);
}

INTERPOSED int usleep(useconds_t microseconds) {
    if (is_simulated() && pass((int64_t)microseconds * 1000, true, NULL, NULL)) return 0;
    REAL(usleep);
    return real(microseconds);
}

INTERPOSED unsigned int sleep(unsigned int seconds) {
    if (is_simulated() && pass((int64_t)seconds * NANOSECONDS, true, NULL, NULL)) return 0;
    REAL(sleep);
    return real(seconds);
}
