#pragma once

// Audio File Stream Services: cuts a file into packets while its bytes arrive.
//
// The app brings bytes with AudioFileStreamParseBytes. During that call, on its thread, the app's
// own functions are told what has become known and get the packets that have become whole. From
// inside them it may ask for properties, bring more bytes (they are parsed after those that are
// being parsed), seek, and close the stream.
//
// Kinds that are cut: CAF, AIFF, AIFF-C, WAVE, RF64, BW64, AU, MP3, ADTS, and MPEG-4, in
// fragments as well. A wrong argument gives an error; it never stops the program: -50 for a missing
// pointer, 'nope' for a stream that is closed or was never open. When a call fails, nothing is
// written through the caller's pointers.

#include <AudioToolbox/AudioFile.h>
#include <CoreAudioTypes/CoreAudioTypes.h>

SORI_BEGIN_DECLARATIONS

/// A stream that is being parsed.
typedef struct OpaqueAudioFileStreamID *AudioFileStreamID;

typedef uint32_t AudioFileStreamPropertyID;

/// What a property listener is told, and answers.
SORI_OPTIONS(uint32_t, AudioFileStreamPropertyFlags) {
    /// In: the property stays to be asked for; always so here.
    kAudioFileStreamPropertyFlag_PropertyIsCached = 1,
    /// Out: it should stay; not needed here.
    kAudioFileStreamPropertyFlag_CacheProperty = 2,
};

SORI_OPTIONS(uint32_t, AudioFileStreamParseFlags) {
    /// Bytes are missing before these. A packet that was cut by the gap is left out.
    kAudioFileStreamParseFlag_Discontinuity = 1,
};

SORI_OPTIONS(uint32_t, AudioFileStreamSeekFlags) {
    /// The packet may be near the byte instead.
    kAudioFileStreamSeekFlag_OffsetIsEstimated = 1,
};

SORI_CONSTANTS(OSStatus) {
    kAudioFileStreamError_UnsupportedFileType = 0x7479703F,       // 'typ?'
    kAudioFileStreamError_UnsupportedDataFormat = 0x666D743F,     // 'fmt?'
    kAudioFileStreamError_UnsupportedProperty = 0x7074793F,       // 'pty?'
    kAudioFileStreamError_BadPropertySize = 0x2173697A,           // '!siz'
    kAudioFileStreamError_NotOptimized = 0x6F70746D,              // 'optm'
    kAudioFileStreamError_InvalidPacketOffset = 0x70636B3F,       // 'pck?'
    kAudioFileStreamError_InvalidFile = 0x6474613F,               // 'dta?'
    kAudioFileStreamError_ValueUnknown = 0x756E6B3F,              // 'unk?'
    kAudioFileStreamError_DataUnavailable = 0x6D6F7265,           // 'more'
    kAudioFileStreamError_IllegalOperation = 0x6E6F7065,          // 'nope'
    kAudioFileStreamError_UnspecifiedError = 0x7768743F,          // 'wht?'
    kAudioFileStreamError_DiscontinuityCantRecover = 0x64736321,  // 'dsc!'
};

/// What is known of a stream, in the order in which it is told.
SORI_CONSTANTS(AudioFileStreamPropertyID) {
    /// A `UInt32`: the file's type.
    kAudioFileStreamProperty_FileFormat = 0x66666D74,  // 'ffmt'
    /// An `AudioStreamBasicDescription`.
    kAudioFileStreamProperty_DataFormat = 0x64666D74,  // 'dfmt'
    /// A list of `AudioFormatListItem`, the best first.
    kAudioFileStreamProperty_FormatList = 0x666C7374,  // 'flst'
    /// Bytes that a decoder must have beside the data format.
    kAudioFileStreamProperty_MagicCookieData = 0x6D676963,  // 'mgic'
    /// An `AudioChannelLayout`, as long as its count of channels makes it.
    kAudioFileStreamProperty_ChannelLayout = 0x636D6170,  // 'cmap'
    /// An `AudioFilePacketTableInfo`.
    kAudioFileStreamProperty_PacketTableInfo = 0x706E666F,  // 'pnfo'
    /// An `SInt64`: bytes of the file before the audio.
    kAudioFileStreamProperty_DataOffset = 0x646F6666,  // 'doff'
    /// A `UInt64`, where the header tells.
    kAudioFileStreamProperty_AudioDataByteCount = 0x62636E74,  // 'bcnt'
    /// A `UInt64`, where the header tells.
    kAudioFileStreamProperty_AudioDataPacketCount = 0x70636E74,  // 'pcnt'
    /// A `UInt32`, in bytes: exact where the header tells, else a bound.
    kAudioFileStreamProperty_MaximumPacketSize = 0x70737A65,  // 'psze'
    /// A `UInt32`, in bytes.
    kAudioFileStreamProperty_PacketSizeUpperBound = 0x706B7562,  // 'pkub'
    /// A `double`: exact where the header tells, else of the packets so far.
    kAudioFileStreamProperty_AverageBytesPerPacket = 0x61627070,  // 'abpp'
    /// A `UInt32`, bits a second; like the average.
    kAudioFileStreamProperty_BitRate = 0x62726174,  // 'brat'
    /// A `CFDictionaryRef` that the caller releases: texts about the sound.
    kAudioFileStreamProperty_InfoDictionary = 0x696E666F,  // 'info'
    /// A `UInt32`: 1 from the time that packets can come. It is told last.
    kAudioFileStreamProperty_ReadyToProducePackets = 0x72656479,  // 'redy'

    // These answer questions, and are not told.

    /// An `AudioFramePacketTranslation`: packet in, frame out.
    kAudioFileStreamProperty_PacketToFrame = 0x706B6672,  // 'pkfr'
    /// An `AudioFramePacketTranslation`: frame in, packet and offset out.
    kAudioFileStreamProperty_FrameToPacket = 0x6672706B,  // 'frpk'
    /// A `UInt32`: 1 when not every packet can be the first to be decoded.
    kAudioFileStreamProperty_RestrictsRandomAccess = 0x72726170,  // 'rrap'
    /// An `AudioPacketRollDistanceTranslation`: packet in, distance out.
    kAudioFileStreamProperty_PacketToRollDistance = 0x706B726C,  // 'pkrl'
    /// An `AudioIndependentPacketTranslation`: packet in, the one before it out.
    kAudioFileStreamProperty_PreviousIndependentPacket = 0x70696E64,  // 'pind'
    /// An `AudioIndependentPacketTranslation`: packet in, the one after it out.
    kAudioFileStreamProperty_NextIndependentPacket = 0x6E696E64,  // 'nind'
    /// An `AudioPacketDependencyInfoTranslation`: packet in, the rest out.
    kAudioFileStreamProperty_PacketToDependencyInfo = 0x706B6470,  // 'pkdp'
    /// An `AudioBytePacketTranslation`: packet in, byte out.
    kAudioFileStreamProperty_PacketToByte = 0x706B6279,  // 'pkby'
    /// An `AudioBytePacketTranslation`: byte in, packet and offset out.
    kAudioFileStreamProperty_ByteToPacket = 0x6279706B,  // 'bypk'
};

/// Ends the use of a stream. Inside one of the app's functions that it calls, it calls none after
/// that one.
OSStatus AudioFileStreamClose(AudioFileStreamID inAudioFileStream);

/// Takes the next bytes of the stream, and calls the app's functions for what they complete. With
/// a NULL pointer and a size of zero it says that no more will come.
///
/// Returns, and goes on returning, 'typ?' for a kind that is not cut, 'fmt?' for a coding whose
/// packets are not known, 'optm' when what is needed to cut the packets stands behind them, 'dta?'
/// for damage, 'dsc!' for a gap in a stream whose packets are found by a table, until a seek.
OSStatus AudioFileStreamParseBytes(
    AudioFileStreamID inAudioFileStream, uint32_t inDataByteSize, const void *inData,
    AudioFileStreamParseFlags inFlags);

/// Says from which byte, counted from the data offset, the app has to go on for a packet to come
/// next. The next bytes that it brings are taken to be those.
///
/// Returns 'more' before the stream is ready, 'pck?' when there is no such packet.
OSStatus AudioFileStreamSeek(
    AudioFileStreamID inAudioFileStream, int64_t inPacketOffset, int64_t *outDataByteOffset,
    AudioFileStreamSeekFlags *ioFlags);

/// Reads a property. `ioPropertyDataSize` is how much there is room for, and becomes how much was
/// written.
///
/// Returns 'more' for what is not known yet, 'unk?' for what the stream does not have, 'pty?' for
/// what no stream has, '!siz' when there is not room for all of it.
OSStatus AudioFileStreamGetProperty(
    AudioFileStreamID inAudioFileStream, AudioFileStreamPropertyID inPropertyID,
    uint32_t *ioPropertyDataSize, void *outPropertyData);

/// No property can be set: 'pty?'.
OSStatus AudioFileStreamSetProperty(
    AudioFileStreamID inAudioFileStream, AudioFileStreamPropertyID inPropertyID,
    uint32_t inPropertyDataSize, const void *inPropertyData);

// Swift sees the following from the module AudioToolbox itself, with callbacks that may run on any
// thread.
#ifndef __swift__

/// Told that a property is known now.
typedef void (*AudioFileStream_PropertyListenerProc)(
    void *inClientData, AudioFileStreamID inAudioFileStream,
    AudioFileStreamPropertyID inPropertyID, AudioFileStreamPropertyFlags *ioFlags);

/// Gets packets that stand one after the other in `inInputData`, which is gone when it returns.
/// Packets of one size come without descriptions.
typedef void (*AudioFileStream_PacketsProc)(
    void *inClientData, uint32_t inNumberBytes, uint32_t inNumberPackets, const void *inInputData,
    AudioStreamPacketDescription *inPacketDescriptions);

/// Begins a stream. The hint is for streams whose first bytes do not tell their kind, as when they
/// come from the middle of a broadcast: MP3 or ADTS.
OSStatus AudioFileStreamOpen(
    void *inClientData, AudioFileStream_PropertyListenerProc inPropertyListenerProc,
    AudioFileStream_PacketsProc inPacketsProc, AudioFileTypeID inFileTypeHint,
    AudioFileStreamID *outAudioFileStream);

/// The size of a property, and whether it can be set: never. Either pointer may be NULL.
OSStatus AudioFileStreamGetPropertyInfo(
    AudioFileStreamID inAudioFileStream, AudioFileStreamPropertyID inPropertyID,
    uint32_t *outPropertyDataSize, Boolean *outWritable);

#endif

SORI_END_DECLARATIONS
