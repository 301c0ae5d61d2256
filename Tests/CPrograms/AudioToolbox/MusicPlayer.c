// A sequence of every type of event: written, loaded, read with an iterator, edited.

#include <AudioToolbox/MusicPlayer.h>

#include "../check.h"

static void userEvent(
    void *data, MusicSequence sequence, MusicTrack track, MusicTimeStamp time,
    const MusicEventUserData *event, MusicTimeStamp start, MusicTimeStamp end)
{
    (void)data;
    (void)sequence;
    (void)track;
    (void)time;
    (void)event;
    (void)start;
    (void)end;
}

static void addNote(MusicTrack track, MusicTimeStamp time, UInt8 key)
{
    MIDINoteMessage note;
    memset(&note, 0, sizeof note);
    note.note = key;
    note.velocity = 100;
    note.duration = 0.5f;
    CHECK(MusicTrackNewMIDINoteEvent(track, time, &note) == noErr);
}

static int hasCurrent(MusicEventIterator iterator)
{
    Boolean has = 0;
    CHECK(MusicEventIteratorHasCurrentEvent(iterator, &has) == noErr);
    return has;
}

// Notes at the beats 0, 1 and 2 in both sequences.
static void fill(MusicSequence sequence, MusicTrack *track)
{
    MusicTrack tempo = NULL;
    MusicTimeStamp beat;
    CHECK(MusicSequenceNewTrack(sequence, track) == noErr);
    CHECK(MusicSequenceGetTempoTrack(sequence, &tempo) == noErr);
    CHECK(MusicTrackNewExtendedTempoEvent(tempo, 0, 120) == noErr);
    CHECK(MusicTrackNewExtendedTempoEvent(tempo, 1, 60) == noErr);
    CHECK(MusicTrackNewExtendedTempoEvent(*track, 0, 60) == kAudioToolboxErr_InvalidEventType);
    for (beat = 0; beat < 3; beat += 1) addNote(*track, beat, (UInt8)(60 + beat));
}

static void checkFile(MusicSequence sequence)
{
    MusicSequence loaded = NULL;
    CFDataRef data = NULL;
    MusicSequenceLoadFlags flags = kMusicSequenceLoadSMF_PreserveTracks;
    UInt32 count = 0;
    Float64 seconds = 0;
    CHECK(
        MusicSequenceFileCreateData(
            sequence, kMusicSequenceFile_MIDIType, kMusicSequenceFileFlags_EraseFile, 480, &data)
        == noErr);
    CHECK(NewMusicSequence(&loaded) == noErr);
    CHECK(MusicSequenceFileLoadData(loaded, data, kMusicSequenceFile_AnyType, flags) == noErr);
    CHECK(MusicSequenceGetTrackCount(loaded, &count) == noErr && count == 1);
    CHECK(MusicSequenceGetSecondsForBeats(loaded, 2, &seconds) == noErr && seconds == 1.5);
    CFRelease(data);
    CHECK(DisposeMusicSequence(loaded) == noErr && DisposeMusicSequence(loaded) == -50);
}

static void checkIterator(MusicTrack track)
{
    MusicEventIterator iterator = NULL;
    MusicTimeStamp time = -1;
    MusicEventType type = kMusicEventType_NULL;
    const void *data = NULL;
    UInt32 size = 0;
    CHECK(NewMusicEventIterator(track, &iterator) == noErr);
    CHECK(MusicEventIteratorSeek(iterator, 1) == noErr);
    CHECK(MusicEventIteratorDeleteEvent(iterator) == noErr);
    CHECK(MusicEventIteratorGetEventInfo(iterator, &time, &type, &data, &size) == noErr);
    CHECK(time == 2 && type == kMusicEventType_MIDINoteMessage && size == sizeof(MIDINoteMessage));
    CHECK(((const MIDINoteMessage *)data)->note == 62 && hasCurrent(iterator));
    CHECK(MusicEventIteratorNextEvent(iterator) == noErr && !hasCurrent(iterator));
    CHECK(
        MusicEventIteratorGetEventInfo(iterator, &time, &type, &data, &size)
        == kAudioToolboxErr_EndOfTrack);
    CHECK(DisposeMusicEventIterator(iterator) == noErr);
}

int main(void)
{
    MusicSequence sequence = NULL;
    MusicTrack track = NULL;
    MusicPlayer player = NULL;
    UInt64 time = 0;
    Boolean isPlaying = 1;

    CHECK(NewMusicSequence(&sequence) == noErr);
    fill(sequence, &track);
    CHECK(MusicSequenceSetUserCallback(sequence, userEvent, NULL) == noErr);
    checkFile(sequence);
    checkIterator(track);
    CHECK(NewMusicPlayer(&player) == noErr);
    CHECK(MusicPlayerStart(player) == kAudioToolboxErr_NoSequence);
    CHECK(MusicPlayerSetSequence(player, sequence) == noErr);
    CHECK(MusicPlayerIsPlaying(player, &isPlaying) == noErr && !isPlaying);
    CHECK(
        MusicPlayerGetHostTimeForBeats(player, 0, &time) == kAudioToolboxErr_InvalidPlayerState);
    CHECK(MusicSequenceSetSMPTEResolution(25, 40) == -25 * 256 + 40);
    CHECK(DisposeMusicPlayer(player) == noErr && DisposeMusicSequence(sequence) == noErr);
    return 0;
}
