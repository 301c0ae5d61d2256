#include "CTimePitchShim.h"

#ifdef SORI_SOUNDTOUCH

#include <cfenv>
#include <exception>
#include <new>
#include <soundtouch/SoundTouch.h>

static_assert(sizeof(soundtouch::SAMPLETYPE) == sizeof(float), "SoundTouch built for floats");

// The library is built with fast mathematics: loading it switches the processor to flush-to-zero,
// which threads started later inherit. Restores the default floating-point environment, after the
// library's own initialisation.
__attribute__((constructor)) static void restore_floating_point() { fesetenv(FE_DFL_ENV); }

struct sori_time_pitch {
    soundtouch::SoundTouch engine;
};

// The library throws for a lack of memory and for numbers out of range.
template <typename Body> static bool guarded(Body body) {
    try {
        body();
        return true;
    } catch (...) {
        return false;
    }
}

bool sori_time_pitch_is_there(void) { return true; }

sori_time_pitch *sori_time_pitch_new(uint32_t sample_rate, uint32_t channel_count) {
    if (channel_count < 1 || channel_count > SOUNDTOUCH_MAX_CHANNELS) return nullptr;
    if (sample_rate < 1 || sample_rate > 384000) return nullptr;
    sori_time_pitch *handle = nullptr;
    const bool isMade = guarded([&] {
        handle = new sori_time_pitch;
        handle->engine.setSampleRate(sample_rate);
        handle->engine.setChannels(channel_count);
    });
    if (isMade) return handle;
    delete handle;
    return nullptr;
}

void sori_time_pitch_free(sori_time_pitch *handle) { delete handle; }

void sori_time_pitch_set(sori_time_pitch *handle, double tempo, double speed, double octaves) {
    guarded([&] {
        handle->engine.setTempo(tempo);
        handle->engine.setRate(speed);
        handle->engine.setPitchOctaves(octaves);
    });
}

bool sori_time_pitch_write(sori_time_pitch *handle, const float *samples, uint32_t frame_count) {
    if (guarded([&] { handle->engine.putSamples(samples, frame_count); })) return true;
    sori_time_pitch_clear(handle);
    return false;
}

uint32_t sori_time_pitch_ready(const sori_time_pitch *handle) {
    return handle->engine.numSamples();
}

uint32_t sori_time_pitch_read(sori_time_pitch *handle, float *samples, uint32_t frame_count) {
    return handle->engine.receiveSamples(samples, frame_count);
}

bool sori_time_pitch_flush(sori_time_pitch *handle) {
    if (guarded([&] { handle->engine.flush(); })) return true;
    sori_time_pitch_clear(handle);
    return false;
}

void sori_time_pitch_clear(sori_time_pitch *handle) {
    guarded([&] { handle->engine.clear(); });
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
