// libdispatch's timer sources.
//
// The real source is made as well, so that it can be retained, activated and cancelled; but its
// timer is never set.

#define _GNU_SOURCE
#include <pthread.h>
#include <stdlib.h>

#include "interposition.h"
#include "dispatch.h"

/// A source that a simulated app has made.
struct timer {
    /// Null when the last reference to the source is gone.
    dispatch_object_t source, queue;
    /// The references to the source that are not libdispatch's own.
    int references;
    void *event_handler, *cancel_handler;
    uint64_t start;
    int64_t interval;
    /// Counts settings, so that a firing of an earlier one does nothing.
    uint64_t generation;
    /// The source's, and one for each firing that is scheduled.
    atomic_int owners;
    int suspensions;
    bool is_activated, is_set, is_cancelled;
    struct timer *next;
};

static pthread_mutex_t timers_lock = PTHREAD_MUTEX_INITIALIZER;
/// The timers with a source that is referenced.
static struct timer *timers;
static atomic_int timer_count;

struct firing {
    struct timer *timer;
    uint64_t generation;
};

static void let_go(struct timer *timer) {
    if (atomic_fetch_sub(&timer->owners, 1) > 1) return;
    if (timer->event_handler != NULL) _Block_release(timer->event_handler);
    if (timer->cancel_handler != NULL) _Block_release(timer->cancel_handler);
    free(timer);
}

/// Removes a timer from the list, which is locked.
static void forget(struct timer *timer) {
    struct timer **place = &timers;
    while (*place != timer) place = &(*place)->next;
    *place = timer->next;
    timer->source = NULL;
    atomic_fetch_sub(&timer_count, 1);
}

/// The source's finalizer, called at any time after its last reference is gone: its memory may be
/// another's by then.
static void source_is_gone(void *context) {
    struct timer *timer = context;
    pthread_mutex_lock(&timers_lock);
    if (timer->source != NULL) forget(timer);
    pthread_mutex_unlock(&timers_lock);
    let_go(timer);
}

/// Finds the timer of a source in the list, which is locked.
static struct timer *listed_timer(dispatch_object_t source) {
    struct timer *timer = timers;
    while (timer != NULL && timer->source != source) timer = timer->next;
    return timer;
}

/// Finds the timer of a source that a simulated app has made; null for all other objects.
static struct timer *timer_of(dispatch_object_t source) {
    if (handlers() == NULL) return NULL;
    pthread_mutex_lock(&timers_lock);
    struct timer *timer = listed_timer(source);
    pthread_mutex_unlock(&timers_lock);
    return timer;
}

/// Counts a reference more or less, if the object is the source of a timer.
static void count_reference(dispatch_object_t object, int change) {
    if (atomic_load(&timer_count) == 0) return;
    pthread_mutex_lock(&timers_lock);
    struct timer *timer = listed_timer(object);
    if (timer != NULL && (timer->references += change) == 0) forget(timer);
    pthread_mutex_unlock(&timers_lock);
}

INTERPOSED void dispatch_retain(dispatch_object_t object) {
    REAL(dispatch_retain);
    count_reference(object, 1);
    real(object);
}

INTERPOSED void dispatch_release(dispatch_object_t object) {
    REAL(dispatch_release);
    count_reference(object, -1);
    real(object);
}

/// Retains a timer's source, unless its last reference is gone: a program that retains it then is
/// stopped by libdispatch.
static dispatch_object_t retained_source(struct timer *timer) {
    REAL(dispatch_retain);
    pthread_mutex_lock(&timers_lock);
    dispatch_object_t source = timer->source;
    if (source != NULL) {
        timer->references++;
        real(source);
    }
    pthread_mutex_unlock(&timers_lock);
    return source;
}

static bool is_running(const struct timer *timer) {
    return timer->source != NULL && timer->is_activated && timer->suspensions == 0
        && !timer->is_cancelled;
}

static void arm(struct timer *timer, int64_t delay);

static void fire(void *context) {
    struct firing firing = *(struct firing *)context;
    free(context);
    struct timer *timer = firing.timer;
    bool is_due = firing.generation == timer->generation && is_running(timer);
    dispatch_object_t source = is_due ? retained_source(timer) : NULL;
    if (source != NULL) {
        if (timer->interval > 0) {
            arm(timer, timer->interval);
        } else {
            timer->is_set = false;
        }
        if (timer->event_handler != NULL) call_block(_Block_copy(timer->event_handler));
        dispatch_release(source);
    }
    let_go(timer);
}

static void arm(struct timer *timer, int64_t delay) {
    timer->generation++;
    if (delay == INT64_MAX) return;
    struct firing *firing = malloc(sizeof *firing);
    if (firing == NULL) return;
    *firing = (struct firing){timer, timer->generation};
    atomic_fetch_add(&timer->owners, 1);
    if (!schedule(delay, thread_of(timer->queue), fire, firing)) {
        free(firing);
        let_go(timer);
    }
}

/// Arms a timer that is set and runs.
static void start(struct timer *timer) {
    if (timer->is_set && is_running(timer)) arm(timer, sori_delay_until(timer->start));
}

INTERPOSED dispatch_object_t dispatch_source_create(
    const struct dispatch_source_type_s *type, uintptr_t handle, uintptr_t mask,
    dispatch_object_t queue
) {
    REAL(dispatch_source_create);
    dispatch_object_t source = real(type, handle, mask, queue);
    if (source == NULL || type != &_dispatch_source_type_timer || !is_simulated()) return source;
    struct timer *timer = calloc(1, sizeof *timer);
    if (timer == NULL) return source;
    timer->source = source;
    timer->queue = queue;
    timer->references = 1;
    atomic_store(&timer->owners, 1);
    pthread_mutex_lock(&timers_lock);
    timer->next = timers;
    timers = timer;
    atomic_fetch_add(&timer_count, 1);
    pthread_mutex_unlock(&timers_lock);
    dispatch_set_context(source, timer);
    dispatch_set_finalizer_f(source, source_is_gone);
    return source;
}

INTERPOSED void dispatch_source_set_timer(
    dispatch_object_t source, uint64_t start_time, uint64_t interval, uint64_t leeway
) {
    struct timer *timer = timer_of(source);
    if (timer == NULL) {
        REAL(dispatch_source_set_timer);
        return real(source, start_time, interval, leeway);
    }
    timer->start = start_time == 0 ? dispatch_time(0, 0) : start_time;
    timer->interval = interval < INT64_MAX ? (int64_t)interval : 0;
    timer->is_set = start_time != FOREVER;
    timer->generation++;
    start(timer);
}

static void keep(void **place, void *handler) {
    void *former = *place;
    *place = handler != NULL ? _Block_copy(handler) : NULL;
    if (former != NULL) _Block_release(former);
}

INTERPOSED void dispatch_source_set_event_handler(dispatch_object_t source, void *handler) {
    struct timer *timer = timer_of(source);
    if (timer != NULL) return keep(&timer->event_handler, handler);
    REAL(dispatch_source_set_event_handler);
    real(source, handler);
}

INTERPOSED void dispatch_source_set_cancel_handler(dispatch_object_t source, void *handler) {
    struct timer *timer = timer_of(source);
    if (timer != NULL) return keep(&timer->cancel_handler, handler);
    REAL(dispatch_source_set_cancel_handler);
    real(source, handler);
}

INTERPOSED void dispatch_source_cancel(dispatch_object_t source) {
    struct timer *timer = timer_of(source);
    if (timer != NULL && !timer->is_cancelled) {
        timer->is_cancelled = true;
        timer->generation++;
        if (timer->cancel_handler != NULL) dispatch_async(timer->queue, timer->cancel_handler);
    }
    REAL(dispatch_source_cancel);
    real(source);
}

INTERPOSED void dispatch_activate(dispatch_object_t object) {
    struct timer *timer = timer_of(object);
    if (timer != NULL && !timer->is_activated) {
        timer->is_activated = true;
        start(timer);
    }
    REAL(dispatch_activate);
    real(object);
}

INTERPOSED void dispatch_resume(dispatch_object_t object) {
    struct timer *timer = timer_of(object);
    if (timer != NULL) {
        if (timer->is_activated) timer->suspensions--;
        timer->is_activated = true;
        start(timer);
    }
    REAL(dispatch_resume);
    real(object);
}

INTERPOSED void dispatch_suspend(dispatch_object_t object) {
    struct timer *timer = timer_of(object);
    if (timer != NULL) timer->suspensions++;
    REAL(dispatch_suspend);
    real(object);
}
