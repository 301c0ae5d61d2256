#pragma once

// Extended Audio File Services: reads or writes any audio file as linear PCM.
//
// Counts of frames read or written are in the client format; positions and the length are valid
// frames of the file at its own sample rate. Any thread; calls for one file wait for each other,
// except `ExtAudioFileWriteAsync`, which never waits. An invalid argument gives an error and never
// crashes the program: -50 for a missing pointer, -38 for a file that was disposed of or never
// open. A failed call writes nothing through the caller's pointers.

#include <AudioToolbox/AudioFile.h>
#include <CoreAudioTypes/CoreAudioTypes.h>

SORI_BEGIN_DECLARATIONS

/// A handle of an extended audio file.
typedef struct OpaqueExtAudioFile *ExtAudioFileRef;

/// The four-character code of a property.
typedef uint32_t ExtAudioFilePropertyID;

SORI_CONSTANTS(ExtAudioFilePropertyID) {
    /// An `AudioStreamBasicDescription`: the file's format; read-only.
    kExtAudioFileProperty_FileDataFormat = 0x66666D74,  // 'ffmt'
    /// An `AudioChannelLayout` of the file; settable before the first frame is written.
    kExtAudioFileProperty_FileChannelLayout = 0x66636C6F,  // 'fclo'
    /// An `AudioStreamBasicDescription` of linear PCM: the client format. Until it is set, the
    /// file's own format is used, which works for linear PCM files only. For a file that is
    /// written, settable before the first frame. Resets a channel map of the converter.
    kExtAudioFileProperty_ClientDataFormat = 0x63666D74,  // 'cfmt'
    /// An `AudioChannelLayout` of the client format.
    kExtAudioFileProperty_ClientChannelLayout = 0x63636C6F,  // 'cclo'
    /// A `UInt32`: manufacturer of the codec. Only software codecs are available here.
    kExtAudioFileProperty_CodecManufacturer = 0x636D616E,  // 'cman'
    /// An `AudioConverterRef`, or NULL when nothing is converted. Its settings (sample rate
    /// converter quality, bit rate, channel map, dither) take effect when `ConverterConfig` is set;
    /// it does not convert itself. Disposed of when the client format is set, and with the file.
    kExtAudioFileProperty_AudioConverter = 0x61636E76,  // 'acnv'
    /// The `AudioFileID` below. It is closed together with this file, unless it was wrapped.
    kExtAudioFileProperty_AudioFile = 0x6166696C,  // 'afil'
    /// A `UInt32`: size of the file's largest packet in bytes.
    kExtAudioFileProperty_FileMaxPacketSize = 0x666D7073,  // 'fmps'
    /// A `UInt32`: size of the client's largest packet in bytes.
    kExtAudioFileProperty_ClientMaxPacketSize = 0x636D7073,  // 'cmps'
    /// An `SInt64`: the file's length in frames; for a file that is written, so far.
    kExtAudioFileProperty_FileLengthFrames = 0x2366726D,  // '#frm'
    /// A `CFPropertyListRef`, write-only; its value is ignored. Setting it applies changed
    /// properties of the converter. For a file that is written, before the first frame.
    kExtAudioFileProperty_ConverterConfig = 0x61636366,  // 'accf'
    /// A `UInt32`: size of the I/O buffer in bytes. Stored without effect here.
    kExtAudioFileProperty_IOBufferSizeBytes = 0x696F6273,  // 'iobs'
    /// A pointer to the I/O buffer. Not available here.
    kExtAudioFileProperty_IOBuffer = 0x696F6266,  // 'iobf'
    /// An `AudioFilePacketTableInfo`. Setting it overrides which decoded frames are valid.
    kExtAudioFileProperty_PacketTable = 0x78707469,  // 'xpti'
};

/// Values for fields of `kExtAudioFileProperty_PacketTable` that keep the file's own.
SORI_CONSTANTS(int32_t) {
    /// Use the packet table information that the file contains.
    kExtAudioFilePacketTableInfoOverride_UseFileValue = -1,
    /// Use the packet table information of the file if it is consistent.
    kExtAudioFilePacketTableInfoOverride_UseFileValueIfValid = -2,
};

SORI_CONSTANTS(OSStatus) {
    /// The codec is unavailable now; the frames passed in are lost.
    kExtAudioFileError_CodecUnavailableInputConsumed = -66559,
    /// The codec is unavailable; none of the frames passed in were used.
    kExtAudioFileError_CodecUnavailableInputNotConsumed = -66560,
    /// The file has no such property, or it cannot be set.
    kExtAudioFileError_InvalidProperty = -66561,
    /// The size of the property's value is wrong.
    kExtAudioFileError_InvalidPropertySize = -66562,
    /// The client format is not linear PCM.
    kExtAudioFileError_NonPCMClientFormat = -66563,
    /// The layout or map does not match the number of channels.
    kExtAudioFileError_InvalidChannelMap = -66564,
    /// The property must be set before the first frame is written.
    kExtAudioFileError_InvalidOperationOrder = -66565,
    /// The fields of the format contradict each other.
    kExtAudioFileError_InvalidDataFormat = -66566,
    /// The largest packet size is not known yet.
    kExtAudioFileError_MaxPacketSizeUnknown = -66567,
    /// The frame is outside the file, or the file is open for writing.
    kExtAudioFileError_InvalidSeek = -66568,
    /// More frames in one call than the write buffer holds.
    kExtAudioFileError_AsyncWriteTooLarge = -66569,
    /// The write buffer is full: frames arrive faster than they are written.
    kExtAudioFileError_AsyncWriteBufferOverflow = -66570,
};

// MARK: Opening and closing

/// Wraps an open audio file for reading or writing. `ExtAudioFileDispose` does not close it, and it
/// must stay open until then.
OSStatus ExtAudioFileWrapAudioFileID(
    AudioFileID inFileID, SORI_BOOLEAN inForWriting, ExtAudioFileRef *outExtAudioFile);

/// Disposes of an extended audio file; a file that is written is completed.
OSStatus ExtAudioFileDispose(ExtAudioFileRef inExtAudioFile);

// MARK: Frames

/// Reads the next frames.
///
/// `ioNumberFrames` holds the frames wanted, then the frames read: fewer only at the end or for
/// smaller buffers, and 0 with `noErr` at the end. `mDataByteSize` of each buffer holds its size,
/// then the bytes read.
OSStatus ExtAudioFileRead(
    ExtAudioFileRef inExtAudioFile, uint32_t *ioNumberFrames, AudioBufferList *ioData);

/// Converts and writes frames.
///
/// When the file cannot be written, as on a full disk, the rest of the frames is not accepted:
/// `ExtAudioFileTell` returns the position, and writing can continue from there later. A file that
/// is disposed of is complete for the frames it has.
OSStatus ExtAudioFileWrite(
    ExtAudioFileRef inExtAudioFile, uint32_t inNumberFrames, const AudioBufferList *ioData);

/// Queues frames for a writing thread, and returns at once.
///
/// Must first be called with 0 frames and NULL, on a thread that may block. Returns -66569 for more
/// frames than the queue holds (at least two seconds), -66570 when the queue is full. The next call
/// of another writing function returns later errors.
OSStatus ExtAudioFileWriteAsync(
    ExtAudioFileRef inExtAudioFile, uint32_t inNumberFrames, const AudioBufferList *ioData);

// MARK: Position

/// Seeks to a frame of the file, at the file's sample rate; -66568 outside the file, and for a file
/// that is written.
///
/// The frames read from there are the same as in sequential reading; with sample-rate conversion,
/// all but the first few.
OSStatus ExtAudioFileSeek(ExtAudioFileRef inExtAudioFile, int64_t inFrameOffset);

/// Gets the file's frame that is read or written next, at the file's sample rate.
///
/// For a file that is written, only accepted frames count, including those that an encoder or
/// resampler holds until more frames follow.
OSStatus ExtAudioFileTell(ExtAudioFileRef inExtAudioFile, int64_t *outFrameOffset);

// MARK: Properties

/// Reads a property. `ioPropertyDataSize` holds the buffer's size, then the bytes written. -66561
/// for a property that the file does not have, -66562 for too small a buffer.
OSStatus ExtAudioFileGetProperty(
    ExtAudioFileRef inExtAudioFile, ExtAudioFilePropertyID inPropertyID,
    uint32_t *ioPropertyDataSize, void *outPropertyData);

/// Sets a property. -66563, -66566 and -66564 for invalid formats and layouts, -66565 for a
/// property that must be set before the first frame.
OSStatus ExtAudioFileSetProperty(
    ExtAudioFileRef inExtAudioFile, ExtAudioFilePropertyID inPropertyID,
    uint32_t inPropertyDataSize, const void *inPropertyData);

// Swift sees the following functions with Foundation's types, from the module AudioToolbox.
#ifndef __swift__

/// Opens a file for reading. Returns the statuses of `AudioFileOpenURL`.
OSStatus ExtAudioFileOpenURL(CFURLRef inURL, ExtAudioFileRef *outExtAudioFile);

/// Creates a file for writing. `inFlags` are those of `AudioFileCreateWithURL`; without the one for
/// erasing, an existing file gives 'prm?'. Fields of `inStreamDesc` that follow from the encoding
/// may be zero. `inChannelLayout` may be NULL.
OSStatus ExtAudioFileCreateWithURL(
    CFURLRef inURL, AudioFileTypeID inFileType,
    const AudioStreamBasicDescription *inStreamDesc, const AudioChannelLayout *inChannelLayout,
    uint32_t inFlags, ExtAudioFileRef *outExtAudioFile);

/// Gets the size of a property in bytes, and whether it can be set. Either pointer may be NULL.
OSStatus ExtAudioFileGetPropertyInfo(
    ExtAudioFileRef inExtAudioFile, ExtAudioFilePropertyID inPropertyID, uint32_t *outSize,
    Boolean *outWritable);

#endif

SORI_END_DECLARATIONS
