#include "Routing.h"

// Devices, contexts and capture. What they are is known in Swift.

static const sori_openal_functions *functions_of(ALCdevice *device) {
    return sori_openal_kind(device) == SORI_OPENAL_OUTPUT ? sori_openal_load() : NULL;
}

ALCdevice *alcOpenDevice(const ALCchar *devicename) { return sori_openal_open_device(devicename); }

ALCboolean alcCloseDevice(ALCdevice *device) { return sori_openal_close_device(device); }

ALCcontext *alcCreateContext(ALCdevice *device, const ALCint *attrlist) {
    return sori_openal_create_context(device, attrlist);
}

void alcDestroyContext(ALCcontext *context) { sori_openal_destroy_context(context); }

ALCboolean alcMakeContextCurrent(ALCcontext *context) { return sori_openal_make_current(context); }

ALCcontext *alcGetCurrentContext(void) { return sori_openal_context(); }

ALCdevice *alcGetContextsDevice(ALCcontext *context) { return sori_openal_device_of(context); }

void alcSuspendContext(ALCcontext *context) { sori_openal_set_suspended(context, 1); }

void alcProcessContext(ALCcontext *context) { sori_openal_set_suspended(context, 0); }

// MARK: Capture

ALCdevice *alcCaptureOpenDevice(
    const ALCchar *devicename, ALCuint frequency, ALCenum format, ALCsizei buffersize) {
    return sori_openal_capture_open(devicename, frequency, format, buffersize);
}

ALCboolean alcCaptureCloseDevice(ALCdevice *device) { return sori_openal_capture_close(device); }

void alcCaptureStart(ALCdevice *device) { sori_openal_capture_start(device); }

void alcCaptureStop(ALCdevice *device) { sori_openal_capture_stop(device); }

void alcCaptureSamples(ALCdevice *device, ALCvoid *buffer, ALCsizei samples) {
    sori_openal_capture_take(device, buffer, samples);
}

// MARK: Questions

ALCenum alcGetError(ALCdevice *device) {
    const sori_openal_functions *functions = functions_of(device);
    const int error = sori_openal_take_error(device);
    if (error != ALC_NO_ERROR || functions == NULL) return error;
    return functions->alcGetError(device);
}

/// Writes one number, for which there must be room.
static void write_number(ALCdevice *device, ALCsizei size, ALCint *data, ALCint number) {
    if (size < 1 || data == NULL) {
        sori_openal_set_error(device, ALC_INVALID_VALUE);
    } else {
        data[0] = number;
    }
}

void alcGetIntegerv(ALCdevice *device, ALCenum param, ALCsizei size, ALCint *values) {
    enum { ALC_CONNECTED = 0x313 };
    const int kind = device == NULL ? SORI_OPENAL_UNKNOWN : sori_openal_kind(device);
    const sori_openal_functions *functions = functions_of(device);
    if (device != NULL && kind == SORI_OPENAL_UNKNOWN) {
        sori_openal_set_error(device, ALC_INVALID_DEVICE);
    } else if (param == ALC_MAJOR_VERSION || param == ALC_MINOR_VERSION) {
        write_number(device, size, values, 1);
    } else if (param == ALC_CONNECTED && device != NULL) {
        write_number(device, size, values, sori_openal_is_connected(device));
    } else if (param == ALC_CAPTURE_SAMPLES && kind == SORI_OPENAL_CAPTURE) {
        write_number(device, size, values, sori_openal_capture_waiting(device));
    } else if (functions != NULL) {
        functions->alcGetIntegerv(device, param, size, values);
    } else {
        sori_openal_set_error(device, device == NULL ? ALC_INVALID_DEVICE : ALC_INVALID_ENUM);
    }
}
