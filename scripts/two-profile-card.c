// A card on PipeWire with two profiles and a sink for each, as the cards of phones have them:
// "HiFi" with a speaker, "Voice Call" with an ear piece. For tests; runs until it is killed.
//
// usage: two-profile-card [PRIORITY]

#include <spa/monitor/device.h>
#include <spa/monitor/utils.h>
#include <spa/param/profile.h>
#include <spa/param/route.h>
#include <spa/pod/builder.h>
#include <spa/pod/parser.h>
#include <spa/utils/result.h>
// Needs the headers above without including them.
#include <pipewire/pipewire.h>

enum { PROFILE_COUNT = 2 };
// Positions among the parameters.
enum { PROFILE_LIST, PROFILE, ROUTE_LIST, ROUTE, PARAM_COUNT };

static const struct {
    const char *profile, *route, *port_type, *node;
} parts[PROFILE_COUNT] = {
    {"HiFi", "[Out] Speaker", "speaker", "card.hifi"},
    {"Voice Call", "[Out] Earpiece", "handset", "card.voice"},
};

struct card {
    struct spa_device device;
    struct spa_hook_list hooks;
    struct spa_param_info params[PARAM_COUNT];
    int profile;
    const char *priority;
    uint32_t id;
    struct pw_core *core;
    struct pw_proxy *node;
};

static void emit_info(struct card *card) {
    const struct spa_dict_item items[] = {
        {PW_KEY_DEVICE_API, "alsa"},
        {PW_KEY_MEDIA_CLASS, "Audio/Device"},
    };
    struct spa_dict properties = SPA_DICT_INIT_ARRAY(items);
    struct spa_device_info info = SPA_DEVICE_INFO_INIT();
    info.change_mask = SPA_DEVICE_CHANGE_MASK_PROPS | SPA_DEVICE_CHANGE_MASK_PARAMS;
    info.props = &properties;
    info.params = card->params;
    info.n_params = SPA_N_ELEMENTS(card->params);
    spa_device_emit_info(&card->hooks, &info);
}

static int add_listener(
    void *object, struct spa_hook *listener, const struct spa_device_events *events, void *data) {
    struct card *card = object;
    struct spa_hook_list saved;
    spa_hook_list_isolate(&card->hooks, &saved, listener, events, data);
    emit_info(card);
    spa_hook_list_join(&card->hooks, &saved);
    return 0;
}

static int sync_device(void *object, int sequence) {
    struct card *card = object;
    spa_device_emit_result(&card->hooks, sequence, 0, 0, NULL);
    return 0;
}

static const struct spa_pod *build_profile(
    struct spa_pod_builder *builder, uint32_t id, int index) {
    return spa_pod_builder_add_object(
        builder, SPA_TYPE_OBJECT_ParamProfile, id, SPA_PARAM_PROFILE_index, SPA_POD_Int(index),
        SPA_PARAM_PROFILE_name, SPA_POD_String(parts[index].profile),
        SPA_PARAM_PROFILE_description, SPA_POD_String(parts[index].profile),
        SPA_PARAM_PROFILE_priority, SPA_POD_Int(100 - index), SPA_PARAM_PROFILE_available,
        SPA_POD_Id(SPA_PARAM_AVAILABILITY_yes));
}

static const struct spa_pod *build_route(
    struct spa_pod_builder *builder, uint32_t id, int index) {
    struct spa_pod_frame object, info;
    spa_pod_builder_push_object(builder, &object, SPA_TYPE_OBJECT_ParamRoute, id);
    spa_pod_builder_add(
        builder, SPA_PARAM_ROUTE_index, SPA_POD_Int(index), SPA_PARAM_ROUTE_direction,
        SPA_POD_Id(SPA_DIRECTION_OUTPUT), SPA_PARAM_ROUTE_name, SPA_POD_String(parts[index].route),
        SPA_PARAM_ROUTE_description, SPA_POD_String(parts[index].route), SPA_PARAM_ROUTE_priority,
        SPA_POD_Int(100), SPA_PARAM_ROUTE_available, SPA_POD_Id(SPA_PARAM_AVAILABILITY_unknown), 0);
    spa_pod_builder_prop(builder, SPA_PARAM_ROUTE_info, 0);
    spa_pod_builder_push_struct(builder, &info);
    spa_pod_builder_int(builder, 1);
    spa_pod_builder_string(builder, "port.type");
    spa_pod_builder_string(builder, parts[index].port_type);
    spa_pod_builder_pop(builder, &info);
    spa_pod_builder_add(
        builder, SPA_PARAM_ROUTE_profiles, SPA_POD_Array(sizeof(int), SPA_TYPE_Int, 1, &index),
        SPA_PARAM_ROUTE_devices, SPA_POD_Array(sizeof(int), SPA_TYPE_Int, 1, &index), 0);
    if (id == SPA_PARAM_Route) {
        spa_pod_builder_add(
            builder, SPA_PARAM_ROUTE_device, SPA_POD_Int(index), SPA_PARAM_ROUTE_profile,
            SPA_POD_Int(index), SPA_PARAM_ROUTE_save, SPA_POD_Bool(false), 0);
    }
    return spa_pod_builder_pop(builder, &object);
}

static int enum_params(
    void *object, int sequence, uint32_t id, uint32_t start, uint32_t count,
    const struct spa_pod *filter) {
    (void)filter;
    struct card *card = object;
    bool is_all = id == SPA_PARAM_EnumProfile || id == SPA_PARAM_EnumRoute;
    bool is_profile = id == SPA_PARAM_EnumProfile || id == SPA_PARAM_Profile;
    if (!is_all && !is_profile && id != SPA_PARAM_Route) {
        return -ENOENT;
    }
    uint32_t total = is_all ? PROFILE_COUNT : 1;
    for (uint32_t index = start; index < total && index - start < count; index++) {
        uint8_t bytes[1024];
        struct spa_pod_builder builder = SPA_POD_BUILDER_INIT(bytes, sizeof bytes);
        int part = is_all ? (int)index : card->profile;
        struct spa_result_device_params result = {
            .id = id,
            .index = index,
            .next = index + 1,
            .param = (struct spa_pod *)(is_profile ? build_profile(&builder, id, part)
                                                   : build_route(&builder, id, part)),
        };
        spa_device_emit_result(
            &card->hooks, sequence, 0, SPA_RESULT_TYPE_DEVICE_PARAMS, &result);
    }
    return 0;
}

static void make_node(struct card *card) {
    if (card->node != NULL) {
        pw_proxy_destroy(card->node);
    }
    char device[16], number[16];
    snprintf(device, sizeof device, "%u", card->id);
    snprintf(number, sizeof number, "%d", card->profile);
    const struct spa_dict_item items[] = {
        {"factory.name", "support.null-audio-sink"},
        {PW_KEY_NODE_NAME, parts[card->profile].node},
        {PW_KEY_MEDIA_CLASS, "Audio/Sink"},
        {PW_KEY_DEVICE_ID, device},
        {PW_KEY_DEVICE_API, "alsa"},
        {"card.profile.device", number},
        {"priority.session", card->priority},
        {"priority.driver", card->priority},
        {"audio.rate", "48000"},
        {"audio.position", "[ FL FR ]"},
    };
    struct spa_dict properties = SPA_DICT_INIT_ARRAY(items);
    card->node = pw_core_create_object(
        card->core, "adapter", PW_TYPE_INTERFACE_Node, PW_VERSION_NODE, &properties, 0);
}

static int set_param(void *object, uint32_t id, uint32_t flags, const struct spa_pod *param) {
    (void)flags;
    struct card *card = object;
    int index = -1;
    if (id != SPA_PARAM_Profile || param == NULL) {
        return 0;
    }
    if (spa_pod_parse_object(
            param, SPA_TYPE_OBJECT_ParamProfile, NULL, SPA_PARAM_PROFILE_index,
            SPA_POD_Int(&index)) < 0
        || index < 0 || index >= PROFILE_COUNT) {
        return -EINVAL;
    }
    if (index != card->profile) {
        card->profile = index;
        make_node(card);
        // The lists stay: a session manager would choose a profile again.
        card->params[PROFILE].flags ^= SPA_PARAM_INFO_SERIAL;
        card->params[ROUTE].flags ^= SPA_PARAM_INFO_SERIAL;
        emit_info(card);
    }
    return 0;
}

static const struct spa_device_methods methods = {
    SPA_VERSION_DEVICE_METHODS,
    .add_listener = add_listener,
    .sync = sync_device,
    .enum_params = enum_params,
    .set_param = set_param,
};

static void on_bound(void *data, uint32_t id) {
    struct card *card = data;
    card->id = id;
    make_node(card);
}

static const struct pw_proxy_events proxy_events = {
    PW_VERSION_PROXY_EVENTS,
    .bound = on_bound,
};

int main(int argc, char **argv) {
    pw_init(&argc, &argv);
    struct pw_main_loop *loop = pw_main_loop_new(NULL);
    struct pw_context *context = pw_context_new(pw_main_loop_get_loop(loop), NULL, 0);
    struct card card = {
        .priority = argc > 1 ? argv[1] : "1500",
        .params = {
            [PROFILE_LIST] = {.id = SPA_PARAM_EnumProfile, .flags = SPA_PARAM_INFO_READ},
            [PROFILE] = {.id = SPA_PARAM_Profile, .flags = SPA_PARAM_INFO_READWRITE},
            [ROUTE_LIST] = {.id = SPA_PARAM_EnumRoute, .flags = SPA_PARAM_INFO_READ},
            [ROUTE] = {.id = SPA_PARAM_Route, .flags = SPA_PARAM_INFO_READWRITE},
        },
    };
    card.core = pw_context_connect(context, NULL, 0);
    if (card.core == NULL) {
        fprintf(stderr, "two-profile-card: no PipeWire\n");
        return 1;
    }
    spa_hook_list_init(&card.hooks);
    card.device.iface = SPA_INTERFACE_INIT(
        SPA_TYPE_INTERFACE_Device, SPA_VERSION_DEVICE, &methods, &card);
    const struct spa_dict_item items[] = {
        {PW_KEY_DEVICE_NAME, "two-profile-card"},
        {PW_KEY_DEVICE_DESCRIPTION, "A card of two profiles"},
        {PW_KEY_DEVICE_API, "alsa"},
        {PW_KEY_MEDIA_CLASS, "Audio/Device"},
    };
    struct spa_dict properties = SPA_DICT_INIT_ARRAY(items);
    struct pw_proxy *proxy =
        pw_core_export(card.core, SPA_TYPE_INTERFACE_Device, &properties, &card.device, 0);
    struct spa_hook listener;
    pw_proxy_add_listener(proxy, &listener, &proxy_events, &card);
    pw_main_loop_run(loop);
    return 0;
}
