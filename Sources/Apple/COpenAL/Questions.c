#include "Extensions.h"

#include <pthread.h>
#include <stdio.h>
#include <string.h>
#include <strings.h>

// Strings, extensions, and what has a name.

static const char own_extensions[] =
    "AL_EXT_STATIC_BUFFER AL_EXT_SOURCE_NOTIFICATIONS AL_EXT_SOURCE_SPATIALIZATION AL_EXT_float32";
static const char device_extensions[] =
    "ALC_ENUMERATE_ALL_EXT ALC_ENUMERATION_EXT ALC_EXT_CAPTURE ALC_EXT_MAC_OSX ALC_EXT_ASA "
    "ALC_EXT_EFX ALC_EXT_DEDICATED ALC_EXT_thread_local_context ALC_EXT_disconnect";

/// Whether a list of words has a word, without regard to case.
static ALboolean has_word(const char *list, const char *word) {
    const size_t length = strlen(word);
    while (length > 0 && *list != 0) {
        const size_t end = strcspn(list, " ");
        if (end == length && strncasecmp(list, word, length) == 0) return AL_TRUE;
        list += end;
        list += strspn(list, " ");
    }
    return AL_FALSE;
}

/// The extensions of Apple's, then OpenAL Soft's, which are the same in each context.
static const char *all_extensions(const sori_openal_functions *functions) {
    static pthread_mutex_t making = PTHREAD_MUTEX_INITIALIZER;
    static char all[4096];
    pthread_mutex_lock(&making);
    if (all[0] == 0) {
        const char *others = functions->alGetString(AL_EXTENSIONS);
        snprintf(all, sizeof all, "%s %s", own_extensions, others != NULL ? others : "");
    }
    pthread_mutex_unlock(&making);
    return all;
}

const ALchar *alGetString(ALenum param) {
    const sori_openal_functions *functions = sori_openal_enter(sori_openal_context());
    if (functions == NULL) return NULL;
    if (param == AL_VENDOR) return "Sori and OpenAL Soft";
    if (param == AL_EXTENSIONS) return all_extensions(functions);
    return functions->alGetString(param);
}

ALboolean alIsExtensionPresent(const ALchar *extname) {
    const sori_openal_functions *functions = sori_openal_enter(sori_openal_context());
    if (functions == NULL) return AL_FALSE;
    if (extname != NULL && has_word(own_extensions, extname)) return AL_TRUE;
    return functions->alIsExtensionPresent(extname);
}

void *alGetProcAddress(const ALchar *fname) {
    if (fname == NULL) return NULL;
    void *own = sori_openal_function(fname);
    if (own == NULL && sori_openal_other_function != NULL) own = sori_openal_other_function(fname);
    if (own != NULL) return own;
    const sori_openal_functions *functions = sori_openal_enter(sori_openal_context());
    return functions != NULL ? functions->alGetProcAddress(fname) : NULL;
}

ALenum alGetEnumValue(const ALchar *ename) {
    if (ename == NULL) return 0;
    const int own = sori_openal_constant(ename);
    if (own != 0) return own;
    const sori_openal_functions *functions = sori_openal_enter(sori_openal_context());
    return functions != NULL ? functions->alGetEnumValue(ename) : 0;
}

// MARK: Devices

/// Whether a device is the calling app's, or none; sets its error if not.
static ALCboolean is_device(ALCdevice *device) {
    if (device == NULL || sori_openal_kind(device) != SORI_OPENAL_UNKNOWN) return ALC_TRUE;
    sori_openal_set_error(NULL, ALC_INVALID_DEVICE);
    return ALC_FALSE;
}

ALCboolean alcIsExtensionPresent(ALCdevice *device, const ALCchar *extname) {
    if (!is_device(device)) return ALC_FALSE;
    if (extname != NULL) return has_word(device_extensions, extname);
    sori_openal_set_error(device, ALC_INVALID_VALUE);
    return ALC_FALSE;
}

void *alcGetProcAddress(ALCdevice *device, const ALCchar *funcname) {
    if (!is_device(device)) return NULL;
    if (funcname == NULL) {
        sori_openal_set_error(device, ALC_INVALID_VALUE);
        return NULL;
    }
    return alGetProcAddress(funcname);
}

ALCenum alcGetEnumValue(ALCdevice *device, const ALCchar *enumname) {
    if (!is_device(device)) return 0;
    if (enumname == NULL) {
        sori_openal_set_error(device, ALC_INVALID_VALUE);
        return 0;
    }
    return alGetEnumValue(enumname);
}

const ALCchar *alcGetString(ALCdevice *device, ALCenum param) {
    // Lists of names end with one more zero.
    static const char output[] = "Sori\0";
    static const char microphone[] = "Sori Microphone\0";
    switch (param) {
    case ALC_NO_ERROR: return "no error";
    case ALC_INVALID_DEVICE: return "invalid device";
    case ALC_INVALID_CONTEXT: return "invalid context";
    case ALC_INVALID_ENUM: return "invalid constant";
    case ALC_INVALID_VALUE: return "invalid value";
    case ALC_OUT_OF_MEMORY: return "out of memory";
    case ALC_DEFAULT_DEVICE_SPECIFIER:
    case ALC_DEFAULT_ALL_DEVICES_SPECIFIER:
    case ALC_DEVICE_SPECIFIER:
    case ALC_ALL_DEVICES_SPECIFIER: return is_device(device) ? output : NULL;
    case ALC_CAPTURE_DEVICE_SPECIFIER:
    case ALC_CAPTURE_DEFAULT_DEVICE_SPECIFIER: return is_device(device) ? microphone : NULL;
    case ALC_EXTENSIONS: return is_device(device) ? device_extensions : NULL;
    default:
        if (is_device(device)) sori_openal_set_error(device, ALC_INVALID_ENUM);
        return NULL;
    }
}
