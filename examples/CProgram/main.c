// Plays a sound once, the way iPhone programs have always done it.
//
// usage: main FILE

#include <AudioToolbox/AudioToolbox.h>

#include <stdio.h>
#include <string.h>

static void soundEnded(SystemSoundID sound, void *clientData)
{
    int *endedCount = clientData;
    *endedCount += 1;
    printf("sound %u has ended\n", sound);

    // First the completion, then the sound.
    AudioServicesRemoveSystemSoundCompletion(sound);
    AudioServicesDisposeSystemSoundID(sound);
    CFRunLoopStop(CFRunLoopGetCurrent());
}

int main(int argc, char **argv)
{
    if (argc != 2) {
        fprintf(stderr, "usage: %s FILE\n", argv[0]);
        return 2;
    }
    CFURLRef url = CFURLCreateFromFileSystemRepresentation(
        NULL, (const UInt8 *)argv[1], (CFIndex)strlen(argv[1]), false);
    if (url == NULL) {
        fprintf(stderr, "%s: not a path\n", argv[1]);
        return 3;
    }
    SystemSoundID sound;
    OSStatus status = AudioServicesCreateSystemSoundID(url, &sound);
    CFRelease(url);
    if (status != kAudioServicesNoError) {
        fprintf(stderr, "%s: no system sound (%d)\n", argv[1], (int)status);
        return 3;
    }
    printf("sound %u is ready\n", sound);

    int endedCount = 0;
    AudioServicesAddSystemSoundCompletion(sound, NULL, NULL, soundEnded, &endedCount);
    AudioServicesPlaySystemSound(sound);
    // A sound lasts 30 seconds at most.
    CFRunLoopRunInMode(kCFRunLoopDefaultMode, 40, false);

    status = AudioServicesDisposeSystemSoundID(sound);
    printf("ended %d time(s); disposed of again: %d\n", endedCount, (int)status);
    return endedCount == 1 ? 0 : 1;
}
