// The drop-in for programs that are linked against libopenal.so.1: with the sources of libsori-openal, and
// in its place, it makes a library of that name. Such a program is an app of its phone or its machine,
// under one audio session; nothing in the system is replaced.
//
// What OpenAL Soft has beyond OpenAL 1.1, effects and extensions, it does itself.

#include <string.h>

#include "../Extensions.h"
#include "OtherFunctions.h"

// A function that jumps to OpenAL Soft's, with all arguments as they are.
#if defined(__x86_64__)
#define JUMP(name)                                    \
    __asm__(".text\n.globl " #name "\n.type " #name ", @function\n" #name ":\n" \
            "jmp *sori_openal_address_" #name "(%rip)\n.size " #name ", .-" #name "\n");
#elif defined(__aarch64__)
#define JUMP(name)                                    \
    __asm__(".text\n.globl " #name "\n.type " #name ", %function\n" #name ":\n" \
            "adrp x16, sori_openal_address_" #name "\n"                           \
            "ldr x16, [x16, #:lo12:sori_openal_address_" #name "]\nbr x16\n.size " #name ", .-" #name \
            "\n");
#else
#error "a jump with all arguments is missing for this processor"
#endif

/// What a function does that OpenAL Soft does not have: nothing.
static long do_nothing(void) { return 0; }

#define ADDRESS(name)                                                                     \
    __attribute__((visibility("hidden"), used)) void *sori_openal_address_##name;         \
    extern void name(void);                                                               \
    JUMP(name)
SORI_OTHER_FUNCTIONS(ADDRESS)

#define ROW(name) {#name, &sori_openal_address_##name, name},

static const struct {
    const char *name;
    void **address;
    void (*jump)(void);
} jumps[] = {SORI_OTHER_FUNCTIONS(ROW)};

__attribute__((constructor)) static void find_functions(void) {
    sori_openal_activate_for_program();
    sori_openal_load();
    for (size_t index = 0; index < sizeof jumps / sizeof *jumps; index++) {
        void *found = sori_openal_find(jumps[index].name);
        long (*const nothing)(void) = do_nothing;
        if (found != NULL) {
            *jumps[index].address = found;
        } else {
            memcpy(jumps[index].address, &nothing, sizeof nothing);
        }
    }
}

// MARK: Devices that OpenAL Soft refuses to change, because they are loopback devices

void alcDevicePauseSOFT(ALCdevice *device) { sori_openal_set_paused(device, 1); }

void alcDeviceResumeSOFT(ALCdevice *device) { sori_openal_set_paused(device, 0); }

/// The rate of a device stays as it is, and the app has one output.
ALCboolean alcResetDeviceSOFT(ALCdevice *device, const ALCint *attributes) {
    (void)attributes;
    return sori_openal_kind(device) == SORI_OPENAL_OUTPUT;
}

ALCboolean alcReopenDeviceSOFT(
    ALCdevice *device, const ALCchar *name, const ALCint *attributes) {
    (void)name;
    return alcResetDeviceSOFT(device, attributes);
}

/// A device that the program renders by itself.
ALCdevice *alcLoopbackOpenDeviceSOFT(const ALCchar *name) {
    (void)name;
    return sori_openal_open_loopback();
}

/// Looked up by `alcGetProcAddress`, where a library has it.
__attribute__((visibility("hidden"))) void *sori_openal_other_function(const char *name) {
    static const struct {
        const char *name;
        void (*function)(void);
    } own[] = {
        {"alcDevicePauseSOFT", (void (*)(void))alcDevicePauseSOFT},
        {"alcDeviceResumeSOFT", (void (*)(void))alcDeviceResumeSOFT},
        {"alcResetDeviceSOFT", (void (*)(void))alcResetDeviceSOFT},
        {"alcReopenDeviceSOFT", (void (*)(void))alcReopenDeviceSOFT},
        {"alcLoopbackOpenDeviceSOFT", (void (*)(void))alcLoopbackOpenDeviceSOFT},
    };
    void *address = NULL;
    for (size_t index = 0; index < sizeof own / sizeof *own; index++) {
        if (strcmp(own[index].name, name) != 0) continue;
        memcpy(&address, &own[index].function, sizeof address);
        return address;
    }
    return sori_openal_find(name);
}
