#include "CTimePitchShim.h"

#ifdef SORI_SOUNDTOUCH

#if !__has_include(<SoundTouchDLL.h>)
#error "no SoundTouch headers: install libsoundtouch-dev, or switch trait SoundTouch off"
#endif

#include "LibraryLoader.h"

#include <soundtouch/STTypes.h>

extern "C" {
#include <SoundTouchDLL.h>
}

static_assert(sizeof(soundtouch::SAMPLETYPE) == sizeof(float), "SoundTouch built for floats");

// SoundTouch's C interface, opened when the first engine is made.
#define SORI_SOUNDTOUCH_FUNCTIONS(F) \
    F(soundtouch_createInstance)     \
    F(soundtouch_destroyInstance)    \
    F(soundtouch_setChannels)        \
    F(soundtouch_setSampleRate)      \
    F(soundtouch_setTempo)           \
    F(soundtouch_setRate)            \
    F(soundtouch_setPitchOctaves)    \
    F(soundtouch_putSamples)         \
    F(soundtouch_numSamples)         \
    F(soundtouch_receiveSamples)     \
    F(soundtouch_flush)              \
    F(soundtouch_clear)

#define DECLARE(name) decltype(&::name) name;
static struct {
    SORI_SOUNDTOUCH_FUNCTIONS(DECLARE)
} functions;

#define SYMBOL(name) {#name, reinterpret_cast<void **>(&functions.name)},
static const sori_symbol symbols[] = {SORI_SOUNDTOUCH_FUNCTIONS(SYMBOL)};

static sori_library library = {
    .file_name = "libSoundTouchDll.so.1",
    .project = "SoundTouch",
    .package = "libsoundtouch1",
    .symbols = symbols,
    .symbol_count = sizeof symbols / sizeof *symbols,
    .version_symbol = nullptr,
    .oldest_version = 0,
    .state = SORI_LIBRARY_UNTRIED,
    .error = "",
};

// The library throws for a lack of memory and for numbers out of range, and catches only some.
template <typename Body> static bool guarded(Body body) {
    try {
        return body();
    } catch (...) {
        return false;
    }
}

bool sori_time_pitch_is_there(void) { return true; }

sori_time_pitch *sori_time_pitch_new(uint32_t sample_rate, uint32_t channel_count) {
    const uint32_t channels_max = 16;
    if (channel_count < 1 || channel_count > channels_max) return nullptr;
    if (sample_rate < 1 || sample_rate > 384000) return nullptr;
    if (!sori_library_is_there(&library)) return nullptr;
    HANDLE handle = nullptr;
    const bool is_made = guarded([&] {
        handle = functions.soundtouch_createInstance();
        return handle != nullptr && functions.soundtouch_setSampleRate(handle, sample_rate) != 0
            && functions.soundtouch_setChannels(handle, channel_count) != 0;
    });
    if (is_made) return static_cast<sori_time_pitch *>(handle);
    if (handle != nullptr) functions.soundtouch_destroyInstance(handle);
    return nullptr;
}

void sori_time_pitch_free(sori_time_pitch *handle) {
    functions.soundtouch_destroyInstance(handle);
}

void sori_time_pitch_set(sori_time_pitch *handle, double tempo, double speed, double octaves) {
    guarded([&] {
        functions.soundtouch_setTempo(handle, static_cast<float>(tempo));
        functions.soundtouch_setRate(handle, static_cast<float>(speed));
        functions.soundtouch_setPitchOctaves(handle, static_cast<float>(octaves));
        return true;
    });
}

bool sori_time_pitch_write(sori_time_pitch *handle, const float *samples, uint32_t frame_count) {
    const bool is_written = guarded(
        [&] { return functions.soundtouch_putSamples(handle, samples, frame_count) != 0; });
    if (!is_written) sori_time_pitch_clear(handle);
    return is_written;
}

uint32_t sori_time_pitch_ready(const sori_time_pitch *handle) {
    return functions.soundtouch_numSamples(const_cast<sori_time_pitch *>(handle));
}

uint32_t sori_time_pitch_read(sori_time_pitch *handle, float *samples, uint32_t frame_count) {
    return functions.soundtouch_receiveSamples(handle, samples, frame_count);
}

bool sori_time_pitch_flush(sori_time_pitch *handle) {
    if (guarded([&] { return functions.soundtouch_flush(handle) != 0; })) return true;
    sori_time_pitch_clear(handle);
    return false;
}

void sori_time_pitch_clear(sori_time_pitch *handle) {
    guarded([&] {
        functions.soundtouch_clear(handle);
        return true;
    });
}

#else

bool sori_time_pitch_is_there(void) { return false; }
sori_time_pitch *sori_time_pitch_new(uint32_t, uint32_t) { return nullptr; }
void sori_time_pitch_free(sori_time_pitch *) {}
void sori_time_pitch_set(sori_time_pitch *, double, double, double) {}
bool sori_time_pitch_write(sori_time_pitch *, const float *, uint32_t) { return false; }
uint32_t sori_time_pitch_ready(const sori_time_pitch *) { return 0; }
uint32_t sori_time_pitch_read(sori_time_pitch *, float *, uint32_t) { return 0; }
bool sori_time_pitch_flush(sori_time_pitch *) { return false; }
void sori_time_pitch_clear(sori_time_pitch *) {}

#endif
