#ifndef SORI_VIRTUAL_TIME_H
#define SORI_VIRTUAL_TIME_H

#include <stdbool.h>
#include <stdint.h>

/// The thread of a simulated app on which a function runs.
typedef enum {
    SORI_MAIN_THREAD,
    SORI_OTHER_THREAD,
    /// The thread of the calling code.
    SORI_SAME_THREAD,
} SoriThread;

/// What a simulated phone does for the code of its apps. Each function returns false, without an
/// effect, where the calling code is not that of a simulated app.
typedef struct {
    /// The phone's time in nanoseconds since its start, and its date in nanoseconds since 1970.
    bool (*now)(int64_t *uptime, int64_t *date);

    /// Has `function` called on a thread of the app, in `delay` nanoseconds of the phone's time.
    bool (*schedule)(int64_t delay, SoriThread thread, void (*function)(void *), void *context);

    /// Lets `duration` nanoseconds of the phone's time pass, or fewer: until `is_enough`, which may
    /// be null, returns true. With `blocks`, the calling thread of the app runs nothing meanwhile.
    bool (*pass)(int64_t duration, bool blocks, bool (*is_enough)(void *), void *context);

    /// Whether the calling code runs on the main thread of its app.
    bool (*is_on_main)(void);
} SoriVirtualTime;

/// From now on the time of libc, libdispatch and Core Foundation is the phone's
/// in the code of simulated apps. Call it once; `handlers` must stay.
void sori_virtual_time_install(const SoriVirtualTime *handlers);

/// Notes that the calling thread begins, or ends, to run code of a simulated app for the phone:
/// only there can the phone's time pass in a wait. Calls nest.
void sori_virtual_time_enter(void);
void sori_virtual_time_leave(void);

/// Whether the calling thread runs code of a simulated app for the phone.
bool sori_virtual_time_is_entered(void);

#endif
