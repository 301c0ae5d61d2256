// Shared libraries that are opened when they are first needed.
//
// A program that never needs FFmpeg starts without its 150 libraries. Each library is described by
// one static `sori_library` and opened once; it stays open until the process ends.
#pragma once

#include <stdbool.h>
#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

// A function of the library, and where to put its address.
typedef struct sori_symbol {
    const char *name;
    void **address;
} sori_symbol;

// The longest error message, with its terminating zero.
enum { SORI_LIBRARY_ERROR_SIZE = 320 };

typedef enum sori_library_state {
    SORI_LIBRARY_UNTRIED = 0,
    SORI_LIBRARY_LOADED = 1,
    SORI_LIBRARY_FAILED = 2,
} sori_library_state;

typedef struct sori_library {
    // The name with the major version that the program was built for: "libavcodec.so.59".
    const char *file_name;
    // The project, as it is named in messages: "FFmpeg".
    const char *project;
    // The Debian package to install.
    const char *package;
    // All must be present.
    const sori_symbol *symbols;
    size_t symbol_count;
    // A function that returns the version as major << 16 | minor << 8 | patch, and the oldest
    // version that will do, whose patch level is ignored; NULL for no check.
    const char *version_symbol;
    unsigned oldest_version;
    // Written once, by `sori_library_load`.
    int state;
    char error[SORI_LIBRARY_ERROR_SIZE];
} sori_library;

// Opens the library and looks up its functions, on the first call. Any thread except the render
// thread may call it: it locks, allocates, and takes some milliseconds. Keeps the floating-point
// environment: libraries built with fast mathematics change it when they are loaded.
//
// Returns whether the library is there; if not, `sori_library_error` says why.
bool sori_library_load(sori_library *library);

// Why the library is not there, as the end of a sentence: "FFmpeg's libavcodec.so.59, which is
// missing: install libavcodec59". Empty unless loading has failed.
const char *sori_library_error(const sori_library *library);

// Whether the library's functions can be called; loads it if that has not been tried.
static inline bool sori_library_is_there(sori_library *library) {
    if (__builtin_expect(
            __atomic_load_n(&library->state, __ATOMIC_ACQUIRE) == SORI_LIBRARY_LOADED, 1)) {
        return true;
    }
    return sori_library_load(library);
}

#ifdef __cplusplus
}
#endif
