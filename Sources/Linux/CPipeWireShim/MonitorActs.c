// What a monitor changes of the server's outputs.
#ifdef SORI_PIPEWIRE

#include "MonitorInternal.h"

#include <inttypes.h>
#include <spa/param/profile.h>
#include <spa/param/route.h>
#include <spa/pod/builder.h>
#include <spa/utils/json.h>
// Needs the headers above without including them.
#include <pipewire/extensions/metadata.h>

void sori_pw_object_set_default_sink(sori_pw_object *object, const char *name) {
    char text[1024], json[1100];
    if (object->type != SORI_PW_OBJECT_METADATA
        || spa_json_encode_string(text, sizeof text, name) >= (int)sizeof text) {
        return;
    }
    snprintf(json, sizeof json, "{ \"name\": %s }", text);
    pw_metadata_set_property(
        (struct pw_metadata *)object->proxy, PW_ID_CORE, "default.configured.audio.sink",
        "Spa:String:JSON", json);
}

void sori_pw_monitor_decide_links(sori_pw_monitor *monitor) {
    monitor->decides_links = true;
}

void sori_pw_object_set_decided(sori_pw_object *object, uint32_t node, uint64_t serial) {
    if (object->type != SORI_PW_OBJECT_METADATA) {
        return;
    }
    char text[24];
    snprintf(text, sizeof text, "%" PRIu64, serial);
    pw_metadata_set_property(
        (struct pw_metadata *)object->proxy, node, "sori.decided", "Spa:String",
        serial == 0 ? NULL : text);
}

void sori_pw_object_set_route(sori_pw_object *object, int32_t index, int32_t device) {
    if (object->type != SORI_PW_OBJECT_DEVICE) {
        return;
    }
    uint8_t bytes[256];
    struct spa_pod_builder builder = SPA_POD_BUILDER_INIT(bytes, sizeof bytes);
    const struct spa_pod *pod = spa_pod_builder_add_object(
        &builder, SPA_TYPE_OBJECT_ParamRoute, SPA_PARAM_Route, SPA_PARAM_ROUTE_index,
        SPA_POD_Int(index), SPA_PARAM_ROUTE_device, SPA_POD_Int(device), SPA_PARAM_ROUTE_save,
        SPA_POD_Bool(true));
    if (pod != NULL) {
        pw_device_set_param((struct pw_device *)object->proxy, SPA_PARAM_Route, 0, pod);
    }
}

void sori_pw_object_set_profile(sori_pw_object *object, int32_t index) {
    if (object->type != SORI_PW_OBJECT_DEVICE) {
        return;
    }
    uint8_t bytes[256];
    struct spa_pod_builder builder = SPA_POD_BUILDER_INIT(bytes, sizeof bytes);
    const struct spa_pod *pod = spa_pod_builder_add_object(
        &builder, SPA_TYPE_OBJECT_ParamProfile, SPA_PARAM_Profile, SPA_PARAM_PROFILE_index,
        SPA_POD_Int(index), SPA_PARAM_PROFILE_save, SPA_POD_Bool(false));
    if (pod != NULL) {
        pw_device_set_param((struct pw_device *)object->proxy, SPA_PARAM_Profile, 0, pod);
    }
}

#endif
