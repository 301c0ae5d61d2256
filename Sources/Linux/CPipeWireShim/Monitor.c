#ifdef SORI_PIPEWIRE

#define _GNU_SOURCE

#include "MonitorInternal.h"

#include <errno.h>
#include <pthread.h>
#include <sched.h>
#include <stdio.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <unistd.h>
// Needs the header above without including it.
#include <pipewire/extensions/metadata.h>
#include <pipewire/impl-module.h>

#define MONITOR_NICE_LEVEL (-12)

static void initialise_library(void) {
    pw_init(NULL, NULL);
}

void sori_pw_monitor_emit(struct sori_pw_monitor *monitor, sori_pw_monitor_event event) {
    monitor->on_event(monitor->event_context, &event);
}

static void on_wake(void *data, uint64_t count) {
    (void)count;
    sori_pw_monitor_emit(data, (sori_pw_monitor_event){.kind = SORI_PW_MONITOR_WAKE});
}


static void emit_timer(struct sori_pw_monitor *monitor, uint32_t index) {
    sori_pw_monitor_emit(
        monitor, (sori_pw_monitor_event){.kind = SORI_PW_MONITOR_TIMER, .id = index});
}

// A source has one context, and the timers differ by their function.
static void on_timer_0(void *data, uint64_t count) { (void)count, emit_timer(data, 0); }
static void on_timer_1(void *data, uint64_t count) { (void)count, emit_timer(data, 1); }
static void on_timer_2(void *data, uint64_t count) { (void)count, emit_timer(data, 2); }
static void on_timer_3(void *data, uint64_t count) { (void)count, emit_timer(data, 3); }

static void close_connection(struct sori_pw_monitor *monitor) {
    struct sori_pw_object *object;
    spa_list_consume(object, &monitor->objects, list) {
        sori_pw_object_unbind(object);
    }
    if (monitor->registry != NULL) {
        spa_hook_remove(&monitor->registry_listener);
        pw_proxy_destroy((struct pw_proxy *)monitor->registry);
        monitor->registry = NULL;
    }
    if (monitor->core != NULL) {
        spa_hook_remove(&monitor->core_listener);
        pw_core_disconnect(monitor->core);
        monitor->core = NULL;
    }
    if (monitor->context != NULL) {
        pw_context_destroy(monitor->context);
        monitor->context = NULL;
    }
    monitor->is_lost = false;
}

// The core must not be destroyed by a handler of its own events.
static void on_lost(void *data, uint64_t count) {
    (void)count;
    struct sori_pw_monitor *monitor = data;
    if (!monitor->is_lost) {
        return;
    }
    sori_pw_monitor_emit(
        monitor,
        (sori_pw_monitor_event){.kind = SORI_PW_MONITOR_LOST, .text = monitor->lost_message});
    close_connection(monitor);
}

static void on_core_done(void *data, uint32_t id, int sequence) {
    struct sori_pw_monitor *monitor = data;
    if (id == PW_ID_CORE && sequence == monitor->sync_sequence && !monitor->is_lost) {
        sori_pw_monitor_emit(monitor, (sori_pw_monitor_event){.kind = SORI_PW_MONITOR_READY});
    }
}

static void on_core_error(
    void *data, uint32_t id, int sequence, int result, const char *message) {
    (void)sequence;
    struct sori_pw_monitor *monitor = data;
    // The others concern one object, which is usually gone already.
    if (id != PW_ID_CORE || result != -EPIPE || monitor->is_lost) {
        return;
    }
    monitor->is_lost = true;
    snprintf(monitor->lost_message, sizeof monitor->lost_message, "%s", message);
    pw_loop_signal_event(pw_thread_loop_get_loop(monitor->thread), monitor->lost_source);
}

static const struct pw_core_events core_events = {
    PW_VERSION_CORE_EVENTS,
    .done = on_core_done,
    .error = on_core_error,
};

static bool find_type(const char *name, sori_pw_object_type *type) {
    static const char *const names[] = {
        [SORI_PW_OBJECT_NODE] = PW_TYPE_INTERFACE_Node,
        [SORI_PW_OBJECT_CLIENT] = PW_TYPE_INTERFACE_Client,
        [SORI_PW_OBJECT_DEVICE] = PW_TYPE_INTERFACE_Device,
        [SORI_PW_OBJECT_LINK] = PW_TYPE_INTERFACE_Link,
        [SORI_PW_OBJECT_METADATA] = PW_TYPE_INTERFACE_Metadata,
    };
    for (uint32_t index = 0; index < SPA_N_ELEMENTS(names); index++) {
        if (spa_streq(name, names[index])) {
            *type = (sori_pw_object_type)index;
            return true;
        }
    }
    return false;
}

static void on_global(
    void *data, uint32_t id, uint32_t permissions, const char *type_name, uint32_t version,
    const struct spa_dict *properties) {
    (void)permissions, (void)version;
    struct sori_pw_monitor *monitor = data;
    sori_pw_object_type type;
    if (properties == NULL || monitor->is_lost || !find_type(type_name, &type)) {
        return;
    }
    sori_pw_monitor_emit(
        monitor, (sori_pw_monitor_event){
                     .kind = SORI_PW_MONITOR_ADDED,
                     .object_type = type,
                     .id = id,
                     .properties = (const sori_pw_properties *)properties,
                 });
}

static void on_global_remove(void *data, uint32_t id) {
    struct sori_pw_monitor *monitor = data;
    if (!monitor->is_lost) {
        sori_pw_monitor_emit(
            monitor, (sori_pw_monitor_event){.kind = SORI_PW_MONITOR_REMOVED, .id = id});
    }
}

static const struct pw_registry_events registry_events = {
    PW_VERSION_REGISTRY_EVENTS,
    .global = on_global,
    .global_remove = on_global_remove,
};

// Where it is allowed, by RealtimeKit or by a limit, puts this thread before the session manager's
// (-11), which links a new stream: the stream is silenced first on a busy machine, too.
static void raise_priority(struct pw_context *context) {
    if (getpriority(PRIO_PROCESS, (id_t)syscall(SYS_gettid)) <= MONITOR_NICE_LEVEL) {
        return;
    }
    // Threads that are made by this one, of work queues for instance, do not inherit it.
    const struct sched_param usual = {0};
    sched_setscheduler(0, SCHED_OTHER | SCHED_RESET_ON_FORK, &usual);
    char arguments[32];
    snprintf(arguments, sizeof arguments, "{ nice.level = %d }", MONITOR_NICE_LEVEL);
    pw_context_load_module(context, "libpipewire-module-rt", arguments, NULL);
}

int32_t sori_pw_monitor_connect(sori_pw_monitor *monitor) {
    close_connection(monitor);
    struct pw_loop *loop = pw_thread_loop_get_loop(monitor->thread);
    monitor->context = pw_context_new(loop, NULL, 0);
    if (monitor->context == NULL) {
        return errno;
    }
    struct pw_properties *properties =
        pw_properties_new(PW_KEY_APP_NAME, monitor->application_name, NULL);
    if (monitor->remote != NULL && properties != NULL) {
        pw_properties_set(properties, PW_KEY_REMOTE_NAME, monitor->remote);
    }
    if (monitor->decides_links && properties != NULL) {
        pw_properties_set(properties, "sori.link-order", "true");
    }
    monitor->core = pw_context_connect(monitor->context, properties, 0);
    if (monitor->core == NULL) {
        int error = errno;
        close_connection(monitor);
        return error == 0 ? EIO : error;
    }
    raise_priority(monitor->context);
    pw_core_add_listener(monitor->core, &monitor->core_listener, &core_events, monitor);
    monitor->registry = pw_core_get_registry(monitor->core, PW_VERSION_REGISTRY, 0);
    if (monitor->registry == NULL) {
        int error = errno;
        close_connection(monitor);
        return error == 0 ? EIO : error;
    }
    pw_registry_add_listener(
        monitor->registry, &monitor->registry_listener, &registry_events, monitor);
    sori_pw_monitor_sync(monitor);
    return 0;
}

void sori_pw_monitor_sync(sori_pw_monitor *monitor) {
    if (monitor->core != NULL) {
        monitor->sync_sequence = pw_core_sync(monitor->core, PW_ID_CORE, 0);
    }
}

void sori_pw_monitor_set_timer(sori_pw_monitor *monitor, uint32_t index, uint32_t delay_ms) {
    if (index >= SORI_PW_TIMERS_MAX) {
        return;
    }
    // A zero would disarm the timer.
    struct timespec delay = {
        .tv_sec = delay_ms / 1000,
        .tv_nsec = SPA_MAX((long)(delay_ms % 1000) * 1000000L, delay_ms < 1000 ? 1L : 0L),
    };
    pw_loop_update_timer(
        pw_thread_loop_get_loop(monitor->thread), monitor->timers[index], &delay, NULL, false);
}

void sori_pw_monitor_wake(sori_pw_monitor *monitor) {
    pw_loop_signal_event(pw_thread_loop_get_loop(monitor->thread), monitor->wake_source);
}

static bool start_thread(struct sori_pw_monitor *monitor) {
    static void (*const timer_functions[])(void *, uint64_t) = {
        on_timer_0, on_timer_1, on_timer_2, on_timer_3,
    };
    monitor->thread = pw_thread_loop_new("sori-monitor", NULL);
    if (monitor->thread == NULL) {
        return false;
    }
    struct pw_loop *loop = pw_thread_loop_get_loop(monitor->thread);
    monitor->wake_source = pw_loop_add_event(loop, on_wake, monitor);
    monitor->lost_source = pw_loop_add_event(loop, on_lost, monitor);
    bool is_complete = monitor->wake_source != NULL && monitor->lost_source != NULL;
    for (uint32_t index = 0; index < SORI_PW_TIMERS_MAX; index++) {
        monitor->timers[index] = pw_loop_add_timer(loop, timer_functions[index], monitor);
        is_complete = is_complete && monitor->timers[index] != NULL;
    }
    return is_complete && pw_thread_loop_start(monitor->thread) == 0;
}

sori_pw_monitor *sori_pw_monitor_start(
    const char *remote, const char *application_name, sori_pw_monitor_fn on_event, void *context,
    int32_t *error) {
    static pthread_once_t once = PTHREAD_ONCE_INIT;
    pthread_once(&once, initialise_library);
    struct sori_pw_monitor *monitor = calloc(1, sizeof *monitor);
    if (monitor == NULL) {
        *error = ENOMEM;
        return NULL;
    }
    spa_list_init(&monitor->objects);
    monitor->on_event = on_event;
    monitor->event_context = context;
    monitor->remote = remote == NULL ? NULL : strdup(remote);
    monitor->application_name = strdup(application_name);
    errno = 0;
    if (monitor->application_name == NULL || !start_thread(monitor)) {
        *error = errno == 0 ? ENOMEM : errno;
        sori_pw_monitor_end(monitor);
        return NULL;
    }
    return monitor;
}

void sori_pw_monitor_end(sori_pw_monitor *monitor) {
    if (monitor->thread != NULL) {
        pw_thread_loop_stop(monitor->thread);
        close_connection(monitor);
        struct pw_loop *loop = pw_thread_loop_get_loop(monitor->thread);
        for (uint32_t index = 0; index < SORI_PW_TIMERS_MAX; index++) {
            if (monitor->timers[index] != NULL) {
                pw_loop_destroy_source(loop, monitor->timers[index]);
            }
        }
        if (monitor->lost_source != NULL) {
            pw_loop_destroy_source(loop, monitor->lost_source);
        }
        if (monitor->wake_source != NULL) {
            pw_loop_destroy_source(loop, monitor->wake_source);
        }
        pw_thread_loop_destroy(monitor->thread);
    }
    free(monitor->remote);
    free(monitor->application_name);
    free(monitor);
}

#endif
