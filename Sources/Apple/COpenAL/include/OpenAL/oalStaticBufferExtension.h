#pragma once

// AL_EXT_STATIC_BUFFER: buffers that use the app's own memory.

#include <OpenAL/al.h>

#if defined(__cplusplus)
extern "C" {
#endif

#ifndef AL_EXT_STATIC_BUFFER
#define AL_EXT_STATIC_BUFFER 1
#endif

/// Fills a buffer. The data is copied, and may be freed at once.
///
/// `alcGetProcAddress` returns the function for the name `alBufferDataStatic`.
typedef ALvoid (AL_APIENTRY *alBufferDataStaticProcPtr)(
    ALint bid, ALenum format, const ALvoid *data, ALsizei size, ALsizei freq);

#if defined(__cplusplus)
}
#endif
