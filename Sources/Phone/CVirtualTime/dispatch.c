// libdispatch's queues, groups and semaphores.

#define _GNU_SOURCE
#include <pthread.h>
#include <stdlib.h>

#include "interposition.h"
#include "dispatch.h"

/// The longest wait without a time limit that a simulated app does, in nanoseconds: an hour.
static const int64_t longest_wait = 3600000000000;

int64_t sori_delay_until(uint64_t when) {
    int64_t uptime, date;
    if (when == FOREVER || !simulated_now(&uptime, &date)) return INT64_MAX;
    int64_t delay;
    if ((int64_t)when >= 0) {
        // Nanoseconds of the uptime clock, which `dispatch_time` reads as we do.
        delay = (int64_t)(when - dispatch_time(0, 0));
    } else if ((when & (1ULL << 62)) != 0) {
        // A date, negated.
        delay = -(int64_t)when - date;
    } else {
        // The clock that counts while the machine sleeps: the phones' does, and begins alike.
        struct timespec now;
        clock_gettime(CLOCK_BOOTTIME, &now);
        delay = (int64_t)(when & ~(1ULL << 63)) - (int64_t)now.tv_sec * 1000000000 - now.tv_nsec;
    }
    return delay > 0 ? delay : 0;
}

// MARK: Queues

/// A block that waits for its turn on a queue.
struct turn {
    dispatch_object_t queue;
    /// The group to leave afterwards, or null.
    dispatch_object_t group;
    void *block;
    struct turn *next;
};

static pthread_mutex_t turns_lock = PTHREAD_MUTEX_INITIALIZER;
/// The turns of all queues that are to be run without a delay.
static struct turn *turns;

static void take(struct turn *turn) {
    pthread_mutex_lock(&turns_lock);
    for (struct turn **place = &turns; *place != NULL; place = &(*place)->next) {
        if (*place != turn) continue;
        *place = turn->next;
        break;
    }
    pthread_mutex_unlock(&turns_lock);
}

static bool is_idle(void *queue) {
    bool is = true;
    pthread_mutex_lock(&turns_lock);
    for (struct turn *turn = turns; turn != NULL && is; turn = turn->next) {
        is = turn->queue != queue;
    }
    pthread_mutex_unlock(&turns_lock);
    return is;
}

static void run(void *context) {
    struct turn *turn = context;
    take(turn);
    call_block(turn->block);
    if (turn->group != NULL) {
        dispatch_group_leave(turn->group);
        dispatch_release(turn->group);
    }
    dispatch_release(turn->queue);
    free(turn);
}

/// Has a block run on a queue in the phone's time.
///
/// Returns whether the calling code is a simulated app's; if not, nothing has happened.
static bool run_later(
    int64_t delay, dispatch_object_t queue, void *block, dispatch_object_t group
) {
    if (!is_simulated()) return false;
    if (delay == INT64_MAX) return true;
    struct turn *turn = malloc(sizeof *turn);
    if (turn == NULL) return false;
    *turn = (struct turn){queue, group, _Block_copy(block), NULL};
    dispatch_retain(queue);
    if (group != NULL) {
        dispatch_retain(group);
        dispatch_group_enter(group);
    }
    if (delay == 0) {
        pthread_mutex_lock(&turns_lock);
        turn->next = turns;
        turns = turn;
        pthread_mutex_unlock(&turns_lock);
    }
    if (schedule(delay, thread_of(queue), run, turn)) return true;
    // The app has just ended: its code runs no more.
    take(turn);
    return true;
}

INTERPOSED void dispatch_async(dispatch_object_t queue, void *block) {
    if (run_later(0, queue, block, NULL)) return;
    REAL(dispatch_async);
    real(queue, block);
}

INTERPOSED void dispatch_barrier_async(dispatch_object_t queue, void *block) {
    if (run_later(0, queue, block, NULL)) return;
    REAL(dispatch_barrier_async);
    real(queue, block);
}

INTERPOSED void dispatch_after(uint64_t when, dispatch_object_t queue, void *block) {
    if (is_simulated() && run_later(sori_delay_until(when), queue, block, NULL)) return;
    REAL(dispatch_after);
    real(when, queue, block);
}

/// Runs what a queue has to run before.
static void drain(dispatch_object_t queue) {
    if (handlers() != NULL && !is_idle(queue)) pass(0, false, is_idle, queue);
}

INTERPOSED void dispatch_sync(dispatch_object_t queue, void *block) {
    drain(queue);
    REAL(dispatch_sync);
    real(queue, block);
}

INTERPOSED void dispatch_barrier_sync(dispatch_object_t queue, void *block) {
    drain(queue);
    REAL(dispatch_barrier_sync);
    real(queue, block);
}

INTERPOSED void dispatch_assert_queue(dispatch_object_t queue) {
    // The threads of a simulated app are not those of its queues.
    if (is_simulated()) return;
    REAL(dispatch_assert_queue);
    real(queue);
}

// MARK: Groups

/// A block that runs when its group is empty.
struct notice {
    dispatch_object_t group, queue;
    void *block;
    struct notice *next;
};

static pthread_mutex_t notices_lock = PTHREAD_MUTEX_INITIALIZER;
static struct notice *notices;

static bool is_empty(void *group) {
    REAL(dispatch_group_wait);
    return real(group, 0) == 0;
}

INTERPOSED void dispatch_group_async(
    dispatch_object_t group, dispatch_object_t queue, void *block
) {
    if (run_later(0, queue, block, group)) return;
    REAL(dispatch_group_async);
    real(group, queue, block);
}

INTERPOSED void dispatch_group_notify(
    dispatch_object_t group, dispatch_object_t queue, void *block
) {
    struct notice *notice;
    if (!is_simulated() || (notice = malloc(sizeof *notice)) == NULL) {
        REAL(dispatch_group_notify);
        return real(group, queue, block);
    }
    if (is_empty(group)) {
        free(notice);
        return dispatch_async(queue, block);
    }
    dispatch_retain(group);
    dispatch_retain(queue);
    *notice = (struct notice){group, queue, _Block_copy(block), NULL};
    pthread_mutex_lock(&notices_lock);
    struct notice **end = &notices;
    while (*end != NULL) end = &(*end)->next;
    *end = notice;
    pthread_mutex_unlock(&notices_lock);
}

/// Removes the first notice of an empty group.
static struct notice *take_notice(dispatch_object_t group) {
    pthread_mutex_lock(&notices_lock);
    struct notice **place = &notices;
    while (*place != NULL && (*place)->group != group) place = &(*place)->next;
    struct notice *found = *place;
    if (found != NULL && is_empty(group)) {
        *place = found->next;
    } else {
        found = NULL;
    }
    pthread_mutex_unlock(&notices_lock);
    return found;
}

INTERPOSED void dispatch_group_leave(dispatch_object_t group) {
    REAL(dispatch_group_leave);
    if (handlers() == NULL) return real(group);
    dispatch_retain(group);
    real(group);
    struct notice *notice;
    while ((notice = take_notice(group)) != NULL) {
        dispatch_async(notice->queue, notice->block);
        _Block_release(notice->block);
        dispatch_release(notice->queue);
        dispatch_release(notice->group);
        free(notice);
    }
    dispatch_release(group);
}

// MARK: Waiting

/// Lets the phone's time pass until `is_enough`, or until `timeout`.
///
/// Returns whether that was possible.
static bool wait_virtually(uint64_t timeout, bool (*is_enough)(void *), void *object) {
    if (timeout == 0 || !is_simulated()) return false;
    int64_t delay = sori_delay_until(timeout);
    return pass(delay < longest_wait ? delay : longest_wait, true, is_enough, object);
}

INTERPOSED intptr_t dispatch_group_wait(dispatch_object_t group, uint64_t timeout) {
    REAL(dispatch_group_wait);
    if (wait_virtually(timeout, is_empty, group)) return real(group, 0);
    return real(group, timeout);
}

/// A semaphore that is waited for, and whether it has been signalled.
struct semaphore_wait {
    dispatch_object_t semaphore;
    bool is_done;
};

static bool is_signalled(void *context) {
    struct semaphore_wait *wait = context;
    REAL(dispatch_semaphore_wait);
    if (!wait->is_done) wait->is_done = real(wait->semaphore, 0) == 0;
    return wait->is_done;
}

INTERPOSED intptr_t dispatch_semaphore_wait(dispatch_object_t semaphore, uint64_t timeout) {
    REAL(dispatch_semaphore_wait);
    struct semaphore_wait wait = {semaphore, false};
    if (timeout == 0 || !is_simulated()) return real(semaphore, timeout);
    if (is_signalled(&wait)) return 0;
    if (!wait_virtually(timeout, is_signalled, &wait)) return real(semaphore, timeout);
    return is_signalled(&wait) ? 0 : 1;
}
