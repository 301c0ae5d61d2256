#define _GNU_SOURCE
#include "InputDeviceShim.h"

#include <errno.h>
#include <linux/input.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

long sori_input_read(int device, struct sori_input_event *events, long count) {
    struct input_event buffer[SORI_INPUT_EVENTS_MAX];
    if (count > SORI_INPUT_EVENTS_MAX) count = SORI_INPUT_EVENTS_MAX;
    if (count <= 0) return 0;
    ssize_t bytes;
    do {
        bytes = read(device, buffer, (size_t)count * sizeof buffer[0]);
    } while (bytes < 0 && errno == EINTR);
    if (bytes < 0) return errno == EAGAIN || errno == EWOULDBLOCK ? 0 : -1;
    if (bytes == 0) return -1;
    long events_read = (long)((size_t)bytes / sizeof buffer[0]);
    for (long i = 0; i < events_read; i++) {
        // A hostile time wraps around instead of overflowing.
        uint64_t seconds = (uint64_t)buffer[i].input_event_sec;
        events[i].microseconds =
            (int64_t)(seconds * 1000000u + (uint64_t)buffer[i].input_event_usec);
        events[i].type = buffer[i].type;
        events[i].code = buffer[i].code;
        events[i].value = buffer[i].value;
    }
    return events_read;
}

static int result(int value) { return value < 0 ? -1 : 0; }

int sori_input_codes(int device, unsigned type, void *bits, unsigned long size) {
    return result(ioctl(device, EVIOCGBIT(type, size), bits));
}

int sori_input_held_keys(int device, void *bits, unsigned long size) {
    return result(ioctl(device, EVIOCGKEY(size), bits));
}

int sori_input_switches(int device, void *bits, unsigned long size) {
    return result(ioctl(device, EVIOCGSW(size), bits));
}

int sori_input_axis(int device, unsigned code, int32_t *value) {
    struct input_absinfo info;
    memset(&info, 0, sizeof info);
    if (ioctl(device, EVIOCGABS(code), &info) < 0) return -1;
    *value = info.value;
    return 0;
}

int sori_input_name(int device, char *name, unsigned long size) {
    if (size == 0) return -1;
    name[0] = 0;
    int status = ioctl(device, EVIOCGNAME(size), name);
    name[size - 1] = 0;
    return result(status);
}

int sori_input_bus(int device) {
    struct input_id id;
    memset(&id, 0, sizeof id);
    return ioctl(device, EVIOCGID, &id) < 0 ? -1 : id.bustype;
}

int sori_input_use_monotonic_clock(int device) {
    int clock = 1;  // CLOCK_MONOTONIC, as the kernel counts.
    return result(ioctl(device, EVIOCSCLOCKID, &clock));
}

int sori_input_set_mask(int device, unsigned type, const void *bits, unsigned long size) {
    struct input_mask mask;
    memset(&mask, 0, sizeof mask);
    mask.type = type;
    mask.codes_size = (uint32_t)size;
    mask.codes_ptr = (uint64_t)(uintptr_t)bits;
    return result(ioctl(device, EVIOCSMASK, &mask));
}

int sori_input_grab(int device, int grabs) {
    return result(ioctl(device, EVIOCGRAB, (void *)(uintptr_t)(grabs ? 1 : 0)));
}

int sori_rumble_upload(
    int device, int16_t *effect, uint16_t magnitude, uint16_t length, uint16_t delay) {
    struct ff_effect rumble;
    memset(&rumble, 0, sizeof rumble);
    rumble.type = FF_RUMBLE;
    rumble.id = *effect;
    rumble.u.rumble.strong_magnitude = magnitude;
    rumble.u.rumble.weak_magnitude = magnitude;
    rumble.replay.length = length;
    rumble.replay.delay = delay;
    if (ioctl(device, EVIOCSFF, &rumble) < 0) return -1;
    *effect = rumble.id;
    return 0;
}

int sori_rumble_play(int device, int16_t effect, int32_t repetitions) {
    struct input_event event;
    memset(&event, 0, sizeof event);
    event.type = EV_FF;
    event.code = (uint16_t)effect;
    event.value = repetitions;
    return write(device, &event, sizeof event) == (ssize_t)sizeof event ? 0 : -1;
}

int sori_rumble_remove(int device, int16_t effect) {
    return result(ioctl(device, EVIOCRMFF, (void *)(intptr_t)effect));
}
