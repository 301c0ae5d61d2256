#ifdef SORI_PIPEWIRE

#include "Internal.h"
#include "MonitorInternal.h"

// The server's objects that matter: the peers (sinks, or sources for capture), and the links
// between our stream and them.

struct peer {
    struct spa_list list;
    uint32_t id;
    char *name;
    char *description;
};

// A link between a channel of our stream and a peer.
struct link {
    struct spa_list list;
    uint32_t id;
    uint32_t peer_id;
};

static struct peer *find_peer(struct sori_pw_connection *connection, uint32_t id) {
    struct peer *peer;
    spa_list_for_each(peer, &connection->peers, list) {
        if (peer->id == id) {
            return peer;
        }
    }
    return NULL;
}

static void free_peer(struct peer *peer) {
    spa_list_remove(&peer->list);
    free(peer->name);
    free(peer->description);
    free(peer);
}

static void free_link(struct link *link) {
    spa_list_remove(&link->list);
    free(link);
}

static struct peer *route_peer(struct sori_pw_connection *connection) {
    return find_peer(connection, connection->route_peer_id);
}

static bool has_peer_named(struct sori_pw_connection *connection, const char *name) {
    struct peer *peer;
    spa_list_for_each(peer, &connection->peers, list) {
        if (spa_streq(peer->name, name)) {
            return true;
        }
    }
    return false;
}

// Enough time for the session manager to choose a new default, and for the tool that caused the
// change to exit.
enum { DEFAULT_CHECK_DELAY_MS = 500 };

static void check_default_later(struct sori_pw_connection *connection) {
    if (connection->default_timer != NULL) {
        struct timespec delay = {.tv_nsec = DEFAULT_CHECK_DELAY_MS * 1000000L};
        pw_loop_update_timer(
            pw_thread_loop_get_loop(connection->thread), connection->default_timer, &delay, NULL,
            false);
    }
}

static void update_route(struct sori_pw_connection *connection) {
    struct peer *peer = NULL;
    if (!spa_list_is_empty(&connection->links)) {
        // Newest first: while a stream moves, old and new links both exist.
        struct link *link = spa_list_first(&connection->links, struct link, list);
        peer = find_peer(connection, link->peer_id);
    }
    uint32_t peer_id = peer == NULL ? SPA_ID_INVALID : peer->id;
    if (peer_id == connection->route_peer_id) {
        return;
    }
    if (connection->route_peer_id != SPA_ID_INVALID) {
        connection->previous_peer_id = connection->route_peer_id;
        connection->unlinked_nanoseconds = sori_pw_monotonic_nanoseconds();
    }
    connection->route_peer_id = peer_id;
    atomic_store(&connection->has_peer, peer != NULL);
    check_default_later(connection);
    sori_pw_emit(
        connection, SORI_PW_EVENT_ROUTE_CHANGED, peer == NULL ? NULL : peer->name,
        peer == NULL ? NULL : peer->description);
}

static void add_peer(
    struct sori_pw_connection *connection, uint32_t id, const struct spa_dict *properties) {
    const char *name = spa_dict_lookup(properties, PW_KEY_NODE_NAME);
    const char *description = spa_dict_lookup(properties, PW_KEY_NODE_DESCRIPTION);
    struct peer *peer = calloc(1, sizeof *peer);
    if (name == NULL || peer == NULL) {
        free(peer);
        return;
    }
    peer->id = id;
    peer->name = strdup(name);
    peer->description = strdup(description == NULL ? name : description);
    spa_list_append(&connection->peers, &peer->list);
    sori_pw_emit(connection, SORI_PW_EVENT_PEER_ADDED, peer->name, peer->description);
    update_route(connection);
}

static void add_link(
    struct sori_pw_connection *connection, uint32_t id, const struct spa_dict *properties) {
    uint32_t output_node = SPA_ID_INVALID;
    uint32_t input_node = SPA_ID_INVALID;
    spa_atou32(spa_dict_lookup(properties, PW_KEY_LINK_OUTPUT_NODE), &output_node, 10);
    spa_atou32(spa_dict_lookup(properties, PW_KEY_LINK_INPUT_NODE), &input_node, 10);
    uint32_t our_end = connection->is_capture ? input_node : output_node;
    // The server tells us our node's ID before links to it appear.
    bool is_ours = connection->stream != NULL && our_end != SPA_ID_INVALID
        && our_end == pw_stream_get_node_id(connection->stream);
    struct link *link = is_ours ? calloc(1, sizeof *link) : NULL;
    if (link == NULL) {
        return;
    }
    link->id = id;
    link->peer_id = connection->is_capture ? output_node : input_node;
    spa_list_prepend(&connection->links, &link->list);
    update_route(connection);
}

static int on_metadata_property(
    void *data, uint32_t subject, const char *key, const char *type, const char *value) {
    (void)type;
    struct sori_pw_connection *connection = data;
    bool is_source = connection->is_capture && !connection->is_monitor;
    const char *wanted = is_source ? "default.audio.source" : "default.audio.sink";
    if (subject != PW_ID_CORE || key == NULL || !spa_streq(key, wanted)) {
        return 0;
    }
    char name[1024] = "";
    if (value != NULL) {
        sori_pw_read_name(value, name, sizeof name);
    }
    char *known = connection->default_name;
    if (spa_streq(known == NULL ? "" : known, name)) {
        return 0;
    }
    connection->default_name = name[0] == 0 ? NULL : strdup(name);
    free(known);
    sori_pw_emit(
        connection, SORI_PW_EVENT_DEFAULT_PEER_CHANGED, connection->default_name, NULL);
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

// While a client binds the metadata, the server does not forward its changes to the others (0.3.65;
// on a busy machine about one of thirty removed sinks went without its new default). The known
// default is right if the stream is linked to it; otherwise the metadata is bound again.
static void on_default_doubted(void *data, uint64_t expirations) {
    (void)expirations;
    struct sori_pw_connection *connection = data;
    const char *name = connection->default_name;
    struct peer *route = route_peer(connection);
    bool is_sure = route != NULL ? spa_streq(route->name, name)
        : name == NULL           ? spa_list_is_empty(&connection->peers)
                                 : has_peer_named(connection, name);
    if (!is_sure && connection->metadata != NULL) {
        add_metadata(connection, connection->metadata_id);
    }
}

// A session manager may move a stream from a peer that is about to be removed.
static const int64_t removal_nanoseconds = 2 * SPA_NSEC_PER_SEC;

// Whether the stream is linked to a peer, or was until it began to be removed.
static bool is_route(struct sori_pw_connection *connection, uint32_t peer_id) {
    if (peer_id == connection->route_peer_id) {
        return true;
    }
    return peer_id == connection->previous_peer_id
        && sori_pw_monotonic_nanoseconds() - connection->unlinked_nanoseconds
            < removal_nanoseconds;
}

// Before the server can link the stream to another peer: that needs this thread.
static void bypass_without(struct sori_pw_connection *connection, const struct peer *peer) {
    connection->previous_peer_id = SPA_ID_INVALID;
    atomic_store(&connection->is_bypassed, true);
    sori_pw_await_render_thread(connection);
    sori_pw_emit(connection, SORI_PW_EVENT_ROUTE_REMOVED, peer->name, peer->description);
}

static bool is_peer(struct sori_pw_connection *connection, const char *media_class) {
    if (connection->is_capture && !connection->is_monitor) {
        return spa_streq(media_class, "Audio/Source")
            || spa_streq(media_class, "Audio/Source/Virtual")
            || spa_streq(media_class, "Audio/Duplex");
    }
    return spa_streq(media_class, "Audio/Sink");
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
        if (is_peer(connection, spa_dict_lookup(properties, PW_KEY_MEDIA_CLASS))) {
            add_peer(connection, id, properties);
        }
    } else if (spa_streq(type, PW_TYPE_INTERFACE_Link)) {
        add_link(connection, id, properties);
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
    struct peer *peer = find_peer(connection, id);
    if (peer != NULL) {
        if (connection->bypasses_on_removal && is_route(connection, id)) {
            bypass_without(connection, peer);
        }
        sori_pw_emit(connection, SORI_PW_EVENT_PEER_REMOVED, peer->name, peer->description);
        free_peer(peer);
        check_default_later(connection);
    } else {
        struct link *link, *next;
        spa_list_for_each_safe(link, next, &connection->links, list) {
            if (link->id == id) {
                free_link(link);
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

void sori_pw_start_registry_watch(struct sori_pw_connection *connection) {
    // Without memory for the timer, missed changes stay missed.
    connection->default_timer = pw_loop_add_timer(
        pw_thread_loop_get_loop(connection->thread), on_default_doubted, connection);
    connection->registry = pw_core_get_registry(connection->core, PW_VERSION_REGISTRY, 0);
    if (connection->registry != NULL) {
        pw_registry_add_listener(
            connection->registry, &connection->registry_listener, &registry_events, connection);
    }
}

void sori_pw_emit_known(struct sori_pw_connection *connection) {
    struct peer *peer;
    spa_list_for_each(peer, &connection->peers, list) {
        sori_pw_emit(connection, SORI_PW_EVENT_PEER_ADDED, peer->name, peer->description);
    }
    if (connection->default_name != NULL) {
        sori_pw_emit(
            connection, SORI_PW_EVENT_DEFAULT_PEER_CHANGED, connection->default_name, NULL);
    }
}

void sori_pw_forget_links(struct sori_pw_connection *connection) {
    struct link *link;
    spa_list_consume(link, &connection->links, list) {
        free_link(link);
    }
    connection->route_peer_id = SPA_ID_INVALID;
    connection->previous_peer_id = SPA_ID_INVALID;
    atomic_store(&connection->has_peer, false);
}

void sori_pw_end_registry_watch(struct sori_pw_connection *connection) {
    sori_pw_forget_links(connection);
    struct peer *peer;
    spa_list_consume(peer, &connection->peers, list) {
        free_peer(peer);
    }
    drop_metadata(connection);
    free(connection->default_name);
    connection->default_name = NULL;
    if (connection->default_timer != NULL) {
        pw_loop_destroy_source(
            pw_thread_loop_get_loop(connection->thread), connection->default_timer);
        connection->default_timer = NULL;
    }
    if (connection->registry != NULL) {
        spa_hook_remove(&connection->registry_listener);
        pw_proxy_destroy((struct pw_proxy *)connection->registry);
        connection->registry = NULL;
    }
}

#endif
