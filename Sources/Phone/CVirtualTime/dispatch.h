// The parts of libdispatch's interface that are interposed, with blocks as pointers.

#include <stdint.h>

typedef struct dispatch_object_s *dispatch_object_t;

#define FOREVER UINT64_MAX

extern struct dispatch_object_s _dispatch_main_q;
extern const struct dispatch_source_type_s _dispatch_source_type_timer;

void dispatch_async(dispatch_object_t queue, void *block);
void dispatch_barrier_async(dispatch_object_t queue, void *block);
void dispatch_after(uint64_t when, dispatch_object_t queue, void *block);
void dispatch_assert_queue(dispatch_object_t queue);
void dispatch_sync(dispatch_object_t queue, void *block);
void dispatch_barrier_sync(dispatch_object_t queue, void *block);

uint64_t dispatch_time(uint64_t when, int64_t delta);
void dispatch_retain(dispatch_object_t object);
void dispatch_release(dispatch_object_t object);
void dispatch_set_context(dispatch_object_t object, void *context);
void *dispatch_get_context(dispatch_object_t object);
void dispatch_set_finalizer_f(dispatch_object_t object, void (*finalizer)(void *));

void dispatch_group_enter(dispatch_object_t group);
void dispatch_group_leave(dispatch_object_t group);
void dispatch_group_async(dispatch_object_t group, dispatch_object_t queue, void *block);
void dispatch_group_notify(dispatch_object_t group, dispatch_object_t queue, void *block);
intptr_t dispatch_group_wait(dispatch_object_t group, uint64_t timeout);
intptr_t dispatch_semaphore_wait(dispatch_object_t semaphore, uint64_t timeout);

dispatch_object_t dispatch_source_create(
    const struct dispatch_source_type_s *type, uintptr_t handle, uintptr_t mask,
    dispatch_object_t queue);
void dispatch_source_set_timer(
    dispatch_object_t source, uint64_t start, uint64_t interval, uint64_t leeway);
void dispatch_source_set_event_handler(dispatch_object_t source, void *handler);
void dispatch_source_set_cancel_handler(dispatch_object_t source, void *handler);
void dispatch_source_cancel(dispatch_object_t source);
void dispatch_activate(dispatch_object_t object);
void dispatch_resume(dispatch_object_t object);
void dispatch_suspend(dispatch_object_t object);

/// The thread of a simulated app that stands for a queue.
static inline SoriThread thread_of(dispatch_object_t queue) {
    return queue == &_dispatch_main_q ? SORI_MAIN_THREAD : SORI_OTHER_THREAD;
}

/// Nanoseconds of the phone's time until `when`, at least 0; `INT64_MAX` for never. Only in a
/// simulated app.
int64_t sori_delay_until(uint64_t when);
