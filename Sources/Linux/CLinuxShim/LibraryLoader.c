#include "LibraryLoader.h"

#include <dlfcn.h>
#include <fenv.h>
#include <pthread.h>
#include <stdio.h>
#include <string.h>

static pthread_mutex_t loading = PTHREAD_MUTEX_INITIALIZER;

// Writes why the library could not be opened.
static void explain(sori_library *library, const char *reason) {
    const size_t name_length = strlen(library->file_name);
    // Other reasons, and libraries that this one needs in turn, are named by the dynamic linker.
    const bool is_missing = reason == NULL
        || (strncmp(reason, library->file_name, name_length) == 0
            && strstr(reason, "cannot open shared object file: No such file") != NULL);
    if (is_missing) {
        snprintf(
            library->error, sizeof library->error, "%s's %s, which is missing: install %s",
            library->project, library->file_name, library->package);
    } else {
        snprintf(
            library->error, sizeof library->error, "%s's %s, which cannot be loaded: %s",
            library->project, library->file_name, reason);
    }
}

// Whether the version will do; if not, says so.
static bool has_version(sori_library *library, void *handle) {
    if (library->version_symbol == NULL) return true;
    unsigned (*version)(void) = NULL;
    *(void **)&version = dlsym(handle, library->version_symbol);
    const unsigned found = version != NULL ? version() : 0;
    const unsigned oldest = library->oldest_version;
    if (found >> 16 == oldest >> 16 && found >> 8 >= oldest >> 8) return true;
    snprintf(
        library->error, sizeof library->error,
        "%s's %s in version %u.%u or newer, but %u.%u is installed: upgrade %s", library->project,
        library->file_name, oldest >> 16, oldest >> 8 & 255, found >> 16, found >> 8 & 255,
        library->package);
    return false;
}

static bool load_symbols(sori_library *library, void *handle) {
    for (size_t index = 0; index < library->symbol_count; index++) {
        const sori_symbol *symbol = &library->symbols[index];
        *symbol->address = dlsym(handle, symbol->name);
        if (*symbol->address != NULL) continue;
        snprintf(
            library->error, sizeof library->error,
            "%s's %s with the function %s, which the installed one lacks: upgrade %s",
            library->project, library->file_name, symbol->name, library->package);
        return false;
    }
    return true;
}

static bool open_library(sori_library *library) {
    const char *path = library->find != NULL ? library->find(library->file_name) : NULL;
    void *handle = dlopen(path != NULL ? path : library->file_name, RTLD_NOW | RTLD_LOCAL);
    if (handle == NULL) {
        explain(library, dlerror());
        return false;
    }
    library->handle = handle;
    if (has_version(library, handle) && load_symbols(library, handle)) return true;
    dlclose(handle);
    return false;
}

bool sori_library_load(sori_library *library) {
    const int known = __atomic_load_n(&library->state, __ATOMIC_ACQUIRE);
    if (known != SORI_LIBRARY_UNTRIED) return known == SORI_LIBRARY_LOADED;
    pthread_mutex_lock(&loading);
    if (library->state == SORI_LIBRARY_UNTRIED) {
        fenv_t environment;
        fegetenv(&environment);
        const bool is_loaded = open_library(library);
        fesetenv(&environment);
        __atomic_store_n(
            &library->state, is_loaded ? SORI_LIBRARY_LOADED : SORI_LIBRARY_FAILED,
            __ATOMIC_RELEASE);
    }
    pthread_mutex_unlock(&loading);
    return library->state == SORI_LIBRARY_LOADED;
}

const char *sori_library_error(const sori_library *library) {
    const int state = __atomic_load_n(&library->state, __ATOMIC_ACQUIRE);
    return state == SORI_LIBRARY_FAILED ? library->error : "";
}
