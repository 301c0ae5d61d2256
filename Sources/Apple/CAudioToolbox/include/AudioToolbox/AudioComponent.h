#pragma once

// Audio components: effects, instruments, mixers and other audio units. How they are found, made
// and registered.
//
// Any thread. A missing pointer or a handle that nobody gave out gives -50 and never crashes.

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
    kAudioComponentInstantiation_LoadedRemotely = 1U << 31,
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

/// A handle of a component, which is valid as long as the app runs.
typedef struct OpaqueAudioComponent *AudioComponent;
/// A handle of an instance of a component, such as an audio unit.
typedef struct ComponentInstanceRecord *AudioComponentInstance;

/// A method of a component; its selector says what follows the instance.
typedef OSStatus (*AudioComponentMethod)(void *self, ...);

/// What a component's factory makes: the methods of an instance. Fields of the component's own may
/// follow.
struct AudioComponentPlugInInterface {
#if defined(__swift__)
    // The Swift module adds the three by their names.
    void *Open __attribute__((swift_private));
    void *Close __attribute__((swift_private));
    void *Lookup __attribute__((swift_private));
#else
    /// Opens an instance: called once, before anything else.
    OSStatus (*Open)(void *self, AudioComponentInstance mInstance);
    /// Closes an instance and frees it: called last.
    OSStatus (*Close)(void *self);
    /// Finds a method by its selector; NULL for one that is missing.
    AudioComponentMethod (*Lookup)(SInt16 selector);
#endif
    /// NULL.
    void *reserved;
};
typedef struct AudioComponentPlugInInterface AudioComponentPlugInInterface;

// MARK: Finding components

/// The next component behind one, or the first for NULL, that fits a description; NULL at the end.
/// A type, sub-type or manufacturer of zero fits all.
AudioComponent AudioComponentFindNext(
    AudioComponent inComponent, const AudioComponentDescription *inDesc);

/// The number of components that fit a description.
uint32_t AudioComponentCount(const AudioComponentDescription *inDesc);

/// Gets a component's description.
OSStatus AudioComponentGetDescription(
    AudioComponent inComponent, AudioComponentDescription *outDesc);

/// Gets a component's version: 0x00010203 for 1.2.3.
OSStatus AudioComponentGetVersion(AudioComponent inComponent, uint32_t *outVersion);

/// When the other app of a component was active last: always 0, because apps do not share any here.
double AudioComponentGetLastActiveTime(AudioComponent comp);

// MARK: Instances

/// Makes an instance.
OSStatus AudioComponentInstanceNew(
    AudioComponent inComponent, AudioComponentInstance *outInstance);

/// Disposes of an instance. An audio unit stops and loses its listeners.
OSStatus AudioComponentInstanceDispose(AudioComponentInstance inInstance);

/// The component of an instance; NULL for none.
AudioComponent AudioComponentInstanceGetComponent(AudioComponentInstance inInstance);

/// Whether an instance has the method of a selector.
SORI_BOOLEAN AudioComponentInstanceCanDo(AudioComponentInstance inInstance, int16_t inSelectorID);

// Swift sees the following functions from the module AudioToolbox, with Foundation's types and
// callbacks that may run on any thread.
#ifndef __swift__

/// Makes the methods of a new instance of a registered component; NULL if that failed.
typedef AudioComponentPlugInInterface *(*AudioComponentFactoryFunction)(
    const AudioComponentDescription *inDesc);

/// Gets a component's name, "manufacturer: name", which the caller releases.
OSStatus AudioComponentCopyName(AudioComponent inComponent, CFStringRef *outName);

/// Registers a component of the app's own, for this process. NULL if the description is taken.
AudioComponent AudioComponentRegister(
    const AudioComponentDescription *inDesc, CFStringRef inName, UInt32 inVersion,
    AudioComponentFactoryFunction inFactory);

#endif

SORI_END_DECLARATIONS
