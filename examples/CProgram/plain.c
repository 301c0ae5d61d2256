// Calls that need no object of Core Foundation.

#include <AudioToolbox/AudioServices.h>
#include <AudioToolbox/AudioSession.h>
#include <AudioToolbox/ExtendedAudioFile.h>

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
    SInt64 frame = 0;
    OSStatus noFile = ExtAudioFileTell(NULL, &frame);
    if (AudioSessionSetActive(true) != kAudioSessionNotInitialized) return 1;
    return status == kAudioServicesSystemSoundUnspecifiedError && noFile == -50 ? 0 : 1;
}
