#define _GNU_SOURCE
#include "LibraryLoader.h"

#include <fcntl.h>
#include <limits.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

// The dynamic linker's cache: a header, entries, and texts by their offsets from the header.

struct header {
    char magic[20];
    uint32_t entry_count;
    uint32_t text_size;
    uint32_t unused[5];
};

struct entry {
    int32_t flags;
    uint32_t name;
    uint32_t path;
    uint32_t system_version;
    uint64_t capabilities;
};

static const char magic[] = "glibc-ld.so.cache1.1";

/// Whether an entry is a library of this process's kind.
static bool is_native(int32_t flags) {
#if defined(__x86_64__)
    return flags == 0x0303;
#elif defined(__aarch64__)
    return flags == 0x0A03;
#else
    return (flags & 0xFF) == 3;
#endif
}

/// Looks the name up in the cache's bytes, which need not be whole.
static const char *find(const char *bytes, size_t size, const char *file_name) {
    const char *start = memmem(bytes, size, magic, sizeof magic - 1);
    if (start == NULL) return NULL;
    const size_t room = size - (size_t)(start - bytes);
    struct header header;
    if (room < sizeof header) return NULL;
    memcpy(&header, start, sizeof header);
    const size_t count_max = (room - sizeof header) / sizeof(struct entry);
    for (size_t index = 0; index < header.entry_count && index < count_max; index++) {
        struct entry entry;
        memcpy(&entry, start + sizeof header + index * sizeof entry, sizeof entry);
        if (!is_native(entry.flags) || entry.name >= room || entry.path >= room) continue;
        const size_t length = strnlen(start + entry.name, room - entry.name);
        if (length != strlen(file_name)) continue;
        if (memcmp(start + entry.name, file_name, length) == 0) return start + entry.path;
    }
    return NULL;
}

const char *sori_path_in_linker_cache(const char *file_name) {
    static char path[PATH_MAX];
    path[0] = 0;
    const int file = open("/etc/ld.so.cache", O_RDONLY | O_CLOEXEC);
    if (file < 0) return NULL;
    struct stat status;
    if (fstat(file, &status) == 0 && status.st_size > 0) {
        const size_t size = (size_t)status.st_size;
        const char *bytes = mmap(NULL, size, PROT_READ, MAP_PRIVATE, file, 0);
        if (bytes != MAP_FAILED) {
            const char *found = find(bytes, size, file_name);
            if (found != NULL) {
                const size_t left = size - (size_t)(found - bytes);
                snprintf(path, sizeof path, "%.*s", (int)(left < PATH_MAX ? left : PATH_MAX), found);
            }
            munmap((void *)(uintptr_t)bytes, size);
        }
    }
    close(file);
    return path[0] != 0 ? path : NULL;
}
