// Core Foundation's run loop, on which Foundation's `Timer` and `RunLoop` stand.

#define _GNU_SOURCE
#include <pthread.h>
#include <stdlib.h>

#include "interposition.h"

typedef const void *CFTypeRef;

typedef struct {
    intptr_t version;
    void *info;
    const void *(*retain)(const void *info);
    void (*release)(const void *info);
    CFTypeRef (*description)(const void *info);
} TimerContext;

typedef void (*TimerCallback)(CFTypeRef timer, void *info);

CFTypeRef CFRetain(CFTypeRef object);
void CFRelease(CFTypeRef object);
CFTypeRef CFRunLoopGetMain(void);
CFTypeRef CFRunLoopGetCurrent(void);
unsigned char _CFIsMainThread(void);
CFTypeRef CFRunLoopTimerCreate(
    CFTypeRef allocator, double date, double interval, unsigned long flags, intptr_t order,
    TimerCallback callback, TimerContext *context);
void CFRunLoopTimerGetContext(CFTypeRef timer, TimerContext *context);
unsigned char CFRunLoopTimerIsValid(CFTypeRef timer);
void CFRunLoopTimerInvalidate(CFTypeRef timer);
void CFRunLoopTimerSetNextFireDate(CFTypeRef timer, double date);
void CFRunLoopAddTimer(CFTypeRef loop, CFTypeRef timer, CFTypeRef mode);
void CFRunLoopPerformBlock(CFTypeRef loop, CFTypeRef mode, void *block);
int32_t CFRunLoopRunInMode(CFTypeRef mode, double seconds, unsigned char returns_early);
unsigned char _CFRunLoopFinished(CFTypeRef loop, CFTypeRef mode);

enum { RUN_LOOP_TIMED_OUT = 3 };

/// A timer that a simulated app has made.
struct loop_timer {
    CFTypeRef timer;
    TimerCallback callback;
    /// The next firing in nanoseconds of the phone's uptime; `INT64_MAX` for never.
    int64_t due;
    /// Nanoseconds between firings; 0 for a timer that fires once.
    int64_t interval;
    /// The thread of the run loop that it was added to.
    SoriThread thread;
    bool is_added;
    /// Counts settings of the date, so that a firing of an earlier one does nothing.
    uint64_t generation;
    struct loop_timer *next;
};

static pthread_mutex_t timers_lock = PTHREAD_MUTEX_INITIALIZER;
/// The timers that are valid.
static struct loop_timer *timers;

struct firing {
    CFTypeRef timer;
    uint64_t generation;
};

static struct loop_timer *find(CFTypeRef timer) {
    if (handlers() == NULL) return NULL;
    pthread_mutex_lock(&timers_lock);
    struct loop_timer *found = timers;
    while (found != NULL && found->timer != timer) found = found->next;
    pthread_mutex_unlock(&timers_lock);
    return found;
}

static void forget(CFTypeRef timer) {
    if (handlers() == NULL) return;
    pthread_mutex_lock(&timers_lock);
    struct loop_timer **place = &timers;
    while (*place != NULL && (*place)->timer != timer) place = &(*place)->next;
    struct loop_timer *found = *place;
    if (found != NULL) *place = found->next;
    pthread_mutex_unlock(&timers_lock);
    free(found);
}

/// Whether a run loop is the app's: its main one, or that of the calling thread. On a run loop of
/// another thread, things happen when that thread runs it.
static bool is_own(CFTypeRef loop, SoriThread *thread) {
    *thread = loop == CFRunLoopGetMain() ? SORI_MAIN_THREAD : SORI_SAME_THREAD;
    return is_simulated() && (*thread == SORI_MAIN_THREAD || loop == CFRunLoopGetCurrent());
}

static void arm(struct loop_timer *timer);

static void fire(void *context) {
    struct firing firing = *(struct firing *)context;
    free(context);
    struct loop_timer *timer = find(firing.timer);
    if (timer != NULL && timer->generation == firing.generation
        && CFRunLoopTimerIsValid(firing.timer)) {
        TimerContext info = {0};
        CFRunLoopTimerGetContext(firing.timer, &info);
        if (timer->interval > 0) {
            // As a run loop does, it skips the firings that it has missed.
            int64_t uptime = timer->due, date;
            simulated_now(&uptime, &date);
            timer->due += ((uptime - timer->due) / timer->interval + 1) * timer->interval;
            arm(timer);
        }
        bool repeats = timer->interval > 0;
        timer->callback(firing.timer, info.info);
        if (!repeats) CFRunLoopTimerInvalidate(firing.timer);
    }
    CFRelease(firing.timer);
}

static void arm(struct loop_timer *timer) {
    timer->generation++;
    int64_t uptime, date;
    if (timer->due == INT64_MAX || !simulated_now(&uptime, &date)) return;
    struct firing *firing = malloc(sizeof *firing);
    if (firing == NULL) return;
    *firing = (struct firing){CFRetain(timer->timer), timer->generation};
    int64_t delay = timer->due > uptime ? timer->due - uptime : 0;
    if (!schedule(delay, timer->thread, fire, firing)) {
        CFRelease(timer->timer);
        free(firing);
    }
}

/// Seconds from 1970 to Core Foundation's reference date.
static const double reference_date = 978307200;

/// Returns the phone's uptime at a date of Core Foundation; `INT64_MAX` for a distant one.
///
/// A date is a binary fraction of seconds since 2001, good to a tenth of a microsecond: to the
/// nearest microsecond from now it is what was meant.
static int64_t uptime_at(double cf_date) {
    int64_t uptime, date;
    if (!simulated_now(&uptime, &date)) return INT64_MAX;
    double seconds = cf_date - ((double)date / 1e9 - reference_date);
    if (!(seconds < 9e9)) return INT64_MAX;
    return seconds > 0 ? uptime + (int64_t)(seconds * 1e6 + 0.5) * 1000 : uptime;
}

INTERPOSED CFTypeRef CFRunLoopTimerCreate(
    CFTypeRef allocator, double date, double interval, unsigned long flags, intptr_t order,
    TimerCallback callback, TimerContext *context
) {
    REAL(CFRunLoopTimerCreate);
    CFTypeRef made = real(allocator, date, interval, flags, order, callback, context);
    if (made == NULL || !is_simulated()) return made;
    // Another timer's address may have become free without a call of ours.
    forget(made);
    struct loop_timer *timer = calloc(1, sizeof *timer);
    if (timer == NULL) return made;
    timer->timer = made;
    timer->callback = callback;
    timer->due = uptime_at(date);
    timer->interval = interval > 0 && interval < 9e9 ? (int64_t)(interval * 1e9 + 0.5) : 0;
    pthread_mutex_lock(&timers_lock);
    timer->next = timers;
    timers = timer;
    pthread_mutex_unlock(&timers_lock);
    return made;
}

INTERPOSED void CFRunLoopAddTimer(CFTypeRef loop, CFTypeRef added, CFTypeRef mode) {
    SoriThread thread;
    struct loop_timer *timer = is_own(loop, &thread) ? find(added) : NULL;
    if (timer == NULL) {
        REAL(CFRunLoopAddTimer);
        return real(loop, added, mode);
    }
    // A timer may be added for several modes; it fires once for all of them.
    if (timer->is_added) return;
    timer->is_added = true;
    timer->thread = thread;
    arm(timer);
}

INTERPOSED void CFRunLoopTimerSetNextFireDate(CFTypeRef changed, double date) {
    struct loop_timer *timer = find(changed);
    if (timer != NULL) {
        timer->due = uptime_at(date);
        timer->generation++;
        if (timer->is_added) arm(timer);
    }
    REAL(CFRunLoopTimerSetNextFireDate);
    real(changed, date);
}

INTERPOSED void CFRunLoopTimerInvalidate(CFTypeRef timer) {
    forget(timer);
    REAL(CFRunLoopTimerInvalidate);
    real(timer);
}

static void run_block(void *block) { call_block(block); }

INTERPOSED void CFRunLoopPerformBlock(CFTypeRef loop, CFTypeRef mode, void *block) {
    SoriThread thread;
    if (is_own(loop, &thread)) {
        void *copy = _Block_copy(block);
        if (schedule(0, thread, run_block, copy)) return;
        _Block_release(copy);
    }
    REAL(CFRunLoopPerformBlock);
    real(loop, mode, block);
}

INTERPOSED int32_t CFRunLoopRunInMode(
    CFTypeRef mode, double seconds, unsigned char returns_early
) {
    if (is_simulated()) {
        // Not beyond a century: the phone's time must not overflow.
        double bounded = seconds > 0 ? (seconds < 3e9 ? seconds : 3e9) : 0;
        if (pass((int64_t)(bounded * 1e6 + 0.5) * 1000, false, NULL, NULL)) return RUN_LOOP_TIMED_OUT;
    }
    REAL(CFRunLoopRunInMode);
    return real(mode, seconds, returns_early);
}

INTERPOSED unsigned char _CFRunLoopFinished(CFTypeRef loop, CFTypeRef mode) {
    // The timers and blocks of a simulated app are not the run loop's own.
    if (is_simulated()) return 0;
    REAL(_CFRunLoopFinished);
    return real(loop, mode);
}

// MARK: The main thread

/// Whether the calling code is a simulated app's on its main thread, which may be any thread here.
static bool is_on_main(void) {
    const SoriVirtualTime *virtual = handlers();
    return virtual != NULL && virtual->is_on_main();
}

INTERPOSED CFTypeRef CFRunLoopGetCurrent(void) {
    if (is_on_main()) return CFRunLoopGetMain();
    REAL(CFRunLoopGetCurrent);
    return real();
}

INTERPOSED unsigned char _CFIsMainThread(void) {
    if (is_on_main()) return 1;
    REAL(_CFIsMainThread);
    return real();
}
