/* Counts what a render thread must not do. Loaded in front of a test program by scripts/test-render
 * (LD_PRELOAD); the tests find render_counter_* by name and put them around each render call. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <pthread.h>
#include <stddef.h>

extern void *__libc_malloc(size_t);
extern void *__libc_calloc(size_t, size_t);
extern void *__libc_realloc(void *, size_t);
extern void *__libc_memalign(size_t, size_t);
extern void __libc_free(void *);

/* Per thread: other threads of the test program may do what they like. */
static __thread int is_rendering __attribute__((tls_model("initial-exec")));
static __thread long allocation_count __attribute__((tls_model("initial-exec")));
static __thread long free_count __attribute__((tls_model("initial-exec")));
static __thread long lock_count __attribute__((tls_model("initial-exec")));

void render_counter_enter(void) { is_rendering = 1; }
void render_counter_leave(void) { is_rendering = 0; }
long render_counter_allocations(void) { return allocation_count; }
long render_counter_frees(void) { return free_count; }
long render_counter_locks(void) { return lock_count; }

static void note_allocation(void) { allocation_count += is_rendering; }
static void note_free(void) { free_count += is_rendering; }
static void note_lock(void) { lock_count += is_rendering; }

void *malloc(size_t size) {
    note_allocation();
    return __libc_malloc(size);
}

void *calloc(size_t count, size_t size) {
    note_allocation();
    return __libc_calloc(count, size);
}

void *realloc(void *block, size_t size) {
    note_allocation();
    return __libc_realloc(block, size);
}

void *memalign(size_t alignment, size_t size) {
    note_allocation();
    return __libc_memalign(alignment, size);
}

void *aligned_alloc(size_t alignment, size_t size) { return memalign(alignment, size); }

int posix_memalign(void **block, size_t alignment, size_t size) {
    void *found = memalign(alignment, size);
    if (!found) return ENOMEM;
    *block = found;
    return 0;
}

void free(void *block) {
    if (block) note_free();
    __libc_free(block);
}

/* dlsym may itself take locks, so the real functions are looked up before main. */
#define LOCKS(X) \
    X(pthread_mutex_lock, pthread_mutex_t) \
    X(pthread_mutex_trylock, pthread_mutex_t) \
    X(pthread_rwlock_rdlock, pthread_rwlock_t) \
    X(pthread_rwlock_wrlock, pthread_rwlock_t)

#define DECLARE(name, type) static int (*real_##name)(type *);
LOCKS(DECLARE)

#define FIND(name, type) \
    if (!real_##name) real_##name = (int (*)(type *))dlsym(RTLD_NEXT, #name);
static void find_all(void) { LOCKS(FIND) }
__attribute__((constructor)) static void find_early(void) { find_all(); }

#define COUNT(name, type) \
    int name(type *lock) { \
        note_lock(); \
        if (!real_##name) find_all(); \
        return real_##name(lock); \
    }
LOCKS(COUNT)
