#pragma once

// Between C and the Swift module OpenALDevices: functions with the prefix `sori_` are in Swift.

#include <COpenALSoft.h>
#include <OpenAL/OpenAL.h>
#include <stddef.h>
#include <stdint.h>

/// The context of the calling thread, or otherwise the current one of the app; NULL for none.
void *sori_openal_context(void);

/// The current context of the calling app; NULL for none.
void *sori_openal_current_context(void);
char sori_openal_make_current(void *context);

void *sori_openal_open_device(const char *name);
char sori_openal_close_device(void *device);
void *sori_openal_create_context(void *device, const int *attributes);
void sori_openal_destroy_context(void *context);
void sori_openal_set_suspended(void *context, char is_suspended);
void *sori_openal_device_of(void *context);

/// What a handle of the calling app is.
enum { SORI_OPENAL_UNKNOWN = 0, SORI_OPENAL_OUTPUT = 1, SORI_OPENAL_CAPTURE = 2 };
int sori_openal_kind(void *device);
/// Takes an error of a device, or of calls without one.
int sori_openal_take_error(void *device);
void sori_openal_set_error(void *device, int error);
char sori_openal_is_connected(void *device);

/// Notes that sources have been started, or changed in another way.
void sori_openal_note_played(void *context, int count, const unsigned *sources);
void sori_openal_note_changed(void *context);
/// Forgets sources that are about to be deleted.
void sori_openal_forget_sources(void *context, int count, const unsigned *sources);

void *sori_openal_capture_open(const char *name, unsigned rate, int format, int frames);
char sori_openal_capture_close(void *device);
void sori_openal_capture_start(void *device);
void sori_openal_capture_stop(void *device);
void sori_openal_capture_take(void *device, void *buffer, int frames);
int sori_openal_capture_waiting(void *device);

/// Settings of rendering that are kept for the app.
enum {
    SORI_OPENAL_RATE = 0,
    SORI_OPENAL_QUALITY = 1,
    SORI_OPENAL_CHANNELS = 2,
    SORI_OPENAL_BUSSES = 3,
};
void sori_openal_set_setting(int setting, double value);
double sori_openal_setting(int setting);

int sori_openal_add_notification(
    void *context, unsigned source, unsigned id, void (*proc)(unsigned, unsigned, void *),
    void *data);
void sori_openal_remove_notification(
    void *context, unsigned source, unsigned id, void (*proc)(unsigned, unsigned, void *),
    void *data);

/// Properties of a source, or of the listener, which is source zero. `size` is the size of the
/// memory, then of the value.
int sori_openal_set_property(
    void *context, unsigned property, unsigned source, const void *data, unsigned size);
int sori_openal_property(
    void *context, unsigned property, unsigned source, void *data, unsigned *size);

/// The number of what has a name in one of the tables of this library.
void *sori_openal_function(const char *name);
int sori_openal_constant(const char *name);

/// A function that only the drop-in has; not there otherwise.
__attribute__((weak)) void *sori_openal_other_function(const char *name);

/// For the drop-in: its program knows nothing of sessions.
void sori_openal_activate_for_program(void);
/// For the drop-in: a device that the program renders, and a device that stands still.
void *sori_openal_open_loopback(void);
void sori_openal_set_paused(void *device, char is_paused);

/// Calls a function of OpenAL Soft in the current context; does nothing without one.
#define FORWARD(name, arguments)                                                       \
    const sori_openal_functions *functions = sori_openal_enter(sori_openal_context()); \
    if (functions != NULL) functions->name arguments;

/// The same for a function with a result, which is zero without a context.
#define ANSWER(name, arguments)                                                        \
    const sori_openal_functions *functions = sori_openal_enter(sori_openal_context()); \
    return functions != NULL ? functions->name arguments : 0;
