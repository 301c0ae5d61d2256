#ifdef SORI_PIPEWIRE

#include "CameraInternal.h"

#include <spa/param/video/format-utils.h>
#include <spa/pod/iter.h>
#include <spa/pod/parser.h>

// The coding of a camera's frames, and what a parameter of its node says of them.

static const uint32_t spa_formats[SORI_PW_PIXELS_COUNT] = {
    [SORI_PW_PIXELS_BGRX] = SPA_VIDEO_FORMAT_BGRx, [SORI_PW_PIXELS_BGRA] = SPA_VIDEO_FORMAT_BGRA,
    [SORI_PW_PIXELS_RGBX] = SPA_VIDEO_FORMAT_RGBx, [SORI_PW_PIXELS_RGBA] = SPA_VIDEO_FORMAT_RGBA,
    [SORI_PW_PIXELS_RGB] = SPA_VIDEO_FORMAT_RGB,   [SORI_PW_PIXELS_BGR] = SPA_VIDEO_FORMAT_BGR,
    [SORI_PW_PIXELS_NV12] = SPA_VIDEO_FORMAT_NV12, [SORI_PW_PIXELS_I420] = SPA_VIDEO_FORMAT_I420,
    [SORI_PW_PIXELS_YUY2] = SPA_VIDEO_FORMAT_YUY2,
    [SORI_PW_PIXELS_MJPG] = SPA_VIDEO_FORMAT_ENCODED,
};

uint32_t sori_pw_spa_format(sori_pw_pixels pixels) {
    return spa_formats[pixels];
}

bool sori_pw_find_pixels(uint32_t subtype, uint32_t spa_format, sori_pw_pixels *pixels) {
    if (subtype == SPA_MEDIA_SUBTYPE_mjpg) {
        *pixels = SORI_PW_PIXELS_MJPG;
        return true;
    }
    if (subtype != SPA_MEDIA_SUBTYPE_raw) {
        return false;
    }
    for (uint32_t index = 0; index < SORI_PW_PIXELS_MJPG; index++) {
        if (spa_formats[index] == spa_format) {
            *pixels = (sori_pw_pixels)index;
            return true;
        }
    }
    return false;
}

// The values of a property: one, or those to choose from.
struct choices {
    uint32_t type;
    uint32_t count;
    const void *values;
};

// Returns false without values of this type.
static bool find_choices(
    const struct spa_pod *param, uint32_t key, uint32_t type, size_t size,
    struct choices *choices) {
    const struct spa_pod_prop *property = spa_pod_find_prop(param, NULL, key);
    if (property == NULL) {
        return false;
    }
    const struct spa_pod *value =
        spa_pod_get_values(&property->value, &choices->count, &choices->type);
    if (value->type != type || value->size < size || choices->count == 0) {
        return false;
    }
    choices->values = SPA_POD_BODY_CONST(value);
    // The first of an enumeration is the preferred one, and is there twice.
    if (choices->type == SPA_CHOICE_Enum && choices->count > 1) {
        choices->values = SPA_PTROFF(choices->values, size, const void);
        choices->count--;
    } else if (choices->type == SPA_CHOICE_None) {
        choices->count = 1;
    }
    return true;
}

static bool is_range(const struct choices *choices) {
    return (choices->type == SPA_CHOICE_Range || choices->type == SPA_CHOICE_Step)
        && choices->count >= 3;
}

static double rate_value(struct spa_fraction rate) {
    return rate.denom == 0 ? 0 : (double)rate.num / rate.denom;
}

// The rate that is wanted: the highest up to 30, or else the lowest.
static struct spa_fraction best_rate(const struct choices *choices) {
    const double usual = 30;
    const struct spa_fraction *rates = choices->values;
    if (is_range(choices)) {
        struct spa_fraction lowest = rates[1], highest = rates[2];
        if (rate_value(highest) <= usual) {
            return highest;
        }
        return rate_value(lowest) > usual ? lowest : SPA_FRACTION((uint32_t)usual, 1);
    }
    struct spa_fraction best = rates[0];
    for (uint32_t index = 1; index < choices->count; index++) {
        double value = rate_value(rates[index]), best_value = rate_value(best);
        bool is_better = best_value > usual + 0.1 ? value < best_value
                                                  : value > best_value && value < usual + 0.1;
        if (is_better) {
            best = rates[index];
        }
    }
    return best;
}

static void emit_sizes(
    struct camera *camera, const struct choices *sizes, sori_pw_camera_format format) {
    const struct spa_rectangle *values = sizes->values;
    uint32_t count = is_range(sizes) ? 1 : sizes->count;
    for (uint32_t index = 0; index < count; index++) {
        struct spa_rectangle least = is_range(sizes) ? values[1] : values[index];
        struct spa_rectangle most = is_range(sizes) ? values[2] : values[index];
        format.width = least.width;
        format.height = least.height;
        format.width_max = most.width;
        format.height_max = most.height;
        sori_pw_camera_emit(
            camera->owner, (sori_pw_camera_event){
                               .kind = SORI_PW_CAMERA_FORMAT,
                               .id = camera->id,
                               .format = &format,
                           });
    }
}

void sori_pw_camera_emit_formats(struct camera *camera, const struct spa_pod *param) {
    uint32_t media_type, subtype;
    struct choices sizes, rates, formats;
    if (!spa_pod_is_object(param) || spa_format_parse(param, &media_type, &subtype) < 0
        || media_type != SPA_MEDIA_TYPE_video
        || !find_choices(
            param, SPA_FORMAT_VIDEO_size, SPA_TYPE_Rectangle, sizeof(struct spa_rectangle),
            &sizes)) {
        return;
    }
    sori_pw_camera_format format = {.rate_denominator = 1};
    if (find_choices(
            param, SPA_FORMAT_VIDEO_framerate, SPA_TYPE_Fraction, sizeof(struct spa_fraction),
            &rates)) {
        struct spa_fraction rate = best_rate(&rates);
        format.rate_numerator = rate.denom == 0 ? 0 : rate.num;
        format.rate_denominator = rate.denom == 0 ? 1 : rate.denom;
    }
    if (subtype == SPA_MEDIA_SUBTYPE_mjpg) {
        format.pixels = SORI_PW_PIXELS_MJPG;
        emit_sizes(camera, &sizes, format);
        return;
    }
    if (!find_choices(param, SPA_FORMAT_VIDEO_format, SPA_TYPE_Id, sizeof(uint32_t), &formats)) {
        return;
    }
    for (uint32_t index = 0; index < formats.count; index++) {
        uint32_t spa_format = ((const uint32_t *)formats.values)[index];
        if (sori_pw_find_pixels(subtype, spa_format, &format.pixels)) {
            emit_sizes(camera, &sizes, format);
        }
    }
}

#endif
