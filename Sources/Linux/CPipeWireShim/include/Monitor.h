// A PipeWire connection without a stream, which observes the objects of the server and sets the soft
// gains of other programs' streams, through plain numbers and strings.
#pragma once

#include <stdbool.h>
#include <stdint.h>

#include "CPipeWireShim.h"

#pragma clang assume_nonnull begin

typedef struct sori_pw_monitor sori_pw_monitor;
// An object of the server that has been bound.
typedef struct sori_pw_object sori_pw_object;
// Properties of an object, valid during an event.
typedef struct sori_pw_properties sori_pw_properties;

typedef enum __attribute__((enum_extensibility(closed))) sori_pw_object_type {
    SORI_PW_OBJECT_NODE SORI_PW_SWIFT_NAME("node") = 0,
    SORI_PW_OBJECT_CLIENT SORI_PW_SWIFT_NAME("client"),
    SORI_PW_OBJECT_DEVICE SORI_PW_SWIFT_NAME("device"),
    SORI_PW_OBJECT_LINK SORI_PW_SWIFT_NAME("link"),
    SORI_PW_OBJECT_METADATA SORI_PW_SWIFT_NAME("metadata"),
} sori_pw_object_type;

typedef enum __attribute__((enum_extensibility(closed))) sori_pw_monitor_event_kind {
    // All objects that were there when the connection was made have been added.
    SORI_PW_MONITOR_READY SORI_PW_SWIFT_NAME("ready") = 0,
    // The server has gone: `text` says why. No event of its objects follows. The objects
    // are unbound, and the connection is closed, when the handler has returned.
    SORI_PW_MONITOR_LOST SORI_PW_SWIFT_NAME("lost"),
    // An object exists: `object_type`, `id`, `properties`.
    SORI_PW_MONITOR_ADDED SORI_PW_SWIFT_NAME("added"),
    // The object `id` is gone.
    SORI_PW_MONITOR_REMOVED SORI_PW_SWIFT_NAME("removed"),
    // The bound object `id`: `properties` are NULL when they did not change. `state` is a
    // node's or a link's.
    SORI_PW_MONITOR_INFO SORI_PW_SWIFT_NAME("info"),
    // The gains of the bound node `id`: `gains`.
    SORI_PW_MONITOR_GAINS SORI_PW_SWIFT_NAME("gains"),
    // A route of the bound device `id`: `route`.
    SORI_PW_MONITOR_ROUTE SORI_PW_SWIFT_NAME("route"),
    // A profile of the bound device `id`: `profile`.
    SORI_PW_MONITOR_PROFILE SORI_PW_SWIFT_NAME("profile"),
    // The name of the default sink or source, or of the sink that was chosen for a default: `text` is
    // its key, `value` its name or NULL.
    SORI_PW_MONITOR_DEFAULT SORI_PW_SWIFT_NAME("defaultChanged"),
    // A script of the session manager lets new streams wait: `value`, and NULL when it does not.
    SORI_PW_MONITOR_ORDER SORI_PW_SWIFT_NAME("linkOrderChanged"),
    // `sori_pw_monitor_wake` was called.
    SORI_PW_MONITOR_WAKE SORI_PW_SWIFT_NAME("wake"),
    // A timer has expired: `id` is its index.
    SORI_PW_MONITOR_TIMER SORI_PW_SWIFT_NAME("timer"),
} sori_pw_monitor_event_kind;

enum { SORI_PW_CHANNELS_MAX = 64, SORI_PW_TIMERS_MAX = 4 };

// Linear gains of a stream: the two sets that a node reports.
typedef struct sori_pw_gains {
    bool mute;
    bool soft_mute;
    uint32_t channel_count;
    float channel_volumes[64];
    uint32_t soft_count;
    float soft_volumes[64];
} sori_pw_gains;

typedef struct sori_pw_route {
    // Whether the route is in force; otherwise it is one that exists.
    bool is_active;
    // The position in the list of routes: the first of a new list has 0.
    uint32_t position;
    int32_t index;
    // The device number of an active route, and -1 otherwise.
    int32_t device;
    bool is_output;
    // 0 unknown, 1 no, 2 yes.
    uint32_t available;
    uint32_t priority;
    const char *_Nullable name;
    const char *_Nullable description;
    const char *_Nullable port_type;
    // The numbers of the nodes that may play through the route, and the indices of the profiles
    // that have it.
    uint32_t device_count;
    const int32_t *_Nullable devices;
    uint32_t profile_count;
    const int32_t *_Nullable profiles;
} sori_pw_route;

typedef struct sori_pw_profile {
    // Whether the profile is in force; otherwise it is one that exists.
    bool is_active;
    // The position in the list of profiles: the first of a new list has 0.
    uint32_t position;
    int32_t index;
    // 0 unknown, 1 no, 2 yes.
    uint32_t available;
    const char *_Nullable name;
} sori_pw_profile;

typedef struct sori_pw_monitor_event {
    sori_pw_monitor_event_kind kind;
    sori_pw_object_type object_type;
    uint32_t id;
    // A node: -1 error, 0 creating, 1 suspended, 2 idle, 3 running. A link: 4 is active.
    int32_t state;
    const char *_Nullable text;
    const char *_Nullable value;
    const sori_pw_properties *_Nullable properties;
    const sori_pw_gains *_Nullable gains;
    const sori_pw_route *_Nullable route;
    const sori_pw_profile *_Nullable profile;
} sori_pw_monitor_event;

// Runs on the monitor's own thread and must not block. Everything in the event is valid during the
// call. Of this header's functions it may call those marked "Monitor's thread".
typedef void (*sori_pw_monitor_fn)(void *context, const sori_pw_monitor_event *event);

// Starts a monitor's thread, without a connection.
//
// Returns NULL with `error` set to an errno value.
sori_pw_monitor *_Nullable sori_pw_monitor_start(
    const char *_Nullable remote, const char *application_name,
    SORI_PW_SENDABLE sori_pw_monitor_fn on_event, void *context, int32_t *error);

// Ends the thread and frees the monitor with its objects; no event follows. Not on the monitor's
// thread.
void sori_pw_monitor_end(sori_pw_monitor *monitor);

// Says of the next connections that this client decides about new streams before they are linked:
// the script of the session manager waits for it (data/wireplumber/link-order.lua). Before
// `sori_pw_monitor_connect`.
void sori_pw_monitor_decide_links(sori_pw_monitor *monitor);

// Sends `SORI_PW_MONITOR_WAKE` soon. Any thread.
void sori_pw_monitor_wake(sori_pw_monitor *monitor);

// Connects; READY or LOST follows. Monitor's thread.
//
// Returns 0 or an errno value.
int32_t sori_pw_monitor_connect(sori_pw_monitor *monitor);

// Waits until the server has handled what was sent; READY follows. Monitor's thread.
void sori_pw_monitor_sync(sori_pw_monitor *monitor);

// Sends TIMER once after `delay_ms`, in place of an earlier request. Monitor's thread.
void sori_pw_monitor_set_timer(sori_pw_monitor *monitor, uint32_t index, uint32_t delay_ms);

// Sends the events of an object. Returns NULL without memory or connection. Monitor's thread.
sori_pw_object *_Nullable sori_pw_monitor_bind(
    sori_pw_monitor *monitor, sori_pw_object_type type, uint32_t id);

// Ends the events of an object, and frees it. Monitor's thread.
void sori_pw_object_unbind(sori_pw_object *object);

// Puts the soft set of a node in force. Monitor's thread.
void sori_pw_object_set_soft_gains(
    sori_pw_object *object, bool is_muted, const float *volumes, uint32_t count);

// Puts the channel set of a node in force, by writing the values that it has. Monitor's thread.
void sori_pw_object_set_channel_gains(
    sori_pw_object *object, bool is_muted, const float *_Nullable volumes, uint32_t count);

// Makes a sink the user's choice of a default, of the bound metadata. Monitor's thread.
void sori_pw_object_set_default_sink(sori_pw_object *object, const char *name);

// Lets the session manager link the stream of a node: `object` is the default metadata, and `serial`
// the node's object.serial; 0 takes the decision away. Monitor's thread.
void sori_pw_object_set_decided(sori_pw_object *object, uint32_t node, uint64_t serial);

// Puts a route of a bound device in force, for one of its nodes. Monitor's thread.
void sori_pw_object_set_route(sori_pw_object *object, int32_t index, int32_t device);

// Puts a profile of a bound device in force, until the device is there anew. Monitor's thread.
void sori_pw_object_set_profile(sori_pw_object *object, int32_t index);

// The value of a property; NULL for none. Valid as long as the properties.
const char *_Nullable sori_pw_property(const sori_pw_properties *properties, const char *key);

#pragma clang assume_nonnull end
