#pragma once

// The lock of four bytes that a sound's render thread may try.

#include <os/os_unfair_lock.h>
