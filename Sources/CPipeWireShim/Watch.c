#ifdef SORI_PIPEWIRE

#include "Internal.h"

#include <spa/utils/json.h>

// What is known of the server's objects: the sinks, and the links from our stream.

struct sink {
    struct spa_list list;
    uint32_t id;
    char *name;
    char *description;
};

// One link from a channel of our stream to a sink.
struct wire {
    struct spa_list list;
    uint32_t id;
    uint32_t sink_id;
};

static struct sink *find_sink(struct sori_pw_connection *connection, uint32_t id) {
    struct sink *sink;
    spa_list_for_each(sink, &connection->sinks, list) {
        if (sink->id == id) {
            return sink;
        }
    }
    return NULL;
}

static void free_sink(struct sink *sink) {
    spa_list_remove(&sink->list);
    free(sink->name);
    free(sink->description);
    free(sink);
}

static void free_wire(struct wire *wire) {
    spa_list_remove(&wire->list);
    free(wire);
}

static void update_route(struct sori_pw_connection *connection) {
    struct sink *sink = NULL;
    if (!spa_list_is_empty(&connection->wires)) {
        // Newest first: while a stream moves, both old and new links exist.
        struct wire *wire = spa_list_first(&connection->wires, struct wire, list);
        sink = find_sink(connection, wire->sink_id);
    }
    uint32_t sink_id = sink == NULL ? SPA_ID_INVALID : sink->id;
    if (sink_id == connection->route_sink_id) {
        return;
    }
    connection->route_sink_id = sink_id;
    sori_pw_emit(
        connection, SORI_PW_EVENT_ROUTE_CHANGED, sink == NULL ? NULL : sink->name,
        sink == NULL ? NULL : sink->description);
}

static void add_sink(
    struct sori_pw_connection *connection, uint32_t id, const struct spa_dict *properties) {
    const char *name = spa_dict_lookup(properties, PW_KEY_NODE_NAME);
    const char *description = spa_dict_lookup(properties, PW_KEY_NODE_DESCRIPTION);
    struct sink *sink = calloc(1, sizeof *sink);
    if (name == NULL || sink == NULL) {
        free(sink);
        return;
    }
    sink->id = id;
    sink->name = strdup(name);
    sink->description = strdup(description == NULL ? name : description);
    spa_list_append(&connection->sinks, &sink->list);
    sori_pw_emit(connection, SORI_PW_EVENT_SINK_ADDED, sink->name, sink->description);
    update_route(connection);
}

static void add_wire(
    struct sori_pw_connection *connection, uint32_t id, const struct spa_dict *properties) {
    uint32_t output_node = SPA_ID_INVALID;
    uint32_t input_node = SPA_ID_INVALID;
    spa_atou32(spa_dict_lookup(properties, PW_KEY_LINK_OUTPUT_NODE), &output_node, 10);
    spa_atou32(spa_dict_lookup(properties, PW_KEY_LINK_INPUT_NODE), &input_node, 10);
    // The server tells us our node's number before anyone can link it.
    bool is_ours = connection->stream != NULL && output_node != SPA_ID_INVALID
        && output_node == pw_stream_get_node_id(connection->stream);
    struct wire *wire = is_ours ? calloc(1, sizeof *wire) : NULL;
    if (wire == NULL) {
        return;
    }
    wire->id = id;
    wire->sink_id = input_node;
    spa_list_prepend(&connection->wires, &wire->list);
    update_route(connection);
}

static int on_metadata_property(
    void *data, uint32_t subject, const char *key, const char *type, const char *value) {
    (void)type;
    struct sori_pw_connection *connection = data;
    if (subject != PW_ID_CORE || key == NULL || !spa_streq(key, "default.audio.sink")) {
        return 0;
    }
    char name[1024] = "";
    if (value != NULL) {
        struct spa_json text, object;
        char field[64];
        spa_json_init(&text, value, strlen(value));
        bool is_object = spa_json_enter_object(&text, &object) > 0;
        while (is_object && spa_json_get_string(&object, field, sizeof field) > 0) {
            const char *token;
            if (spa_streq(field, "name")) {
                spa_json_get_string(&object, name, sizeof name);
                break;
            }
            if (spa_json_next(&object, &token) <= 0) {
                break;
            }
        }
    }
    sori_pw_emit(
        connection, SORI_PW_EVENT_DEFAULT_SINK_CHANGED, name[0] == 0 ? NULL : name, NULL);
    return 0;
}

static const struct pw_metadata_events metadata_events = {
    PW_VERSION_METADATA_EVENTS,
    .property = on_metadata_property,
};

static void drop_metadata(struct sori_pw_connection *connection) {
    if (connection->metadata != NULL) {
        spa_hook_remove(&connection->metadata_listener);
        pw_proxy_destroy((struct pw_proxy *)connection->metadata);
        connection->metadata = NULL;
        connection->metadata_id = SPA_ID_INVALID;
    }
}

static void add_metadata(struct sori_pw_connection *connection, uint32_t id) {
    drop_metadata(connection);
    connection->metadata = pw_registry_bind(
        connection->registry, id, PW_TYPE_INTERFACE_Metadata, PW_VERSION_METADATA, 0);
    if (connection->metadata != NULL) {
        connection->metadata_id = id;
        pw_metadata_add_listener(
            connection->metadata, &connection->metadata_listener, &metadata_events, connection);
    }
}

static void on_global(
    void *data, uint32_t id, uint32_t permissions, const char *type, uint32_t version,
    const struct spa_dict *properties) {
    (void)permissions, (void)version;
    struct sori_pw_connection *connection = data;
    if (properties == NULL) {
        return;
    }
    if (spa_streq(type, PW_TYPE_INTERFACE_Node)) {
        if (spa_streq(spa_dict_lookup(properties, PW_KEY_MEDIA_CLASS), "Audio/Sink")) {
            add_sink(connection, id, properties);
        }
    } else if (spa_streq(type, PW_TYPE_INTERFACE_Link)) {
        add_wire(connection, id, properties);
    } else if (spa_streq(type, PW_TYPE_INTERFACE_Metadata)) {
        if (spa_streq(spa_dict_lookup(properties, PW_KEY_METADATA_NAME), "default")) {
            add_metadata(connection, id);
        }
    }
}

static void on_global_remove(void *data, uint32_t id) {
    struct sori_pw_connection *connection = data;
    if (id == connection->metadata_id) {
        drop_metadata(connection);
        return;
    }
    struct sink *sink = find_sink(connection, id);
    if (sink != NULL) {
        sori_pw_emit(connection, SORI_PW_EVENT_SINK_REMOVED, sink->name, sink->description);
        free_sink(sink);
    } else {
        struct wire *wire, *next;
        spa_list_for_each_safe(wire, next, &connection->wires, list) {
            if (wire->id == id) {
                free_wire(wire);
            }
        }
    }
    update_route(connection);
}

static const struct pw_registry_events registry_events = {
    PW_VERSION_REGISTRY_EVENTS,
    .global = on_global,
    .global_remove = on_global_remove,
};

void sori_pw_start_watch(struct sori_pw_connection *connection) {
    connection->registry = pw_core_get_registry(connection->core, PW_VERSION_REGISTRY, 0);
    if (connection->registry != NULL) {
        pw_registry_add_listener(
            connection->registry, &connection->registry_listener, &registry_events, connection);
    }
}

void sori_pw_forget_wires(struct sori_pw_connection *connection) {
    struct wire *wire;
    spa_list_consume(wire, &connection->wires, list) {
        free_wire(wire);
    }
    connection->route_sink_id = SPA_ID_INVALID;
}

void sori_pw_end_watch(struct sori_pw_connection *connection) {
    sori_pw_forget_wires(connection);
    struct sink *sink;
    spa_list_consume(sink, &connection->sinks, list) {
        free_sink(sink);
    }
    drop_metadata(connection);
    if (connection->registry != NULL) {
        spa_hook_remove(&connection->registry_listener);
        pw_proxy_destroy((struct pw_proxy *)connection->registry);
        connection->registry = NULL;
    }
}

#endif
