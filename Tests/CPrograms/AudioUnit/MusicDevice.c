// Notes of instruments, by the name of the older header.

#include <AudioUnit/MusicDevice.h>

#define HAS_HEADER
#include "../AudioToolbox/MusicDevice.c"
