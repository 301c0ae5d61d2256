#include "Routing.h"

// Functions of sources after which the app's stream may start, and notifications may be due.

/// Enters the calling app's current context.
static const sori_openal_functions *enter(void **context) {
    *context = sori_openal_context();
    return sori_openal_enter(*context);
}

void alSourcePlay(ALuint sid) { alSourcePlayv(1, &sid); }

void alSourcePlayv(ALsizei n, const ALuint *sids) {
    void *context;
    const sori_openal_functions *functions = enter(&context);
    if (functions == NULL) return;
    functions->alSourcePlayv(n, sids);
    if (sids != NULL && n > 0) sori_openal_note_played(context, n, sids);
}

#define CHANGING(name)                                   \
    void name(ALuint sid) { name##v(1, &sid); }          \
    void name##v(ALsizei n, const ALuint *sids) {        \
        void *context;                                   \
        const sori_openal_functions *functions = enter(&context); \
        if (functions == NULL) return;                   \
        functions->name##v(n, sids);                     \
        sori_openal_note_changed(context);               \
    }

CHANGING(alSourcePause)
CHANGING(alSourceStop)
CHANGING(alSourceRewind)

void alDeleteSources(ALsizei n, const ALuint *sids) {
    void *context;
    const sori_openal_functions *functions = enter(&context);
    if (functions == NULL) return;
    if (sids != NULL && n > 0) sori_openal_forget_sources(context, n, sids);
    functions->alDeleteSources(n, sids);
    // One unknown name, and none of them is deleted.
    if (sids != NULL && n > 0) sori_openal_note_played(context, n, sids);
}

ALenum alGetError(void) {
    void *context;
    const sori_openal_functions *functions = enter(&context);
    return functions != NULL ? functions->alGetError() : AL_INVALID_OPERATION;
}
