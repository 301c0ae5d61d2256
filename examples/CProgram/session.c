// Sets a session up the way programs for the first iPhones did, and prints what it is told.

#include <AudioToolbox/AudioToolbox.h>

#include <stdio.h>

static void interrupted(void *clientData, UInt32 state)
{
    (void)clientData;
    printf(state == kAudioSessionBeginInterruption ? "interrupted\n" : "interruption over\n");
}

static void printType(const char *what, CFDictionaryRef route, CFStringRef key)
{
    CFArrayRef ports = CFDictionaryGetValue(route, key);
    for (CFIndex index = 0; index < CFArrayGetCount(ports); index++) {
        CFDictionaryRef port = CFArrayGetValueAtIndex(ports, index);
        CFStringRef type = CFDictionaryGetValue(port, kAudioSession_AudioRouteKey_Type);
        char text[64] = "";
        CFStringGetCString(type, text, sizeof text, kCFStringEncodingUTF8);
        printf("%s: %s\n", what, text);
    }
}

static void propertyChanged(
    void *clientData, AudioSessionPropertyID property, UInt32 size, const void *value)
{
    int *changeCount = clientData;
    if (property == kAudioSessionProperty_AudioRouteChange) {
        CFDictionaryRef change = value;
        CFNumberRef number =
            CFDictionaryGetValue(change, CFSTR(kAudioSession_AudioRouteChangeKey_Reason));
        SInt32 reason = -1;
        CFNumberGetValue(number, kCFNumberSInt32Type, &reason);
        CFStringRef old =
            CFDictionaryGetValue(change, CFSTR(kAudioSession_AudioRouteChangeKey_OldRoute));
        char text[64] = "";
        CFStringGetCString(old, text, sizeof text, kCFStringEncodingUTF8);
        printf("route changed (%d) from %s\n", (int)reason, text);
        CFDictionaryRef now = CFDictionaryGetValue(
            change, kAudioSession_AudioRouteChangeKey_CurrentRouteDescription);
        printType("output", now, kAudioSession_AudioRouteKey_Outputs);
        printType("input", now, kAudioSession_AudioRouteKey_Inputs);
    } else if (property == kAudioSessionProperty_CurrentHardwareInputNumberChannels) {
        printf("input channels: %u, in %u bytes\n", *(const UInt32 *)value, size);
    }
    *changeCount += 1;
    if (*changeCount == 2) CFRunLoopStop(CFRunLoopGetCurrent());
}

static OSStatus setNumber(AudioSessionPropertyID property, UInt32 value)
{
    return AudioSessionSetProperty(property, sizeof value, &value);
}

int main(void)
{
    printf("too early: %d\n", AudioSessionSetActive(true) == kAudioSessionNotInitialized);
    OSStatus status = AudioSessionInitialize(NULL, NULL, interrupted, NULL);
    printf("initialised: %d, again: %d\n", (int)status,
           AudioSessionInitialize(NULL, NULL, interrupted, NULL)
               == kAudioSessionAlreadyInitialized);
    setNumber(kAudioSessionProperty_AudioCategory, kAudioSessionCategory_MediaPlayback);
    printf("active: %d\n", (int)AudioSessionSetActive(true));

    int changeCount = 0;
    AudioSessionAddPropertyListener(
        kAudioSessionProperty_AudioRouteChange, propertyChanged, &changeCount);
    AudioSessionAddPropertyListener(
        kAudioSessionProperty_CurrentHardwareInputNumberChannels, propertyChanged, &changeCount);
    setNumber(kAudioSessionProperty_AudioCategory, kAudioSessionCategory_PlayAndRecord);
    CFRunLoopRunInMode(kCFRunLoopDefaultMode, 20, false);

    UInt32 overrides = kAudioSessionOverrideAudioRoute_Speaker;
    AudioSessionSetProperty(
        kAudioSessionProperty_OverrideAudioRoute, sizeof overrides, &overrides);
    CFStringRef route = NULL;
    UInt32 size = sizeof route;
    status = AudioSessionGetProperty(kAudioSessionProperty_AudioRoute, &size, &route);
    char text[64] = "";
    if (status == noErr) CFStringGetCString(route, text, sizeof text, kCFStringEncodingUTF8);
    if (route) CFRelease(route);
    printf("route: %s\n", text);
    size = 8;
    UInt32 category[2];
    status = AudioSessionGetProperty(kAudioSessionProperty_AudioCategory, &size, category);
    printf("wrong size: %d\n", status == kAudioSessionBadPropertySizeError);
    AudioSessionRemovePropertyListenerWithUserData(
        kAudioSessionProperty_AudioRouteChange, propertyChanged, &changeCount);
    printf("ended: %d\n", (int)AudioSessionSetActiveWithFlags(
        false, kAudioSessionSetActiveFlag_NotifyOthersOnDeactivation));
    return changeCount == 2 ? 0 : 1;
}
