// A lock around a counter.

#include <os/os_unfair_lock.h>

#include "../check.h"

struct counter {
    os_unfair_lock lock;
    int count;
};

static struct counter counter = {{0}, 0};

static void increment(void)
{
    os_unfair_lock_lock(&counter.lock);
    counter.count += 1;
    os_unfair_lock_unlock(&counter.lock);
}

int main(void)
{
    os_unfair_lock other = OS_UNFAIR_LOCK_INIT;

    increment();
    increment();
    CHECK(counter.count == 2);
    CHECK(os_unfair_lock_trylock(&other));
    CHECK(!os_unfair_lock_trylock(&other));
    os_unfair_lock_assert_owner(&other);
    os_unfair_lock_unlock(&other);
    os_unfair_lock_assert_not_owner(&other);
    return 0;
}
