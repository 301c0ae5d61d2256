#include "COpenALSoft.h"

#include <dlfcn.h>

#include "LibraryLoader.h"

// The address of a function's pointer, without a cast that breaks aliasing.
#define SYMBOL(name) {#name, (void **)(void *)&functions.name}

static sori_openal_functions functions;

static const sori_symbol symbols[] = {
    SYMBOL(alEnable), SYMBOL(alDisable), SYMBOL(alIsEnabled), SYMBOL(alGetString),
    SYMBOL(alGetBooleanv), SYMBOL(alGetIntegerv), SYMBOL(alGetFloatv), SYMBOL(alGetDoublev),
    SYMBOL(alGetBoolean), SYMBOL(alGetInteger), SYMBOL(alGetFloat), SYMBOL(alGetDouble),
    SYMBOL(alGetError), SYMBOL(alIsExtensionPresent), SYMBOL(alGetProcAddress),
    SYMBOL(alGetEnumValue), SYMBOL(alDopplerFactor), SYMBOL(alDopplerVelocity),
    SYMBOL(alSpeedOfSound), SYMBOL(alDistanceModel), SYMBOL(alListenerf), SYMBOL(alListener3f),
    SYMBOL(alListenerfv), SYMBOL(alListeneri), SYMBOL(alListener3i), SYMBOL(alListeneriv),
    SYMBOL(alGetListenerf), SYMBOL(alGetListener3f), SYMBOL(alGetListenerfv),
    SYMBOL(alGetListeneri), SYMBOL(alGetListener3i), SYMBOL(alGetListeneriv), SYMBOL(alGenSources),
    SYMBOL(alDeleteSources), SYMBOL(alIsSource), SYMBOL(alSourcef), SYMBOL(alSource3f),
    SYMBOL(alSourcefv), SYMBOL(alSourcei), SYMBOL(alSource3i), SYMBOL(alSourceiv),
    SYMBOL(alGetSourcef), SYMBOL(alGetSource3f), SYMBOL(alGetSourcefv), SYMBOL(alGetSourcei),
    SYMBOL(alGetSource3i), SYMBOL(alGetSourceiv), SYMBOL(alSourcePlayv), SYMBOL(alSourceStopv),
    SYMBOL(alSourceRewindv), SYMBOL(alSourcePausev), SYMBOL(alSourcePlay), SYMBOL(alSourceStop),
    SYMBOL(alSourceRewind), SYMBOL(alSourcePause), SYMBOL(alSourceQueueBuffers),
    SYMBOL(alSourceUnqueueBuffers), SYMBOL(alGenBuffers), SYMBOL(alDeleteBuffers),
    SYMBOL(alIsBuffer), SYMBOL(alBufferData), SYMBOL(alBufferf), SYMBOL(alBuffer3f),
    SYMBOL(alBufferfv), SYMBOL(alBufferi), SYMBOL(alBuffer3i), SYMBOL(alBufferiv),
    SYMBOL(alGetBufferf), SYMBOL(alGetBuffer3f), SYMBOL(alGetBufferfv), SYMBOL(alGetBufferi),
    SYMBOL(alGetBuffer3i), SYMBOL(alGetBufferiv), SYMBOL(alcCreateContext),
    SYMBOL(alcMakeContextCurrent), SYMBOL(alcProcessContext), SYMBOL(alcSuspendContext),
    SYMBOL(alcDestroyContext), SYMBOL(alcCloseDevice), SYMBOL(alcGetError),
    SYMBOL(alcIsExtensionPresent), SYMBOL(alcGetProcAddress), SYMBOL(alcGetEnumValue),
    SYMBOL(alcGetString), SYMBOL(alcGetIntegerv), SYMBOL(alcSetThreadContext),
    SYMBOL(alcLoopbackOpenDeviceSOFT), SYMBOL(alcIsRenderFormatSupportedSOFT),
    SYMBOL(alcRenderSamplesSOFT), SYMBOL(alcResetDeviceSOFT), SYMBOL(alGenEffects),
    SYMBOL(alDeleteEffects), SYMBOL(alEffecti), SYMBOL(alEffectf), SYMBOL(alGenFilters),
    SYMBOL(alDeleteFilters), SYMBOL(alFilteri), SYMBOL(alFilterf),
    SYMBOL(alGenAuxiliaryEffectSlots), SYMBOL(alDeleteAuxiliaryEffectSlots),
    SYMBOL(alAuxiliaryEffectSloti), SYMBOL(alAuxiliaryEffectSlotf),
};

static sori_library library = {
    .file_name = "libopenal.so.1", .project = "OpenAL Soft", .package = "libopenal1",
    .symbols = symbols, .symbol_count = sizeof symbols / sizeof *symbols,
    .find = sori_path_in_linker_cache,
};

/// The context that the thread has of its own; NULL for the one that all threads have.
static _Thread_local void *entered;

/// The context that all threads have; NULL for none.
static void *global;

const sori_openal_functions *sori_openal_load(void) {
#ifdef SORI_OPENAL
    return sori_library_is_there(&library) ? &functions : NULL;
#else
    (void)library;
    return NULL;
#endif
}

void *sori_openal_find(const char *name) {
#ifdef SORI_OPENAL
    return sori_library_is_there(&library) ? dlsym(library.handle, name) : NULL;
#else
    (void)name;
    return NULL;
#endif
}

const char *sori_openal_error(void) {
#ifdef SORI_OPENAL
    return sori_library_error(&library);
#else
    return "OpenAL Soft, which this build is without (trait OpenALSoft)";
#endif
}

const sori_openal_functions *sori_openal_enter(void *context) {
    if (context == NULL) return NULL;
    // A thread that ends with a context of its own makes OpenAL Soft write a message.
    const bool is_global = context == __atomic_load_n(&global, __ATOMIC_ACQUIRE);
    sori_openal_swap(is_global ? NULL : context);
    return &functions;
}

void *sori_openal_swap(void *context) {
    void *before = entered;
    // A context exists only where the library has been loaded.
    if (context != before) {
        if (!functions.alcSetThreadContext(context)) functions.alcSetThreadContext(NULL);
        entered = context;
    }
    return before;
}

void sori_openal_make_global(void *context) {
    // This ends the thread's own.
    entered = NULL;
    functions.alcMakeContextCurrent(context);
    __atomic_store_n(&global, context, __ATOMIC_RELEASE);
}

void sori_openal_destroy(void *context) {
    if (context == entered) {
        functions.alcSetThreadContext(NULL);
        entered = NULL;
    }
    functions.alcDestroyContext(context);
}
