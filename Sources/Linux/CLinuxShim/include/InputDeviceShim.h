// The ioctls of input devices (evdev), which take structures and macros that Swift cannot import.
//
// Source: <linux/input.h>; kernel documentation, "Linux Input Subsystem userspace API".

#ifndef SORI_INPUT_DEVICE_SHIM_H
#define SORI_INPUT_DEVICE_SHIM_H

#include <stdint.h>

/// An event of an input device.
struct sori_input_event {
    /// The time of the event, in microseconds of the device's clock.
    int64_t microseconds;
    uint16_t type;
    uint16_t code;
    int32_t value;
};

/// The greatest number of events that one call reads.
enum { SORI_INPUT_EVENTS_MAX = 64 };

/// Reads events that are waiting, at most `count`. Returns their number; 0 when none is waiting; −1
/// when the device is gone.
long sori_input_read(int device, struct sori_input_event *events, long count);

/// Reads the event codes of a type that a device has (of type 0, the types), as a bit array of
/// `size` bytes. Returns 0, or −1 on failure.
int sori_input_codes(int device, unsigned type, void *bits, unsigned long size);

/// Reads the keys that are held down, as a bit array. Returns 0, or −1 on failure.
int sori_input_held_keys(int device, void *bits, unsigned long size);

/// Reads the positions of the switches, as a bit array. Returns 0, or −1 on failure.
int sori_input_switches(int device, void *bits, unsigned long size);

/// Reads the value of an absolute axis. Returns 0, or −1 on failure.
int sori_input_axis(int device, unsigned code, int32_t *value);

/// Reads the name of a device as a C string. Returns 0, or −1 on failure.
int sori_input_name(int device, char *name, unsigned long size);

/// Returns the bus of a device (`BUS_USB` and others), or −1 on failure.
int sori_input_bus(int device);

/// Lets the times of events be those of `CLOCK_MONOTONIC`. Returns 0, or −1 on failure.
int sori_input_use_monotonic_clock(int device);

/// Lets a device wake this process only for some codes of a type. Returns 0, or −1 on failure.
int sori_input_set_mask(int device, unsigned type, const void *bits, unsigned long size);

/// Takes a device from all other programs, or gives it back. Returns 0, or −1 on failure.
int sori_input_grab(int device, int grabs);

/// Uploads a rumble effect, or changes the one with the number `*effect`; −1 there makes a new one,
/// whose number is written back. The times are in milliseconds; each repetition waits for `delay`
/// and then lasts for `length`. Returns 0, or −1 on failure.
int sori_rumble_upload(
    int device, int16_t *effect, uint16_t magnitude, uint16_t length, uint16_t delay);

/// Plays an effect a number of times, or stops it with 0. Returns 0, or −1 on failure.
int sori_rumble_play(int device, int16_t effect, int32_t repetitions);

/// Removes an effect. Returns 0, or −1 on failure.
int sori_rumble_remove(int device, int16_t effect);

#endif
