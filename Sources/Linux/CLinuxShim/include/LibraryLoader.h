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
    // Returns the path to open instead of the name, or NULL; NULL for none.
    const char *(*find)(const char *file_name);
    // Written once, by `sori_library_load`.
    int state;
    void *handle;
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

// The path of a library in the dynamic linker's cache; NULL for none. Another library of the same name,
// which the program may have loaded from a folder of its own, is not found. Not from two threads at
// a time.
const char *sori_path_in_linker_cache(const char *file_name);

#ifdef __cplusplus
}

#include <cstddef>
#include <tuple>

// The result and the parameters of a function, as the headers that are installed declare it.
template <typename Function> struct sori_signature;
template <typename Result, typename... Parameters> struct sori_signature<Result(Parameters...)> {
    using result = Result;
    template <std::size_t index>
    using parameter = std::tuple_element_t<index, std::tuple<Parameters...>>;
    static constexpr std::size_t parameter_count = sizeof...(Parameters);
};

// Wrappers of a library's functions, for a list of F(name, count of its parameters, result without
// the library). The types come from the library's headers and so follow its versions; a list in
// which a name is missing or a count is wrong does not compile or link.
//
// SORI_POINTER declares where the function's address is kept, SORI_SYMBOL its entry in the
// description of the library, whose addresses are members of `functions`, and SORI_WRAP defines the
// function itself, which opens `library` when necessary.
#define SORI_POINTER(name, parameter_count, failure) decltype(&::name) name;
#define SORI_SYMBOL(name, parameter_count, failure) \
    {#name, reinterpret_cast<void **>(&functions.name)},
#define SORI_WRAP(library, name, count, failure)                                       \
    extern "C" sori_signature<decltype(name)>::result name(SORI_PARAMETERS_##count(name)) { \
        static_assert(sori_signature<decltype(name)>::parameter_count == count);       \
        if (!sori_library_is_there(&library)) return failure;                          \
        return functions.name(SORI_ARGUMENTS_##count);                                 \
    }

#define SORI_PARAMETER(name, index) sori_signature<decltype(name)>::parameter<index> a##index
#define SORI_PARAMETERS_0(name)
#define SORI_PARAMETERS_1(name) SORI_PARAMETER(name, 0)
#define SORI_PARAMETERS_2(name) SORI_PARAMETERS_1(name), SORI_PARAMETER(name, 1)
#define SORI_PARAMETERS_3(name) SORI_PARAMETERS_2(name), SORI_PARAMETER(name, 2)
#define SORI_PARAMETERS_4(name) SORI_PARAMETERS_3(name), SORI_PARAMETER(name, 3)
#define SORI_PARAMETERS_5(name) SORI_PARAMETERS_4(name), SORI_PARAMETER(name, 4)
#define SORI_PARAMETERS_6(name) SORI_PARAMETERS_5(name), SORI_PARAMETER(name, 5)
#define SORI_PARAMETERS_7(name) SORI_PARAMETERS_6(name), SORI_PARAMETER(name, 6)
#define SORI_PARAMETERS_8(name) SORI_PARAMETERS_7(name), SORI_PARAMETER(name, 7)

#define SORI_ARGUMENTS_0
#define SORI_ARGUMENTS_1 a0
#define SORI_ARGUMENTS_2 SORI_ARGUMENTS_1, a1
#define SORI_ARGUMENTS_3 SORI_ARGUMENTS_2, a2
#define SORI_ARGUMENTS_4 SORI_ARGUMENTS_3, a3
#define SORI_ARGUMENTS_5 SORI_ARGUMENTS_4, a4
#define SORI_ARGUMENTS_6 SORI_ARGUMENTS_5, a5
#define SORI_ARGUMENTS_7 SORI_ARGUMENTS_6, a6
#define SORI_ARGUMENTS_8 SORI_ARGUMENTS_7, a7
#endif
