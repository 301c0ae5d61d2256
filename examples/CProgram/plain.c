// What a program can do without Core Foundation's headers and blocks, which gcc does not take.

#include <AudioToolbox/AudioServices.h>

#include <stdio.h>

int main(void)
{
    SystemSoundID nothing = 4711;
    UInt32 isUISound = 0;
    UInt32 size = sizeof isUISound;
    OSStatus status = AudioServicesGetProperty(
        kAudioServicesPropertyIsUISound, sizeof nothing, &nothing, &size, &isUISound);
    printf("a property of no sound: %d\n", (int)status);
    AudioServicesPlaySystemSound(nothing);
    return status == kAudioServicesSystemSoundUnspecifiedError ? 0 : 1;
}
