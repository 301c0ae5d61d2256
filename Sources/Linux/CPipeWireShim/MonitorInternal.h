// Declarations shared by the files of the monitor. Its thread owns all fields.
#pragma once

#ifdef SORI_PIPEWIRE

#include "CPipeWireShim.h"

#include <pipewire/pipewire.h>

struct sori_pw_monitor {
    sori_pw_monitor_fn on_event;
    void *event_context;
    char *remote;
    char *application_name;
    bool decides_links;

    struct pw_thread_loop *thread;
    struct spa_source *wake_source;
    struct spa_source *lost_source;
    struct spa_source *timers[SORI_PW_TIMERS_MAX];

    // The connection.
    struct pw_context *context;
    struct pw_core *core;
    struct spa_hook core_listener;
    struct pw_registry *registry;
    struct spa_hook registry_listener;
    struct spa_list objects;
    int sync_sequence;
    bool is_lost;
    char lost_message[256];
};

// The parameters of a device that are read.
enum { SORI_PW_DEVICE_PARAMS = 4 };

struct sori_pw_object {
    struct spa_list list;
    struct sori_pw_monitor *monitor;
    sori_pw_object_type type;
    uint32_t id;
    struct pw_proxy *proxy;
    struct spa_hook listener;
    // A device's: the flags of its parameters, which change with them.
    uint32_t param_flags[SORI_PW_DEVICE_PARAMS];
};

void sori_pw_monitor_emit(struct sori_pw_monitor *monitor, sori_pw_monitor_event event);

// Reads `{"name": "…"}` into `name`, which is empty for anything else.
void sori_pw_read_name(const char *json, char *name, int name_size);

#endif
