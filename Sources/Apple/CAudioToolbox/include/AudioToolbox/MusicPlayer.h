#pragma once

// Music sequences: tracks of events at their beats, with their files, their iterators and their
// player.
//
// Any thread. An invalid argument gives an error and never crashes the program: -50 for a missing
// pointer, for a handle that was disposed of or is of another kind, and for times that are not
// numbers. A failed call writes nothing through the caller's pointers.

#include <AudioToolbox/AUGraph.h>
#include <AudioToolbox/MusicDevice.h>
#include <CoreAudioTypes/CoreAudioTypes.h>

SORI_BEGIN_DECLARATIONS

// MARK: Types

/// The kind of an event.
typedef uint32_t MusicEventType;
SORI_CONSTANTS(MusicEventType) {
    /// No event.
    kMusicEventType_NULL = 0,
    /// An `ExtendedNoteOnEvent`.
    kMusicEventType_ExtendedNote = 1,
    /// An `ExtendedTempoEvent`, for the tempo track alone.
    kMusicEventType_ExtendedTempo = 3,
    /// A `MusicEventUserData`.
    kMusicEventType_User = 4,
    /// A `MIDIMetaEvent`.
    kMusicEventType_Meta = 5,
    /// A `MIDINoteMessage`.
    kMusicEventType_MIDINoteMessage = 6,
    /// A `MIDIChannelMessage`.
    kMusicEventType_MIDIChannelMessage = 7,
    /// A `MIDIRawData`.
    kMusicEventType_MIDIRawData = 8,
    /// A `ParameterEvent`.
    kMusicEventType_Parameter = 9,
    /// An `AUPresetEvent`.
    kMusicEventType_AUPreset = 10,
};

/// How the tracks of a file become those of a sequence.
SORI_OPTIONS(uint32_t, MusicSequenceLoadFlags) {
    /// As they are.
    kMusicSequenceLoadSMF_PreserveTracks = 0,
    /// Each channel of a file with one track becomes a track, before one of the other events.
    kMusicSequenceLoadSMF_ChannelsToTracks = 1U << 0,
};

/// The meaning of a sequence's beats.
SORI_ENUMERATION(uint32_t, MusicSequenceType) {
    /// Beats, with any number of tempos.
    kMusicSequenceType_Beats = 0x62656174,  // 'beat'
    /// Seconds: the tempo is 60.
    kMusicSequenceType_Seconds = 0x73656373,  // 'secs'
    /// Samples: the tempo is the number of samples in a second.
    kMusicSequenceType_Samples = 0x73616D70,  // 'samp'
};

/// The type of a music file.
SORI_ENUMERATION(uint32_t, MusicSequenceFileTypeID) {
    /// Any type that can be read.
    kMusicSequenceFile_AnyType = 0,
    /// A Standard MIDI File.
    kMusicSequenceFile_MIDIType = 0x6D696469,  // 'midi'
    /// iMelody; it can be neither read nor written.
    kMusicSequenceFile_iMelodyType = 0x696D656C,  // 'imel'
};

/// How a music file is created.
SORI_OPTIONS(uint32_t, MusicSequenceFileFlags) {
    /// An existing file stays, and the call fails.
    kMusicSequenceFileFlags_Default = 0,
    /// An existing file is replaced.
    kMusicSequenceFileFlags_EraseFile = 1U << 0,
};

/// A time in beats.
typedef double MusicTimeStamp;

/// The end of a range of beats that goes to the end of the track.
#define kMusicTimeStamp_EndOfTrack 1000000000.0

/// A note with its end.
struct MIDINoteMessage {
    /// 0…15.
    uint8_t channel;
    /// The key, 0…127; 60 is the middle C.
    uint8_t note;
    /// 0…127.
    uint8_t velocity;
    /// The velocity of the release, 0…127; 0 where it is unknown.
    uint8_t releaseVelocity;
    /// In beats.
    float duration;
};
typedef struct MIDINoteMessage MIDINoteMessage;

/// A message to a channel.
struct MIDIChannelMessage {
    /// The kind in the upper four bits, the channel in the lower ones.
    uint8_t status;
    uint8_t data1;
    uint8_t data2;
    uint8_t reserved;
};
typedef struct MIDIChannelMessage MIDIChannelMessage;

/// Bytes of MIDI: a system exclusive message begins with 0xF0.
struct MIDIRawData {
    /// The number of bytes.
    uint32_t length;
    uint8_t data[1];
};
typedef struct MIDIRawData MIDIRawData;

/// Metadata of a Standard MIDI File.
struct MIDIMetaEvent {
    uint8_t metaEventType;
    uint8_t unused1;
    uint8_t unused2;
    uint8_t unused3;
    /// The number of bytes.
    uint32_t dataLength;
    uint8_t data[1];
};
typedef struct MIDIMetaEvent MIDIMetaEvent;

/// Data for the app's own callback.
struct MusicEventUserData {
    /// The number of bytes.
    uint32_t length;
    uint8_t data[1];
};
typedef struct MusicEventUserData MusicEventUserData;

/// A note with fractions. The nearest note is played.
struct ExtendedNoteOnEvent {
    MusicDeviceInstrumentID instrumentID;
    /// The channel, 0…15.
    MusicDeviceGroupID groupID;
    /// In beats.
    float duration;
    MusicDeviceNoteParams extendedParams;
};
typedef struct ExtendedNoteOnEvent ExtendedNoteOnEvent;

/// A value for a parameter of an audio unit.
struct ParameterEvent {
    AudioUnitParameterID parameterID;
    AudioUnitScope scope;
    AudioUnitElement element;
    AudioUnitParameterValue value;
};
typedef struct ParameterEvent ParameterEvent;

/// A tempo.
struct ExtendedTempoEvent {
    /// In beats a minute.
    double bpm;
};
typedef struct ExtendedTempoEvent ExtendedTempoEvent;

/// A preset for an audio unit.
struct AUPresetEvent {
    AudioUnitScope scope;
    AudioUnitElement element;
#if defined(__swift__)
    // The Swift module adds `preset`, of the type that it has on Apple's systems.
    const void *preset __attribute__((swift_private));
#else
    /// A property list, which the track copies.
    CFPropertyListRef preset;
#endif
};
typedef struct AUPresetEvent AUPresetEvent;

/// A place in bars and beats, which both count from 1.
struct CABarBeatTime {
    int32_t bar;
    uint16_t beat;
    /// Parts of the beat, from 0.
    uint16_t subbeat;
    /// The number of parts in a beat.
    uint16_t subbeatDivisor;
    uint16_t reserved;
};
typedef struct CABarBeatTime CABarBeatTime;

/// A handle of a player.
typedef struct OpaqueMusicPlayer *MusicPlayer;
/// A handle of a sequence.
typedef struct OpaqueMusicSequence *MusicSequence;
/// A handle of a track.
typedef struct OpaqueMusicTrack *MusicTrack;
/// A handle of an iterator.
typedef struct OpaqueMusicEventIterator *MusicEventIterator;

/// An endpoint of Core MIDI, which does not exist here.
typedef uint32_t MIDIEndpointRef;

SORI_CONSTANTS(OSStatus) {
    /// The call cannot be made at this time.
    kAudioToolboxErr_CannotDoInCurrentContext = -10863,
    /// The sequence has no track with this index.
    kAudioToolboxErr_TrackIndexError = -10859,
    /// The sequence does not have this track.
    kAudioToolboxErr_TrackNotFound = -10858,
    /// There is no event any more.
    kAudioToolboxErr_EndOfTrack = -10857,
    /// There is no event before, or the beat comes before the start.
    kAudioToolboxErr_StartOfTrack = -10856,
    /// The track cannot have this destination.
    kAudioToolboxErr_IllegalTrackDestination = -10855,
    /// The player has no sequence.
    kAudioToolboxErr_NoSequence = -10854,
    /// The track cannot have an event of this type.
    kAudioToolboxErr_InvalidEventType = -10853,
    /// The player must be stopped for this, or must be playing.
    kAudioToolboxErr_InvalidPlayerState = -10852,
    /// The sequence cannot have this type, or the file is no music file.
    kAudioToolboxErr_InvalidSequenceType = -10846,
    /// The track has no destination.
    kAudioToolboxError_NoTrackDestination = -66720,
};

/// Properties of tracks.
SORI_CONSTANTS(uint32_t) {
    /// A `MusicTrackLoopInfo`.
    kSequenceTrackProperty_LoopInfo = 0,
    /// A `MusicTimeStamp`: the beats by which all events are later.
    kSequenceTrackProperty_OffsetTime = 1,
    /// A `Boolean`: whether the track is silent.
    kSequenceTrackProperty_MuteStatus = 2,
    /// A `Boolean`: whether only this track, and others with a solo, are heard.
    kSequenceTrackProperty_SoloStatus = 3,
    /// A `UInt32`: whether the track has changes of parameters, and nothing else.
    kSequenceTrackProperty_AutomatedParameters = 4,
    /// A `MusicTimeStamp`: the length that was set, or the end of the last event if that is later.
    kSequenceTrackProperty_TrackLength = 5,
    /// An `SInt16`: ticks in a beat; of the tempo track, read-only.
    kSequenceTrackProperty_TimeResolution = 6,
};

/// The loop of a track: its last `loopDuration` beats.
struct MusicTrackLoopInfo {
    /// In beats; 0 for no loop.
    MusicTimeStamp loopDuration;
    /// How often the loop is played; 0 without end.
    int32_t numberOfLoops;
};
typedef struct MusicTrackLoopInfo MusicTrackLoopInfo;

// MARK: Players

/// Makes a player.
OSStatus NewMusicPlayer(MusicPlayer *outPlayer);
/// Disposes of a player, which stops. Its sequence stays.
OSStatus DisposeMusicPlayer(MusicPlayer inPlayer);
/// Sets the sequence, while the player is stopped; NULL for none.
OSStatus MusicPlayerSetSequence(MusicPlayer inPlayer, MusicSequence inSequence);
/// Gets the sequence; -10854 without one.
OSStatus MusicPlayerGetSequence(MusicPlayer inPlayer, MusicSequence *outSequence);
/// Sets the position in beats. A playing player ends its notes and goes on from there.
OSStatus MusicPlayerSetTime(MusicPlayer inPlayer, MusicTimeStamp inTime);
/// Gets the position in beats.
OSStatus MusicPlayerGetTime(MusicPlayer inPlayer, MusicTimeStamp *outTime);
/// Gets the host time at which a beat is, or was, heard. Only while playing; -10856 for a beat
/// before the one that the player began at.
OSStatus MusicPlayerGetHostTimeForBeats(
    MusicPlayer inPlayer, MusicTimeStamp inBeats, uint64_t *outHostTime);
/// Gets the beat that is, or was, heard at a host time. Only while playing; -10856 for a time before
/// the start.
OSStatus MusicPlayerGetBeatsForHostTime(
    MusicPlayer inPlayer, uint64_t inHostTime, MusicTimeStamp *outBeats);
/// Prepares to play, so that a start is heard at once.
OSStatus MusicPlayerPreroll(MusicPlayer inPlayer);
/// Plays from the position. Where the system has silenced the player, it sounds again.
OSStatus MusicPlayerStart(MusicPlayer inPlayer);
/// Stops, and ends the notes. The position stays.
OSStatus MusicPlayerStop(MusicPlayer inPlayer);
/// Sets the factor of the sequence's own speed; above 0.
OSStatus MusicPlayerSetPlayRateScalar(MusicPlayer inPlayer, double inScaleRate);
/// Gets the factor of the sequence's own speed.
OSStatus MusicPlayerGetPlayRateScalar(MusicPlayer inPlayer, double *outScaleRate);

// MARK: Sequences

/// Makes a sequence without tracks: 120 beats a minute, four beats a bar.
OSStatus NewMusicSequence(MusicSequence *outSequence);
/// Disposes of a sequence and its tracks; -10863 while a player has it.
OSStatus DisposeMusicSequence(MusicSequence inSequence);
/// Appends an empty track.
OSStatus MusicSequenceNewTrack(MusicSequence inSequence, MusicTrack *outTrack);
/// Removes a track and disposes of it.
OSStatus MusicSequenceDisposeTrack(MusicSequence inSequence, MusicTrack inTrack);
/// Gets the number of tracks, without the tempo track.
OSStatus MusicSequenceGetTrackCount(MusicSequence inSequence, uint32_t *outNumberOfTracks);
/// Gets a track by its index.
OSStatus MusicSequenceGetIndTrack(
    MusicSequence inSequence, uint32_t inTrackIndex, MusicTrack *outTrack);
/// Gets the index of a track.
OSStatus MusicSequenceGetTrackIndex(
    MusicSequence inSequence, MusicTrack inTrack, uint32_t *outTrackIndex);
/// Gets the tempo track. Of its events only tempos, time signatures and user events have an effect.
OSStatus MusicSequenceGetTempoTrack(MusicSequence inSequence, MusicTrack *outTrack);
/// Sets the graph that plays the sequence; NULL for the default instrument. Tracks without a node are
/// played by the first music device of the graph. -10852 while a player plays the sequence, -50 for no
/// graph. A player that starts opens, initialises and starts a graph that is not, and stops it again.
OSStatus MusicSequenceSetAUGraph(MusicSequence inSequence, AUGraph inGraph);
/// Gets the graph that plays the sequence; NULL for none.
OSStatus MusicSequenceGetAUGraph(MusicSequence inSequence, AUGraph *outGraph);
/// Sets an endpoint as the destination of all tracks. There is none: -10855.
OSStatus MusicSequenceSetMIDIEndpoint(MusicSequence inSequence, MIDIEndpointRef inEndpoint);
/// Sets the meaning of the beats. Seconds and samples: only without a tempo in the tempo track.
OSStatus MusicSequenceSetSequenceType(MusicSequence inSequence, MusicSequenceType inType);
/// Gets the meaning of the beats.
OSStatus MusicSequenceGetSequenceType(MusicSequence inSequence, MusicSequenceType *outType);
/// Reverses the time of all tracks, the tempo track too.
OSStatus MusicSequenceReverse(MusicSequence inSequence);
/// Gets the time of a beat at a rate of 1.
OSStatus MusicSequenceGetSecondsForBeats(
    MusicSequence inSequence, MusicTimeStamp inBeats, double *outSeconds);
/// Gets the beat at a time at a rate of 1.
OSStatus MusicSequenceGetBeatsForSeconds(
    MusicSequence inSequence, double inSeconds, MusicTimeStamp *outBeats);
/// Gets bars and beats, by the time signatures of the tempo track.
OSStatus MusicSequenceBeatsToBarBeatTime(
    MusicSequence inSequence, MusicTimeStamp inBeats, uint32_t inSubbeatDivisor,
    CABarBeatTime *outBarBeatTime);
/// Gets the beats of a place in bars and beats.
OSStatus MusicSequenceBarBeatTimeToBeats(
    MusicSequence inSequence, const CABarBeatTime *inBarBeatTime, MusicTimeStamp *outBeats);

/// Makes a resolution for files in seconds, of frames a second and ticks in a frame.
static __inline__ int16_t MusicSequenceSetSMPTEResolution(int8_t fps, uint8_t ticks)
{
    int frames = fps > 0 ? -fps : fps;
    return (int16_t)(frames * 256 + ticks);
}

/// Takes a resolution apart: frames a second, which are negative, and ticks in a frame.
static __inline__ void MusicSequenceGetSMPTEResolution(int16_t inRes, int8_t *fps, uint8_t *ticks)
{
    *fps = (int8_t)((inRes - (inRes & 0xFF)) / 256);
    *ticks = (uint8_t)(inRes & 0x7F);
}

// MARK: Tracks

/// Gets the sequence of a track.
OSStatus MusicTrackGetSequence(MusicTrack inTrack, MusicSequence *outSequence);
/// Sets the node of the sequence's graph that plays the track: it gets its messages, and its changes
/// of parameters and presets. -10860 for a node that the graph does not have.
OSStatus MusicTrackSetDestNode(MusicTrack inTrack, AUNode inNode);
/// Gets the node that plays the track; -66720 without one.
OSStatus MusicTrackGetDestNode(MusicTrack inTrack, AUNode *outNode);
/// Sets an endpoint as the destination. There is none: -10855.
OSStatus MusicTrackSetDestMIDIEndpoint(MusicTrack inTrack, MIDIEndpointRef inEndpoint);
/// Gets the endpoint that is the destination. There is none: -66720.
OSStatus MusicTrackGetDestMIDIEndpoint(MusicTrack inTrack, MIDIEndpointRef *outEndpoint);
/// Sets a property.
OSStatus MusicTrackSetProperty(
    MusicTrack inTrack, uint32_t inPropertyID, void *inData, uint32_t inLength);
/// Gets a property, or its size where `outData` is NULL.
OSStatus MusicTrackGetProperty(
    MusicTrack inTrack, uint32_t inPropertyID, void *outData, uint32_t *ioLength);

// Ranges begin with their first beat and end before their last one.

/// Moves the events of a range by beats; none before beat 0.
OSStatus MusicTrackMoveEvents(
    MusicTrack inTrack, MusicTimeStamp inStartTime, MusicTimeStamp inEndTime,
    MusicTimeStamp inMoveTime);
/// Removes the events of a range; the others stay where they are.
OSStatus MusicTrackClear(
    MusicTrack inTrack, MusicTimeStamp inStartTime, MusicTimeStamp inEndTime);
/// Removes a range: later events become earlier by its length.
OSStatus MusicTrackCut(MusicTrack inTrack, MusicTimeStamp inStartTime, MusicTimeStamp inEndTime);
/// Inserts a range of a track's events: those at or after the time become later by its length.
OSStatus MusicTrackCopyInsert(
    MusicTrack inSourceTrack, MusicTimeStamp inSourceStartTime, MusicTimeStamp inSourceEndTime,
    MusicTrack inDestTrack, MusicTimeStamp inDestInsertTime);
/// Adds a range of a track's events to the present ones, which stay where they are.
OSStatus MusicTrackMerge(
    MusicTrack inSourceTrack, MusicTimeStamp inSourceStartTime, MusicTimeStamp inSourceEndTime,
    MusicTrack inDestTrack, MusicTimeStamp inDestInsertTime);

/// Adds a note.
OSStatus MusicTrackNewMIDINoteEvent(
    MusicTrack inTrack, MusicTimeStamp inTimeStamp, const MIDINoteMessage *inMessage);
/// Adds a message to a channel.
OSStatus MusicTrackNewMIDIChannelEvent(
    MusicTrack inTrack, MusicTimeStamp inTimeStamp, const MIDIChannelMessage *inMessage);
/// Adds bytes of MIDI.
OSStatus MusicTrackNewMIDIRawDataEvent(
    MusicTrack inTrack, MusicTimeStamp inTimeStamp, const MIDIRawData *inRawData);
/// Adds a note with fractions.
OSStatus MusicTrackNewExtendedNoteEvent(
    MusicTrack inTrack, MusicTimeStamp inTimeStamp, const ExtendedNoteOnEvent *inInfo);
/// Adds a change of a parameter. A track of automated parameters takes nothing else.
OSStatus MusicTrackNewParameterEvent(
    MusicTrack inTrack, MusicTimeStamp inTimeStamp, const ParameterEvent *inInfo);
/// Adds a tempo in beats a minute to the tempo track.
OSStatus MusicTrackNewExtendedTempoEvent(
    MusicTrack inTrack, MusicTimeStamp inTimeStamp, double inBPM);
/// Adds metadata. Time signatures and SMPTE offsets belong to the tempo track.
OSStatus MusicTrackNewMetaEvent(
    MusicTrack inTrack, MusicTimeStamp inTimeStamp, const MIDIMetaEvent *inMetaEvent);
/// Adds data for the callback of the sequence.
OSStatus MusicTrackNewUserEvent(
    MusicTrack inTrack, MusicTimeStamp inTimeStamp, const MusicEventUserData *inUserData);
/// Adds a preset.
OSStatus MusicTrackNewAUPresetEvent(
    MusicTrack inTrack, MusicTimeStamp inTimeStamp, const AUPresetEvent *inPresetEvent);

// MARK: Iterators

/// Makes an iterator at the first event of a track.
///
/// When something else has changed the track, the iterator stays at its event, or goes to the first
/// one behind it.
OSStatus NewMusicEventIterator(MusicTrack inTrack, MusicEventIterator *outIterator);
/// Disposes of an iterator.
OSStatus DisposeMusicEventIterator(MusicEventIterator inIterator);
/// Goes to the first event at a time or later, or to the end.
OSStatus MusicEventIteratorSeek(MusicEventIterator inIterator, MusicTimeStamp inTimeStamp);
/// Goes to the next event, or from the last one to the end; -10857 at the end.
OSStatus MusicEventIteratorNextEvent(MusicEventIterator inIterator);
/// Goes to the event before; -10856 at the first one.
OSStatus MusicEventIteratorPreviousEvent(MusicEventIterator inIterator);
/// Gets the event: its time, its type, its data and their size in bytes. The data are valid until
/// the track is changed. -10857 at the end.
OSStatus MusicEventIteratorGetEventInfo(
    MusicEventIterator inIterator, MusicTimeStamp *outTimeStamp, MusicEventType *outEventType,
    const void **outEventData, uint32_t *outEventDataSize);
/// Replaces the event by another of any type, at the same time.
OSStatus MusicEventIteratorSetEventInfo(
    MusicEventIterator inIterator, MusicEventType inEventType, const void *inEventData);
/// Moves the event. The iterator stays at it.
OSStatus MusicEventIteratorSetEventTime(
    MusicEventIterator inIterator, MusicTimeStamp inTimeStamp);
/// Removes the event, and goes to the next one.
OSStatus MusicEventIteratorDeleteEvent(MusicEventIterator inIterator);

// Swift sees the following functions from the module AudioToolbox, with Foundation's types and
// callbacks that may run on any thread.
#ifndef __swift__

/// Receives a user event that is about to be heard, on an internal thread: its track, its beat, its
/// data, and the beats of the slice that was rendered with it.
typedef void (*MusicSequenceUserCallback)(
    void *inClientData, MusicSequence inSequence, MusicTrack inTrack, MusicTimeStamp inEventTime,
    const MusicEventUserData *inEventData, MusicTimeStamp inStartSliceBeat,
    MusicTimeStamp inEndSliceBeat);

/// Gets whether the player plays; true past the end too, until it is stopped.
OSStatus MusicPlayerIsPlaying(MusicPlayer inPlayer, Boolean *outIsPlaying);

/// Loads a file: its tracks are appended, its tempos replace those of the sequence. -43 for a
/// missing file, -10846 for one that is no music file.
OSStatus MusicSequenceFileLoad(
    MusicSequence inSequence, CFURLRef inFileRef, MusicSequenceFileTypeID inFileTypeHint,
    MusicSequenceLoadFlags inFlags);
/// Loads the bytes of a file, as `MusicSequenceFileLoad` does.
OSStatus MusicSequenceFileLoadData(
    MusicSequence inSequence, CFDataRef inData, MusicSequenceFileTypeID inFileTypeHint,
    MusicSequenceLoadFlags inFlags);
/// Writes a file, without loops, offsets and mutes. -54 for an existing file that is not to be
/// erased; -10846 for a type that cannot be written, and for a sequence in samples.
///
/// The resolution is a number of ticks in a beat, or for a sequence in seconds one of
/// `MusicSequenceSetSMPTEResolution`; 0 for the sequence's own, or 25 frames of 40 ticks.
OSStatus MusicSequenceFileCreate(
    MusicSequence inSequence, CFURLRef inFileRef, MusicSequenceFileTypeID inFileType,
    MusicSequenceFileFlags inFlags, int16_t inResolution);
/// Makes the bytes of a file, as `MusicSequenceFileCreate` does. The caller releases them.
OSStatus MusicSequenceFileCreateData(
    MusicSequence inSequence, MusicSequenceFileTypeID inFileType, MusicSequenceFileFlags inFlags,
    int16_t inResolution, CFDataRef *outData);
/// Sets the callback of user events; NULL for none.
OSStatus MusicSequenceSetUserCallback(
    MusicSequence inSequence, MusicSequenceUserCallback inCallback, void *inClientData);
/// Gets information by the keys `kAFInfoDictionary_…`: title, copyright, tempo, time and key
/// signature, approximate duration. The caller releases it; NULL for an invalid handle.
CFDictionaryRef MusicSequenceGetInfoDictionary(MusicSequence inSequence);

/// Gets whether there is an event before.
OSStatus MusicEventIteratorHasPreviousEvent(
    MusicEventIterator inIterator, Boolean *outHasPrevEvent);
/// Gets whether there is an event behind this one.
OSStatus MusicEventIteratorHasNextEvent(MusicEventIterator inIterator, Boolean *outHasNextEvent);
/// Gets whether the iterator is at an event.
OSStatus MusicEventIteratorHasCurrentEvent(
    MusicEventIterator inIterator, Boolean *outHasCurEvent);

#endif

SORI_END_DECLARATIONS
