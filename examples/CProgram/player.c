// Plays a file through an audio queue with three buffers of half a second.
//
// usage: player FILE [SECONDS]
//
// Play spins the run loop, as such programs do that have no other loop; a timer on that loop presses
// Stop after SECONDS.

#include <AudioToolbox/AudioToolbox.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { bufferCount = 3, bytesMax = 0x50000, bytesMin = 0x4000 };

struct player {
    AudioFileID file;
    AudioQueueRef queue;
    AudioStreamPacketDescription *descriptions;
    UInt32 bufferBytes;
    UInt32 packetsPerRead;
    SInt64 packetIndex;
    // Whether the file may have more, whether Stop was pressed, whether the queue runs.
    int isPlaying, isStopped, isRunning;
    int returnedCount;
};

static void check(const char *call, OSStatus status)
{
    if (status == noErr) return;
    fprintf(stderr, "%s failed with %d\n", call, (int)status);
    exit(1);
}

static void fillBuffer(void *userData, AudioQueueRef queue, AudioQueueBufferRef buffer)
{
    struct player *player = userData;
    if (player->isStopped) {
        // Given back by Stop: there is no line to put it in.
        player->returnedCount += 1;
        return;
    }
    UInt32 byteCount = player->bufferBytes;
    UInt32 packetCount = player->packetsPerRead;
    OSStatus status = AudioFileReadPacketData(
        player->file, false, &byteCount, player->descriptions, player->packetIndex, &packetCount,
        buffer->mAudioData);
    printf("read %u packets, %u bytes, from %lld: %d\n", (unsigned)packetCount,
           (unsigned)byteCount, (long long)player->packetIndex, (int)status);
    if (status != noErr || packetCount == 0) {
        AudioQueueStop(queue, false);
        player->isPlaying = 0;
        return;
    }
    buffer->mAudioDataByteSize = byteCount;
    check("AudioQueueEnqueueBuffer",
          AudioQueueEnqueueBuffer(
              queue, buffer, player->descriptions ? packetCount : 0, player->descriptions));
    player->packetIndex += packetCount;
}

static void runningChanged(void *userData, AudioQueueRef queue, AudioQueuePropertyID property)
{
    struct player *player = userData;
    UInt32 isRunning = 0;
    UInt32 size = sizeof isRunning;
    AudioQueueGetProperty(queue, property, &isRunning, &size);
    player->isRunning = isRunning != 0;
    puts(isRunning ? "running" : "stopped");
}

static void deriveBufferSize(
    struct player *player, const AudioStreamBasicDescription *format, UInt32 largestPacket,
    double seconds)
{
    if (largestPacket == 0) largestPacket = 1;
    UInt32 most = largestPacket > bytesMax ? largestPacket : bytesMax;
    UInt32 bytes = most;
    if (format->mFramesPerPacket != 0) {
        double wanted =
            format->mSampleRate / format->mFramesPerPacket * seconds * largestPacket;
        if (wanted < bytesMin) wanted = bytesMin;
        if (wanted < most) bytes = (UInt32)wanted;
        if (bytes < largestPacket) bytes = largestPacket;
    }
    player->bufferBytes = bytes;
    player->packetsPerRead = bytes / largestPacket;
}

static void copyCookie(struct player *player)
{
    UInt32 size = 0;
    if (AudioFileGetPropertyInfo(
            player->file, kAudioFilePropertyMagicCookieData, &size, NULL) != noErr || size == 0) {
        return;
    }
    void *cookie = malloc(size);
    if (cookie && AudioFileGetProperty(
            player->file, kAudioFilePropertyMagicCookieData, &size, cookie) == noErr) {
        AudioQueueSetProperty(player->queue, kAudioQueueProperty_MagicCookie, cookie, size);
    }
    free(cookie);
}

static void openFile(struct player *player, const char *path)
{
    CFURLRef url = CFURLCreateFromFileSystemRepresentation(
        NULL, (const UInt8 *)path, (CFIndex)strlen(path), false);
    if (url == NULL) check("CFURLCreateFromFileSystemRepresentation", kAudio_ParamError);
    OSStatus status =
        AudioFileOpenURL(url, (AudioFilePermissions)kAudioFileReadPermission, 0, &player->file);
    // The file does not need it any more.
    CFRelease(url);
    check("AudioFileOpenURL", status);
}

static void prepare(struct player *player)
{
    AudioStreamBasicDescription format;
    UInt32 size = sizeof format;
    check("AudioFileGetProperty",
          AudioFileGetProperty(player->file, kAudioFilePropertyDataFormat, &size, &format));
    check("AudioQueueNewOutput",
          AudioQueueNewOutput(
              &format, fillBuffer, player, CFRunLoopGetCurrent(), kCFRunLoopCommonModes, 0,
              &player->queue));
    AudioQueueAddPropertyListener(
        player->queue, kAudioQueueProperty_IsRunning, runningChanged, player);

    UInt64 packetCount = 0;
    size = sizeof packetCount;
    AudioFileGetProperty(
        player->file, kAudioFilePropertyAudioDataPacketCount, &size, &packetCount);
    UInt32 largestPacket = 0;
    size = sizeof largestPacket;
    check("AudioFileGetProperty",
          AudioFileGetProperty(
              player->file, kAudioFilePropertyPacketSizeUpperBound, &size, &largestPacket));
    deriveBufferSize(player, &format, largestPacket, 0.5);
    printf("packets %llu, maximum packet %u\n", (unsigned long long)packetCount,
           (unsigned)largestPacket);
    printf("buffer %u bytes, %u packets a read\n", (unsigned)player->bufferBytes,
           (unsigned)player->packetsPerRead);
    if (format.mBytesPerPacket == 0 || format.mFramesPerPacket == 0) {
        player->descriptions = calloc(player->packetsPerRead, sizeof *player->descriptions);
        if (player->descriptions == NULL) check("calloc", kAudio_MemFullError);
    }
    copyCookie(player);
    for (int index = 0; index < bufferCount; index++) {
        AudioQueueBufferRef buffer;
        check("AudioQueueAllocateBuffer",
              AudioQueueAllocateBuffer(player->queue, player->bufferBytes, &buffer));
        fillBuffer(player, player->queue, buffer);
    }
    AudioQueueSetParameter(player->queue, kAudioQueueParam_Volume, 1);
}

static void pressStop(CFRunLoopTimerRef timer, void *userData)
{
    struct player *player = userData;
    (void)timer;
    puts("stop is pressed");
    player->isStopped = 1;
    player->isPlaying = 0;
    check("AudioQueueStop", AudioQueueStop(player->queue, true));
    printf("%d buffers came back\n", player->returnedCount);
}

static void play(struct player *player)
{
    player->isPlaying = 1;
    check("AudioQueueStart", AudioQueueStart(player->queue, NULL));
    puts("playing");
    do {
        CFRunLoopRunInMode(kCFRunLoopDefaultMode, 0.25, false);
    } while (player->isPlaying || player->isRunning);
}

int main(int argc, char **argv)
{
    if (argc < 2 || argc > 3) {
        fprintf(stderr, "usage: %s FILE [SECONDS]\n", argv[0]);
        return 2;
    }
    struct player player = {0};
    openFile(&player, argv[1]);
    prepare(&player);
    if (argc == 3) {
        CFRunLoopTimerContext context = {0, &player, NULL, NULL, NULL};
        CFRunLoopTimerRef timer = CFRunLoopTimerCreate(
            NULL, CFAbsoluteTimeGetCurrent() + atof(argv[2]), 0, 0, 0, pressStop, &context);
        CFRunLoopAddTimer(CFRunLoopGetCurrent(), timer, kCFRunLoopCommonModes);
        CFRelease(timer);
    }
    play(&player);
    check("AudioQueueDispose", AudioQueueDispose(player.queue, true));
    check("AudioFileClose", AudioFileClose(player.file));
    free(player.descriptions);
    puts("closed");
    return 0;
}
