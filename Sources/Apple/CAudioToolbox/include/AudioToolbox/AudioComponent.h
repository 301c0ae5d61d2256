#pragma once

// The names of audio components: effects, instruments, mixers and other audio units.

#include <CoreAudioTypes/CoreAudioTypes.h>

SORI_BEGIN_DECLARATIONS

/// Properties of a component.
SORI_OPTIONS(uint32_t, AudioComponentFlags) {
    kAudioComponentFlag_Unsearchable = 1U << 0,
    kAudioComponentFlag_SandboxSafe = 1U << 1,
    kAudioComponentFlag_IsV3AudioUnit = 1U << 2,
    kAudioComponentFlag_RequiresAsyncInstantiation = 1U << 3,
    kAudioComponentFlag_CanLoadInProcess = 1U << 4,
};

/// Where a component's code is to run. There is one place here, the app's process.
SORI_OPTIONS(uint32_t, AudioComponentInstantiationOptions) {
    kAudioComponentInstantiation_LoadOutOfProcess = 1U << 0,
    kAudioComponentInstantiation_LoadInProcess = 1U << 1,
};

/// The name of a component: three four-character codes.
struct AudioComponentDescription {
    /// What the component does, as in `kAudioUnitType_Effect`.
    uint32_t componentType;
    /// Which component of its type it is.
    uint32_t componentSubType;
    /// The manufacturer.
    uint32_t componentManufacturer;
    /// Zero, or flags to look for.
    uint32_t componentFlags;
    /// The flags that count; zero for none.
    uint32_t componentFlagsMask;
};
typedef struct AudioComponentDescription AudioComponentDescription;

SORI_END_DECLARATIONS
