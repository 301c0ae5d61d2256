#ifdef SORI_PIPEWIRE

#include "Internal.h"

#include <errno.h>
#include <spa/interfaces/audio/aec.h>
#include <spa/support/plugin.h>
#include <spa/utils/names.h>

enum { SUPPORTS_MAX = 16 };

struct sori_pw_echo_canceller {
    struct spa_handle *handle;
    struct spa_audio_aec *plugin;
};

static const char plugin_name[] = "aec/libspa-aec-webrtc";

static const char *text(bool value) {
    return value ? "true" : "false";
}

// Returns 0 or a negative errno value.
static int initialise(
    struct spa_audio_aec *plugin, uint32_t sample_rate, bool suppresses_noise, bool adjusts_gain) {
    // The extended filter reaches as far as sound takes in a large room; the plugin finds the delay
    // of the device within it.
    const struct spa_dict_item items[] = {
        SPA_DICT_ITEM_INIT("webrtc.high_pass_filter", text(suppresses_noise)),
        SPA_DICT_ITEM_INIT("webrtc.noise_suppression", text(suppresses_noise)),
        SPA_DICT_ITEM_INIT("webrtc.gain_control", text(adjusts_gain)),
        SPA_DICT_ITEM_INIT("webrtc.extended_filter", "true"),
        SPA_DICT_ITEM_INIT("webrtc.delay_agnostic", "true"),
        SPA_DICT_ITEM_INIT("webrtc.voice_detection", "false"),
        SPA_DICT_ITEM_INIT("webrtc.transient_suppression", "false"),
    };
    const struct spa_dict arguments = SPA_DICT_INIT_ARRAY(items);
    const struct spa_audio_info_raw format = SPA_AUDIO_INFO_RAW_INIT(
            .format = SPA_AUDIO_FORMAT_F32P, .rate = sample_rate, .channels = 1,
            .position = {SPA_AUDIO_CHANNEL_MONO});
    int result = spa_audio_aec_init(plugin, &arguments, &format);
    if (result < 0) {
        return result;
    }
    // Plugins that need no activation do not know the call.
    result = spa_audio_aec_activate(plugin);
    return result == -ENOTSUP ? 0 : result;
}

sori_pw_echo_canceller *sori_pw_make_echo_canceller(
    uint32_t sample_rate, bool suppresses_noise, bool adjusts_gain, int32_t *error) {
    sori_pw_initialise();
    struct sori_pw_echo_canceller *canceller = calloc(1, sizeof *canceller);
    if (canceller == NULL) {
        *error = ENOMEM;
        return NULL;
    }
    struct spa_support supports[SUPPORTS_MAX];
    uint32_t count = pw_get_support(supports, SUPPORTS_MAX);
    canceller->handle =
        pw_load_spa_handle(plugin_name, SPA_NAME_AEC, NULL, count, supports);
    int result = canceller->handle == NULL ? -ENOENT : 0;
    void *plugin = NULL;
    if (result == 0) {
        result = spa_handle_get_interface(
            canceller->handle, SPA_TYPE_INTERFACE_AUDIO_AEC, &plugin);
    }
    if (result >= 0) {
        canceller->plugin = plugin;
        result = canceller->plugin->iface.version == SPA_VERSION_AUDIO_AEC
            ? initialise(canceller->plugin, sample_rate, suppresses_noise, adjusts_gain)
            : -ENOTSUP;
    }
    if (result < 0) {
        *error = -result;
        sori_pw_free_echo_canceller(canceller);
        return NULL;
    }
    return canceller;
}

void sori_pw_free_echo_canceller(sori_pw_echo_canceller *canceller) {
    if (canceller->handle != NULL) {
        pw_unload_spa_handle(canceller->handle);
    }
    free(canceller);
}

int32_t sori_pw_cancel_echo(
    sori_pw_echo_canceller *canceller, const float *input, const float *played, float *output,
    uint32_t frame_count) {
    const float *inputs[] = {input};
    const float *references[] = {played};
    float *outputs[] = {output};
    int result =
        spa_audio_aec_run(canceller->plugin, inputs, references, outputs, frame_count);
    return result < 0 ? -result : 0;
}

#endif
