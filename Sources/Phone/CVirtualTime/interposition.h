// The functions here are named like those of libc, libdispatch and Core Foundation and come before
// them when a program is linked dynamically. Each forwards to the real one, unless the code of a
// simulated app calls it. They are weak: a program that is linked statically keeps the real ones.

#include <stdatomic.h>
#include <stddef.h>

#include "CVirtualTime.h"

#define INTERPOSED __attribute__((weak, visibility("default")))

/// Declares `real`: the function of the name in the shared library, looked up once.
#define REAL(name)                                                                \
    static _Atomic(void *) known_real;                                            \
    __typeof__(&name) real = (__typeof__(&name))sori_real(#name, &known_real)

/// The handlers; null until there is a phone.
extern _Atomic(const SoriVirtualTime *) sori_virtual_time;

/// Above zero while a real function is called that must see the machine's time.
extern _Thread_local int sori_real_time_depth;

/// The handlers where a simulated app's code may be running; else null.
static inline const SoriVirtualTime *handlers(void) {
    const SoriVirtualTime *found =
        atomic_load_explicit(&sori_virtual_time, memory_order_acquire);
    return found != NULL && sori_real_time_depth == 0 ? found : NULL;
}

/// Whether the calling code is a simulated app's; then also the phone's time.
static inline bool simulated_now(int64_t *uptime, int64_t *date) {
    const SoriVirtualTime *virtual = handlers();
    if (virtual == NULL) return false;
    sori_real_time_depth++;
    bool is = virtual->now(uptime, date);
    sori_real_time_depth--;
    return is;
}

static inline bool is_simulated(void) {
    int64_t uptime, date;
    return simulated_now(&uptime, &date);
}

static inline bool schedule(
    int64_t delay, SoriThread thread, void (*function)(void *), void *context
) {
    const SoriVirtualTime *virtual = handlers();
    if (virtual == NULL) return false;
    sori_real_time_depth++;
    bool is = virtual->schedule(delay, thread, function, context);
    sori_real_time_depth--;
    return is;
}

static inline bool pass(
    int64_t duration, bool blocks, bool (*is_enough)(void *), void *context
) {
    const SoriVirtualTime *virtual = handlers();
    // Apps' code runs in it, which must not see the machine's time.
    return virtual != NULL && virtual->pass(duration, blocks, is_enough, context);
}

/// Looks up a function of a shared library, once.
void *sori_real(const char *name, _Atomic(void *) *known);

// Blocks, without the compiler's support for them.

struct sori_block {
    void *isa;
    int flags, reserved;
    void (*invoke)(void *);
};

void *_Block_copy(const void *block);
void _Block_release(const void *block);

/// Calls a block that was copied, and releases it.
static inline void call_block(void *block) {
    ((struct sori_block *)block)->invoke(block);
    _Block_release(block);
}
