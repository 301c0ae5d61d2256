#pragma once

// Audio File Stream Services: parses an audio file into packets while its bytes arrive.
//
// The app supplies bytes with AudioFileStreamParseBytes. During that call, on its thread, the app's
// callbacks receive properties and complete packets. Within them the app may read properties,
// supply more bytes (parsed after the current ones), seek, and close the stream.
//
// File types: CAF, AIFF, AIFF-C, WAVE, RF64, BW64, AU, MP3, ADTS, and MPEG-4, also fragmented. An
// invalid argument gives an error and never crashes the program: -50 for a missing pointer, 'nope'
// for a stream that is closed or was never open. A failed call writes nothing through the caller's
// pointers.

#include <AudioToolbox/AudioFile.h>
#include <CoreAudioTypes/CoreAudioTypes.h>

SORI_BEGIN_DECLARATIONS

/// A handle of a stream parser.
typedef struct OpaqueAudioFileStreamID *AudioFileStreamID;

/// The four-character code of a stream property.
typedef uint32_t AudioFileStreamPropertyID;

/// Flags of a property listener.
SORI_OPTIONS(uint32_t, AudioFileStreamPropertyFlags) {
    /// On entry: the property stays available; always set here.
    kAudioFileStreamPropertyFlag_PropertyIsCached = 1,
    /// On return: the property should be kept; without effect here.
    kAudioFileStreamPropertyFlag_CacheProperty = 2,
};

/// Options of a call that supplies bytes.
SORI_OPTIONS(uint32_t, AudioFileStreamParseFlags) {
    /// Bytes are missing before these. A packet that the gap cuts is dropped.
    kAudioFileStreamParseFlag_Discontinuity = 1,
};

/// How exact the offset of a seek is.
SORI_OPTIONS(uint32_t, AudioFileStreamSeekFlags) {
    /// The packet may be near the offset instead of at it.
    kAudioFileStreamSeekFlag_OffsetIsEstimated = 1,
};

SORI_CONSTANTS(OSStatus) {
    /// The stream's file type is unknown or cannot be parsed here.
    kAudioFileStreamError_UnsupportedFileType = 0x7479703F,  // 'typ?'
    /// The stream's audio has a format that cannot be parsed here.
    kAudioFileStreamError_UnsupportedDataFormat = 0x666D743F,  // 'fmt?'
    /// The stream has no such property, or it cannot be set.
    kAudioFileStreamError_UnsupportedProperty = 0x7074793F,  // 'pty?'
    /// The size of the property's value is wrong.
    kAudioFileStreamError_BadPropertySize = 0x2173697A,  // '!siz'
    /// The packet table is after the audio, so the file cannot be parsed as a stream.
    kAudioFileStreamError_NotOptimized = 0x6F70746D,  // 'optm'
    /// The stream has no packet with this index.
    kAudioFileStreamError_InvalidPacketOffset = 0x70636B3F,  // 'pck?'
    /// The stream is damaged.
    kAudioFileStreamError_InvalidFile = 0x6474613F,  // 'dta?'
    /// The stream's header does not contain the value.
    kAudioFileStreamError_ValueUnknown = 0x756E6B3F,  // 'unk?'
    /// The value is known only after more of the stream has been parsed.
    kAudioFileStreamError_DataUnavailable = 0x6D6F7265,  // 'more'
    /// The stream is closed, or was never open.
    kAudioFileStreamError_IllegalOperation = 0x6E6F7065,  // 'nope'
    /// The stream could not be parsed for another reason.
    kAudioFileStreamError_UnspecifiedError = 0x7768743F,  // 'wht?'
    /// Bytes are missing and the next packet's index is unknown. Seek to continue.
    kAudioFileStreamError_DiscontinuityCantRecover = 0x64736321,  // 'dsc!'
};

/// Properties of a stream, in the order in which they are reported.
SORI_CONSTANTS(AudioFileStreamPropertyID) {
    /// A `UInt32`: the file's type.
    kAudioFileStreamProperty_FileFormat = 0x66666D74,  // 'ffmt'
    /// An `AudioStreamBasicDescription`.
    kAudioFileStreamProperty_DataFormat = 0x64666D74,  // 'dfmt'
    /// A list of `AudioFormatListItem`, the best first.
    kAudioFileStreamProperty_FormatList = 0x666C7374,  // 'flst'
    /// The magic cookie of the decoder.
    kAudioFileStreamProperty_MagicCookieData = 0x6D676963,  // 'mgic'
    /// An `AudioChannelLayout` with as many descriptions as it counts.
    kAudioFileStreamProperty_ChannelLayout = 0x636D6170,  // 'cmap'
    /// An `AudioFilePacketTableInfo`.
    kAudioFileStreamProperty_PacketTableInfo = 0x706E666F,  // 'pnfo'
    /// An `SInt64`: offset of the audio in the file, in bytes.
    kAudioFileStreamProperty_DataOffset = 0x646F6666,  // 'doff'
    /// A `UInt64`: bytes of audio, if the header says so.
    kAudioFileStreamProperty_AudioDataByteCount = 0x62636E74,  // 'bcnt'
    /// A `UInt64`: packets of audio, if the header says so.
    kAudioFileStreamProperty_AudioDataPacketCount = 0x70636E74,  // 'pcnt'
    /// A `UInt32`, in bytes: exact if the header says so, otherwise an upper bound.
    kAudioFileStreamProperty_MaximumPacketSize = 0x70737A65,  // 'psze'
    /// A `UInt32`, in bytes.
    kAudioFileStreamProperty_PacketSizeUpperBound = 0x706B7562,  // 'pkub'
    /// A `double`: exact if the header says so, otherwise the average of the packets so far.
    kAudioFileStreamProperty_AverageBytesPerPacket = 0x61627070,  // 'abpp'
    /// A `UInt32`: bits per second; exact or an average like the bytes per packet.
    kAudioFileStreamProperty_BitRate = 0x62726174,  // 'brat'
    /// A `CFDictionaryRef` of metadata strings that the caller releases.
    kAudioFileStreamProperty_InfoDictionary = 0x696E666F,  // 'info'
    /// A `UInt32`: 1 once packets can be delivered. Reported last.
    kAudioFileStreamProperty_ReadyToProducePackets = 0x72656479,  // 'redy'

    // Properties that translate; they are not reported.

    /// An `AudioFramePacketTranslation`: packet in, frame out.
    kAudioFileStreamProperty_PacketToFrame = 0x706B6672,  // 'pkfr'
    /// An `AudioFramePacketTranslation`: frame in, packet and offset out.
    kAudioFileStreamProperty_FrameToPacket = 0x6672706B,  // 'frpk'
    /// A `UInt32`: 1 when decoding cannot start at every packet.
    kAudioFileStreamProperty_RestrictsRandomAccess = 0x72726170,  // 'rrap'
    /// An `AudioPacketRollDistanceTranslation`: packet in, roll distance out.
    kAudioFileStreamProperty_PacketToRollDistance = 0x706B726C,  // 'pkrl'
    /// An `AudioIndependentPacketTranslation`: packet in, previous independent packet out.
    kAudioFileStreamProperty_PreviousIndependentPacket = 0x70696E64,  // 'pind'
    /// An `AudioIndependentPacketTranslation`: packet in, next independent packet out.
    kAudioFileStreamProperty_NextIndependentPacket = 0x6E696E64,  // 'nind'
    /// An `AudioPacketDependencyInfoTranslation`: packet in, dependency and preroll out.
    kAudioFileStreamProperty_PacketToDependencyInfo = 0x706B6470,  // 'pkdp'
    /// An `AudioBytePacketTranslation`: packet in, byte out.
    kAudioFileStreamProperty_PacketToByte = 0x706B6279,  // 'pkby'
    /// An `AudioBytePacketTranslation`: byte in, packet and offset out.
    kAudioFileStreamProperty_ByteToPacket = 0x6279706B,  // 'bypk'
};

/// Closes a stream. Within one of its callbacks, no further callback follows.
OSStatus AudioFileStreamClose(AudioFileStreamID inAudioFileStream);

/// Parses the next bytes of the stream, and calls the app's callbacks. A NULL pointer with a size
/// of zero ends the stream.
///
/// Returns, also on later calls, 'typ?' for an unsupported file type, 'fmt?' for an encoding with
/// unknown packets, 'optm' when the packet index is behind the audio, 'dta?' for damage, and
/// 'dsc!', until a seek, for a gap in a stream that is parsed by a packet index.
OSStatus AudioFileStreamParseBytes(
    AudioFileStreamID inAudioFileStream, uint32_t inDataByteSize, const void *inData,
    AudioFileStreamParseFlags inFlags);

/// Gets the offset of a packet from the start of the audio, in bytes. The bytes supplied next must
/// be from there.
///
/// Returns 'more' before the stream is ready, 'pck?' for a packet out of range.
OSStatus AudioFileStreamSeek(
    AudioFileStreamID inAudioFileStream, int64_t inPacketOffset, int64_t *outDataByteOffset,
    AudioFileStreamSeekFlags *ioFlags);

/// Reads a property. `ioPropertyDataSize` holds the buffer's size, then the bytes written.
///
/// Returns 'more' for a value that is not known yet, 'unk?' for one that the stream does not have,
/// 'pty?' for an unknown property, '!siz' for too small a buffer.
OSStatus AudioFileStreamGetProperty(
    AudioFileStreamID inAudioFileStream, AudioFileStreamPropertyID inPropertyID,
    uint32_t *ioPropertyDataSize, void *outPropertyData);

/// Always returns 'pty?': no property can be set.
OSStatus AudioFileStreamSetProperty(
    AudioFileStreamID inAudioFileStream, AudioFileStreamPropertyID inPropertyID,
    uint32_t inPropertyDataSize, const void *inPropertyData);

// Swift sees the following functions from the module AudioToolbox, with callbacks that may run on
// any thread.
#ifndef __swift__

/// Receives a property that has become known.
typedef void (*AudioFileStream_PropertyListenerProc)(
    void *inClientData, AudioFileStreamID inAudioFileStream,
    AudioFileStreamPropertyID inPropertyID, AudioFileStreamPropertyFlags *ioFlags);

/// Receives packets, stored back to back in `inInputData`, which is valid during the call. Packets
/// of one size come without descriptions.
typedef void (*AudioFileStream_PacketsProc)(
    void *inClientData, uint32_t inNumberBytes, uint32_t inNumberPackets, const void *inInputData,
    AudioStreamPacketDescription *inPacketDescriptions);

/// Opens a stream parser. The hint (MP3 or ADTS) is for streams that start in the middle and cannot
/// be recognised.
OSStatus AudioFileStreamOpen(
    void *inClientData, AudioFileStream_PropertyListenerProc inPropertyListenerProc,
    AudioFileStream_PacketsProc inPacketsProc, AudioFileTypeID inFileTypeHint,
    AudioFileStreamID *outAudioFileStream);

/// Gets the size of a property in bytes, and whether it can be set: never. Either pointer may be
/// NULL.
OSStatus AudioFileStreamGetPropertyInfo(
    AudioFileStreamID inAudioFileStream, AudioFileStreamPropertyID inPropertyID,
    uint32_t *outPropertyDataSize, Boolean *outWritable);

#endif

SORI_END_DECLARATIONS
