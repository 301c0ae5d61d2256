#define _GNU_SOURCE
#include "CLinuxShim.h"

#include <errno.h>
#include <fcntl.h>
#include <stdatomic.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <unistd.h>

// A page begins with a sequence number, which is odd while it is written, and the number of bytes.
typedef struct {
    _Atomic uint64_t sequence;
    _Atomic uint32_t byte_count;
    uint8_t bytes[];
} page_t;

static const int seals = F_SEAL_SHRINK | F_SEAL_GROW | F_SEAL_FUTURE_WRITE | F_SEAL_SEAL;

void *sori_make_page(size_t size, int *descriptor) {
    *descriptor = memfd_create("sori-state", MFD_CLOEXEC | MFD_ALLOW_SEALING);
    if (*descriptor < 0) return NULL;
    void *page = MAP_FAILED;
    if (ftruncate(*descriptor, (off_t)size) == 0)
        page = mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_SHARED, *descriptor, 0);
    // Nobody else can write it, or cut it, from here on.
    if (page != MAP_FAILED && fcntl(*descriptor, F_ADD_SEALS, seals) == 0) return page;
    if (page != MAP_FAILED) munmap(page, size);
    close(*descriptor);
    *descriptor = -1;
    return NULL;
}

const void *sori_map_page(int descriptor, size_t size) {
    // A page that could be cut would end its reader.
    int found = fcntl(descriptor, F_GET_SEALS);
    if (found < 0 || (found & F_SEAL_SHRINK) == 0) return NULL;
    off_t end = lseek(descriptor, 0, SEEK_END);
    if (end < 0 || (size_t)end < size) return NULL;
    void *page = mmap(NULL, size, PROT_READ, MAP_SHARED, descriptor, 0);
    return page == MAP_FAILED ? NULL : page;
}

void sori_unmap_page(const void *page, size_t size) {
    munmap((void *)page, size);
}

void sori_write_page(void *page, size_t size, const uint8_t *bytes, size_t count) {
    page_t *p = page;
    if (count > size - sizeof(page_t)) return;
    uint64_t sequence = atomic_load_explicit(&p->sequence, memory_order_relaxed);
    atomic_store_explicit(&p->sequence, sequence + 1, memory_order_relaxed);
    atomic_thread_fence(memory_order_release);
    atomic_store_explicit(&p->byte_count, (uint32_t)count, memory_order_relaxed);
    memcpy(p->bytes, bytes, count);
    atomic_store_explicit(&p->sequence, sequence + 2, memory_order_release);
}

uint64_t sori_page_sequence(const void *page) {
    return atomic_load_explicit(&((page_t *)page)->sequence, memory_order_acquire);
}

long sori_read_page(
    const void *page, size_t size, uint8_t *bytes, size_t capacity, uint64_t *sequence) {
    page_t *p = (page_t *)page;
    // A writer that was killed leaves an odd number: there is an end to trying.
    for (int i = 0; i < 1000; i++) {
        uint64_t before = atomic_load_explicit(&p->sequence, memory_order_acquire);
        if (before % 2 != 0) continue;
        size_t count = atomic_load_explicit(&p->byte_count, memory_order_relaxed);
        if (count > size - sizeof(page_t) || count > capacity) return -1;
        memcpy(bytes, p->bytes, count);
        atomic_thread_fence(memory_order_acquire);
        if (atomic_load_explicit(&p->sequence, memory_order_relaxed) == before) {
            *sequence = before;
            return (long)count;
        }
    }
    return -1;
}

long sori_send_with_descriptor(int socket, const uint8_t *bytes, size_t count, int descriptor) {
    struct iovec part = {.iov_base = (void *)bytes, .iov_len = count};
    union {
        struct cmsghdr header;
        char space[CMSG_SPACE(sizeof(int))];
    } control;
    memset(&control, 0, sizeof control);
    struct msghdr message = {
        .msg_iov = &part, .msg_iovlen = 1,
        .msg_control = control.space, .msg_controllen = sizeof control.space,
    };
    struct cmsghdr *header = CMSG_FIRSTHDR(&message);
    header->cmsg_level = SOL_SOCKET;
    header->cmsg_type = SCM_RIGHTS;
    header->cmsg_len = CMSG_LEN(sizeof(int));
    memcpy(CMSG_DATA(header), &descriptor, sizeof descriptor);
    return sendmsg(socket, &message, MSG_NOSIGNAL | MSG_DONTWAIT);
}

long sori_receive_with_descriptor(int socket, uint8_t *bytes, size_t count, int *descriptor) {
    struct iovec part = {.iov_base = bytes, .iov_len = count};
    union {
        struct cmsghdr header;
        char space[CMSG_SPACE(sizeof(int))];
    } control;
    struct msghdr message = {
        .msg_iov = &part, .msg_iovlen = 1,
        .msg_control = control.space, .msg_controllen = sizeof control.space,
    };
    *descriptor = -1;
    long received;
    do received = recvmsg(socket, &message, MSG_DONTWAIT | MSG_TRUNC | MSG_CMSG_CLOEXEC);
    while (received < 0 && errno == EINTR);
    if (received < 0) return received;
    struct cmsghdr *header = CMSG_FIRSTHDR(&message);
    if (header && header->cmsg_level == SOL_SOCKET && header->cmsg_type == SCM_RIGHTS &&
        header->cmsg_len == CMSG_LEN(sizeof(int)))
        memcpy(descriptor, CMSG_DATA(header), sizeof *descriptor);
    return received;
}
