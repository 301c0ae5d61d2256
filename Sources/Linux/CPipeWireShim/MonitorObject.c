#ifdef SORI_PIPEWIRE

#include "MonitorInternal.h"

#include <spa/param/props.h>
#include <spa/param/route.h>
#include <spa/pod/builder.h>
#include <spa/pod/iter.h>
#include <spa/pod/parser.h>
#include <spa/utils/json.h>
// Needs the headers above without including them.
#include <pipewire/extensions/metadata.h>

const char *sori_pw_property(const sori_pw_properties *properties, const char *key) {
    return spa_dict_lookup((const struct spa_dict *)properties, key);
}

static void emit_info(
    struct sori_pw_object *object, int32_t state, bool is_changed,
    const struct spa_dict *properties) {
    sori_pw_monitor_emit(
        object->monitor,
        (sori_pw_monitor_event){
            .kind = SORI_PW_MONITOR_INFO,
            .object_type = object->type,
            .id = object->id,
            .state = state,
            .properties = is_changed ? (const sori_pw_properties *)properties : NULL,
        });
}

// MARK: Nodes

static void on_node_info(void *data, const struct pw_node_info *info) {
    // The rest follows each change of a gain.
    if (info->change_mask & (PW_NODE_CHANGE_MASK_STATE | PW_NODE_CHANGE_MASK_PROPS)) {
        emit_info(data, info->state, info->change_mask & PW_NODE_CHANGE_MASK_PROPS, info->props);
    }
}

static uint32_t read_floats(const struct spa_pod *pod, float *values) {
    float found[SORI_PW_CHANNELS_MAX];
    uint32_t count = spa_pod_copy_array(pod, SPA_TYPE_Float, found, SORI_PW_CHANNELS_MAX);
    memcpy(values, found, count * sizeof *values);
    return count;
}

static void on_node_param(
    void *data, int sequence, uint32_t id, uint32_t index, uint32_t next,
    const struct spa_pod *param) {
    (void)sequence, (void)index, (void)next;
    struct sori_pw_object *object = data;
    if (id != SPA_PARAM_Props || param == NULL || !spa_pod_is_object(param)) {
        return;
    }
    sori_pw_gains gains = {0};
    const struct spa_pod_prop *property;
    // Other objects of properties, such as those of a device's node, have none of these.
    bool has_gains = false;
    SPA_POD_OBJECT_FOREACH((const struct spa_pod_object *)param, property) {
        bool is_known = true;
        switch (property->key) {
        case SPA_PROP_mute: spa_pod_get_bool(&property->value, &gains.mute); break;
        case SPA_PROP_softMute: spa_pod_get_bool(&property->value, &gains.soft_mute); break;
        case SPA_PROP_channelVolumes:
            gains.channel_count = read_floats(&property->value, gains.channel_volumes);
            break;
        case SPA_PROP_softVolumes:
            gains.soft_count = read_floats(&property->value, gains.soft_volumes);
            break;
        default: is_known = false;
        }
        has_gains = has_gains || is_known;
    }
    if (has_gains) {
        sori_pw_monitor_emit(
            object->monitor, (sori_pw_monitor_event){
                                 .kind = SORI_PW_MONITOR_GAINS,
                                 .object_type = object->type,
                                 .id = object->id,
                                 .gains = &gains,
                             });
    }
}

static const struct pw_node_events node_events = {
    PW_VERSION_NODE_EVENTS,
    .info = on_node_info,
    .param = on_node_param,
};

static void set_gains(
    struct sori_pw_object *object, uint32_t mute_key, bool is_muted, uint32_t volumes_key,
    const float *volumes, uint32_t count) {
    if (object->type != SORI_PW_OBJECT_NODE) {
        return;
    }
    uint8_t bytes[1024];
    struct spa_pod_builder builder = SPA_POD_BUILDER_INIT(bytes, sizeof bytes);
    struct spa_pod_frame frame;
    spa_pod_builder_push_object(&builder, &frame, SPA_TYPE_OBJECT_Props, SPA_PARAM_Props);
    spa_pod_builder_add(&builder, mute_key, SPA_POD_Bool(is_muted), 0);
    if (volumes != NULL && count > 0) {
        spa_pod_builder_add(
            &builder, volumes_key,
            SPA_POD_Array(
                sizeof *volumes, SPA_TYPE_Float, SPA_MIN(count, (uint32_t)SORI_PW_CHANNELS_MAX),
                volumes),
            0);
    }
    const struct spa_pod *pod = spa_pod_builder_pop(&builder, &frame);
    if (pod != NULL) {
        pw_node_set_param((struct pw_node *)object->proxy, SPA_PARAM_Props, 0, pod);
    }
}

void sori_pw_object_set_soft_gains(
    sori_pw_object *object, bool is_muted, const float *volumes, uint32_t count) {
    set_gains(object, SPA_PROP_softMute, is_muted, SPA_PROP_softVolumes, volumes, count);
}

void sori_pw_object_set_channel_gains(
    sori_pw_object *object, bool is_muted, const float *volumes, uint32_t count) {
    set_gains(object, SPA_PROP_mute, is_muted, SPA_PROP_channelVolumes, volumes, count);
}

// MARK: Clients and links

static void on_client_info(void *data, const struct pw_client_info *info) {
    emit_info(data, 0, info->change_mask & PW_CLIENT_CHANGE_MASK_PROPS, info->props);
}

static const struct pw_client_events client_events = {
    PW_VERSION_CLIENT_EVENTS,
    .info = on_client_info,
};

static void on_link_info(void *data, const struct pw_link_info *info) {
    emit_info(data, info->state, info->change_mask & PW_LINK_CHANGE_MASK_PROPS, info->props);
}

static const struct pw_link_events link_events = {
    PW_VERSION_LINK_EVENTS,
    .info = on_link_info,
};

// MARK: Devices

static uint32_t device_params[SORI_PW_DEVICE_PARAMS] = {
    SPA_PARAM_EnumRoute, SPA_PARAM_Route, SPA_PARAM_EnumProfile, SPA_PARAM_Profile};

// A subscription alone brings no changes of a device that another client exports (0.3.65).
static void read_changed_params(
    struct sori_pw_object *object, const struct pw_device_info *info) {
    for (uint32_t item = 0; item < info->n_params; item++) {
        const struct spa_param_info *param = &info->params[item];
        for (uint32_t index = 0; index < SORI_PW_DEVICE_PARAMS; index++) {
            if (param->id != device_params[index] || param->flags == object->param_flags[index]) {
                continue;
            }
            object->param_flags[index] = param->flags;
            if (param->flags & SPA_PARAM_INFO_READ) {
                pw_device_enum_params(
                    (struct pw_device *)object->proxy, 0, param->id, 0, UINT32_MAX, NULL);
            }
        }
    }
}

static void on_device_info(void *data, const struct pw_device_info *info) {
    if (info->change_mask & PW_DEVICE_CHANGE_MASK_PARAMS) {
        read_changed_params(data, info);
    }
    emit_info(data, 0, info->change_mask & PW_DEVICE_CHANGE_MASK_PROPS, info->props);
}

// The value of `port.type` in Struct(Int count, (String key, String value)…).
static const char *read_port_type(const struct spa_pod *info) {
    struct spa_pod_parser parser;
    struct spa_pod_frame frame;
    int32_t count = 0;
    if (info == NULL) {
        return NULL;
    }
    spa_pod_parser_pod(&parser, info);
    if (spa_pod_parser_push_struct(&parser, &frame) < 0
        || spa_pod_parser_get_int(&parser, &count) < 0) {
        return NULL;
    }
    for (int32_t index = 0; index < count; index++) {
        const char *key, *value;
        if (spa_pod_parser_get(
                &parser, SPA_POD_String(&key), SPA_POD_String(&value), NULL) < 0) {
            return NULL;
        }
        if (spa_streq(key, "port.type")) {
            return value;
        }
    }
    return NULL;
}

static uint32_t read_integers(const struct spa_pod *pod, int32_t *values) {
    return pod == NULL ? 0
                       : spa_pod_copy_array(pod, SPA_TYPE_Int, values, SORI_PW_CHANNELS_MAX);
}

static void emit_profile(
    struct sori_pw_object *object, uint32_t id, uint32_t index, const struct spa_pod *param) {
    sori_pw_profile profile = {
        .is_active = id == SPA_PARAM_Profile, .position = index, .index = -1};
    if (spa_pod_parse_object(
            param, SPA_TYPE_OBJECT_ParamProfile, NULL, SPA_PARAM_PROFILE_index,
            SPA_POD_Int(&profile.index), SPA_PARAM_PROFILE_name,
            SPA_POD_OPT_String(&profile.name), SPA_PARAM_PROFILE_available,
            SPA_POD_OPT_Id(&profile.available)) < 0) {
        return;
    }
    sori_pw_monitor_emit(
        object->monitor, (sori_pw_monitor_event){
                             .kind = SORI_PW_MONITOR_PROFILE,
                             .object_type = object->type,
                             .id = object->id,
                             .profile = &profile,
                         });
}

static void on_device_param(
    void *data, int sequence, uint32_t id, uint32_t index, uint32_t next,
    const struct spa_pod *param) {
    (void)sequence, (void)next;
    struct sori_pw_object *object = data;
    if ((id == SPA_PARAM_EnumProfile || id == SPA_PARAM_Profile) && param != NULL) {
        return emit_profile(object, id, index, param);
    }
    if ((id != SPA_PARAM_EnumRoute && id != SPA_PARAM_Route) || param == NULL) {
        return;
    }
    uint32_t direction = SPA_DIRECTION_INPUT;
    int32_t priority = 0;
    const struct spa_pod *info = NULL, *devices = NULL, *profiles = NULL;
    sori_pw_route route = {
        .is_active = id == SPA_PARAM_Route, .position = index, .index = -1, .device = -1};
    if (spa_pod_parse_object(
            param, SPA_TYPE_OBJECT_ParamRoute, NULL, SPA_PARAM_ROUTE_index,
            SPA_POD_Int(&route.index), SPA_PARAM_ROUTE_direction, SPA_POD_Id(&direction),
            SPA_PARAM_ROUTE_device, SPA_POD_OPT_Int(&route.device), SPA_PARAM_ROUTE_name,
            SPA_POD_OPT_String(&route.name), SPA_PARAM_ROUTE_description,
            SPA_POD_OPT_String(&route.description), SPA_PARAM_ROUTE_priority,
            SPA_POD_OPT_Int(&priority), SPA_PARAM_ROUTE_available,
            SPA_POD_OPT_Id(&route.available), SPA_PARAM_ROUTE_info, SPA_POD_OPT_Pod(&info),
            SPA_PARAM_ROUTE_devices, SPA_POD_OPT_Pod(&devices), SPA_PARAM_ROUTE_profiles,
            SPA_POD_OPT_Pod(&profiles)) < 0) {
        return;
    }
    int32_t device_values[SORI_PW_CHANNELS_MAX], profile_values[SORI_PW_CHANNELS_MAX];
    route.devices = device_values;
    route.device_count = read_integers(devices, device_values);
    route.profiles = profile_values;
    route.profile_count = read_integers(profiles, profile_values);
    route.priority = (uint32_t)SPA_MAX(priority, 0);
    route.is_output = direction == SPA_DIRECTION_OUTPUT;
    route.port_type = read_port_type(info);
    sori_pw_monitor_emit(
        object->monitor, (sori_pw_monitor_event){
                             .kind = SORI_PW_MONITOR_ROUTE,
                             .object_type = object->type,
                             .id = object->id,
                             .route = &route,
                         });
}

static const struct pw_device_events device_events = {
    PW_VERSION_DEVICE_EVENTS,
    .info = on_device_info,
    .param = on_device_param,
};

// MARK: Metadata

void sori_pw_read_name(const char *json, char *name, int name_size) {
    struct spa_json text, object;
    char field[64];
    name[0] = 0;
    spa_json_init(&text, json, strlen(json));
    if (spa_json_enter_object(&text, &object) <= 0) {
        return;
    }
    while (spa_json_get_string(&object, field, sizeof field) > 0) {
        const char *token;
        if (spa_streq(field, "name")) {
            if (spa_json_get_string(&object, name, name_size) <= 0) {
                name[0] = 0;
            }
            return;
        }
        if (spa_json_next(&object, &token) <= 0) {
            return;
        }
    }
}

static int on_metadata_property(
    void *data, uint32_t subject, const char *key, const char *type, const char *value) {
    (void)type;
    struct sori_pw_object *object = data;
    bool is_order = key != NULL && spa_streq(key, "sori.link-order");
    bool is_default = key != NULL
        && (spa_streq(key, "default.audio.sink") || spa_streq(key, "default.audio.source")
            || spa_streq(key, "default.configured.audio.sink"));
    if (subject != PW_ID_CORE || (!is_order && !is_default)) {
        return 0;
    }
    char name[1024] = "";
    if (value != NULL && is_default) {
        sori_pw_read_name(value, name, sizeof name);
    }
    sori_pw_monitor_emit(
        object->monitor, (sori_pw_monitor_event){
                             .kind = is_order ? SORI_PW_MONITOR_ORDER : SORI_PW_MONITOR_DEFAULT,
                             .object_type = object->type,
                             .id = object->id,
                             .text = key,
                             .value = is_order ? value : name[0] == 0 ? NULL : name,
                         });
    return 0;
}

static const struct pw_metadata_events metadata_events = {
    PW_VERSION_METADATA_EVENTS,
    .property = on_metadata_property,
};

// MARK: Binding

static void subscribe(struct sori_pw_object *object) {
    void *proxy = object->proxy;
    struct spa_hook *listener = &object->listener;
    switch (object->type) {
    case SORI_PW_OBJECT_NODE:
        pw_node_add_listener((struct pw_node *)proxy, listener, &node_events, object);
        pw_node_subscribe_params((struct pw_node *)proxy, (uint32_t[]){SPA_PARAM_Props}, 1);
        break;
    case SORI_PW_OBJECT_CLIENT:
        pw_client_add_listener((struct pw_client *)proxy, listener, &client_events, object);
        break;
    case SORI_PW_OBJECT_DEVICE:
        pw_device_add_listener((struct pw_device *)proxy, listener, &device_events, object);
        pw_device_subscribe_params(
            (struct pw_device *)proxy, device_params, SORI_PW_DEVICE_PARAMS);
        break;
    case SORI_PW_OBJECT_LINK:
        pw_link_add_listener((struct pw_link *)proxy, listener, &link_events, object);
        break;
    case SORI_PW_OBJECT_METADATA:
        pw_metadata_add_listener((struct pw_metadata *)proxy, listener, &metadata_events, object);
        break;
    }
}

sori_pw_object *sori_pw_monitor_bind(
    sori_pw_monitor *monitor, sori_pw_object_type type, uint32_t id) {
    static const struct {
        const char *name;
        uint32_t version;
    } types[] = {
        [SORI_PW_OBJECT_NODE] = {PW_TYPE_INTERFACE_Node, PW_VERSION_NODE},
        [SORI_PW_OBJECT_CLIENT] = {PW_TYPE_INTERFACE_Client, PW_VERSION_CLIENT},
        [SORI_PW_OBJECT_DEVICE] = {PW_TYPE_INTERFACE_Device, PW_VERSION_DEVICE},
        [SORI_PW_OBJECT_LINK] = {PW_TYPE_INTERFACE_Link, PW_VERSION_LINK},
        [SORI_PW_OBJECT_METADATA] = {PW_TYPE_INTERFACE_Metadata, PW_VERSION_METADATA},
    };
    struct sori_pw_object *object =
        monitor->registry == NULL ? NULL : calloc(1, sizeof *object);
    if (object == NULL) {
        return NULL;
    }
    object->monitor = monitor;
    object->type = type;
    object->id = id;
    object->proxy =
        pw_registry_bind(monitor->registry, id, types[type].name, types[type].version, 0);
    if (object->proxy == NULL) {
        free(object);
        return NULL;
    }
    spa_list_append(&monitor->objects, &object->list);
    subscribe(object);
    return object;
}

void sori_pw_object_unbind(sori_pw_object *object) {
    spa_list_remove(&object->list);
    spa_hook_remove(&object->listener);
    pw_proxy_destroy(object->proxy);
    free(object);
}

#endif
