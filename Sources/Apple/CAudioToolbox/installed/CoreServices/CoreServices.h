#pragma once

// The part of Core Services that sources of audio use: Core Foundation, fixed-point numbers, byte
// orders and errors.

#include <CarbonCore/Endian.h>
#include <CarbonCore/FixMath.h>
#include <CarbonCore/MacErrors.h>
#include <CoreFoundation/CoreFoundation.h>
