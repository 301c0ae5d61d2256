#pragma once

// Extended Audio File Services: an audio file read or written as linear PCM, whatever it holds.
//
// Counts of frames in and out are in the client's format; places in the file, and its length, are
// frames of the file at its own rate, without those that are decoded but not heard. Every function
// may be called on any thread; calls for one file wait for each other, but for
// `ExtAudioFileWriteAsync`, which waits for nothing. A wrong argument gives an error; it never stops
// the program: -50 for a missing pointer, -38 for a file that was disposed of or never open. When a
// call fails, nothing is written through the caller's pointers.

#include <AudioToolbox/AudioFile.h>
#include <CoreAudioTypes/CoreAudioTypes.h>

SORI_BEGIN_DECLARATIONS

/// An open file.
typedef struct OpaqueExtAudioFile *ExtAudioFileRef;

typedef uint32_t ExtAudioFilePropertyID;

SORI_CONSTANTS(ExtAudioFilePropertyID) {
    /// An `AudioStreamBasicDescription`: what the file holds. Only to be read.
    kExtAudioFileProperty_FileDataFormat = 0x66666D74,  // 'ffmt'
    /// An `AudioChannelLayout`. To be set before the first frame is written.
    kExtAudioFileProperty_FileChannelLayout = 0x66636C6F,  // 'fclo'
    /// An `AudioStreamBasicDescription`, of linear PCM: what is read and written here. Until it is
    /// set, the file's; a file of another coding can only be read or written with one. Of a file
    /// that is written, to be set before the first frame. A channel map set by the converter is
    /// forgotten then.
    kExtAudioFileProperty_ClientDataFormat = 0x63666D74,  // 'cfmt'
    /// An `AudioChannelLayout`.
    kExtAudioFileProperty_ClientChannelLayout = 0x63636C6F,  // 'cclo'
    /// A `UInt32`: who made the coder. There are only ones in software here.
    kExtAudioFileProperty_CodecManufacturer = 0x636D616E,  // 'cman'
    /// An `AudioConverterRef`, or NULL where nothing is converted. What an app sets of it (rates'
    /// quality, bit rate, channel map, dither) is taken over when `ConverterConfig` is set; it
    /// converts nothing itself. Gone when the client's format is set, or the file disposed of.
    kExtAudioFileProperty_AudioConverter = 0x61636E76,  // 'acnv'
    /// The `AudioFileID` below. It is closed together with this file, unless it was wrapped.
    kExtAudioFileProperty_AudioFile = 0x6166696C,  // 'afil'
    /// A `UInt32`, in bytes.
    kExtAudioFileProperty_FileMaxPacketSize = 0x666D7073,  // 'fmps'
    /// A `UInt32`, in bytes.
    kExtAudioFileProperty_ClientMaxPacketSize = 0x636D7073,  // 'cmps'
    /// An `SInt64`: the file's length, of a file that is written so far.
    kExtAudioFileProperty_FileLengthFrames = 0x2366726D,  // '#frm'
    /// A `CFPropertyListRef`, only to be set, of which nothing is read: that it is set says that the
    /// converter's properties were changed. Of a file that is written, before the first frame.
    kExtAudioFileProperty_ConverterConfig = 0x61636366,  // 'accf'
    /// A `UInt32`: how much is read at a time. Kept, but of no effect here.
    kExtAudioFileProperty_IOBufferSizeBytes = 0x696F6273,  // 'iobs'
    /// A pointer to memory for that. There is none to be had here.
    kExtAudioFileProperty_IOBuffer = 0x696F6266,  // 'iobf'
    /// An `AudioFilePacketTableInfo`. Set, it says otherwise than the file which frames are heard.
    kExtAudioFileProperty_PacketTable = 0x78707469,  // 'xpti'
};

/// In fields of `kExtAudioFileProperty_PacketTable` that are set: the file's own value.
SORI_CONSTANTS(int32_t) {
    kExtAudioFilePacketTableInfoOverride_UseFileValue = -1,
    kExtAudioFilePacketTableInfoOverride_UseFileValueIfValid = -2,
};

SORI_CONSTANTS(OSStatus) {
    kExtAudioFileError_CodecUnavailableInputConsumed = -66559,
    kExtAudioFileError_CodecUnavailableInputNotConsumed = -66560,
    kExtAudioFileError_InvalidProperty = -66561,
    kExtAudioFileError_InvalidPropertySize = -66562,
    kExtAudioFileError_NonPCMClientFormat = -66563,
    kExtAudioFileError_InvalidChannelMap = -66564,
    kExtAudioFileError_InvalidOperationOrder = -66565,
    kExtAudioFileError_InvalidDataFormat = -66566,
    kExtAudioFileError_MaxPacketSizeUnknown = -66567,
    kExtAudioFileError_InvalidSeek = -66568,
    kExtAudioFileError_AsyncWriteTooLarge = -66569,
    kExtAudioFileError_AsyncWriteBufferOverflow = -66570,
};

// MARK: Opening and ending

/// Reads or writes a file that is open already. It is not closed by `ExtAudioFileDispose`, and must
/// stay open until then.
OSStatus ExtAudioFileWrapAudioFileID(
    AudioFileID inFileID, SORI_BOOLEAN inForWriting, ExtAudioFileRef *outExtAudioFile);

/// Ends the use of a file; one that is written becomes complete.
OSStatus ExtAudioFileDispose(ExtAudioFileRef inExtAudioFile);

// MARK: Frames

/// Reads the next frames.
///
/// `ioNumberFrames` is how many are wanted, and becomes how many were read: fewer only at the end,
/// or where the buffers hold fewer, and 0 with `noErr` at the end. Each buffer's `mDataByteSize` is
/// how much it holds, and becomes how much was read.
OSStatus ExtAudioFileRead(
    ExtAudioFileRef inExtAudioFile, uint32_t *ioNumberFrames, AudioBufferList *ioData);

/// Converts and writes frames.
///
/// When the file cannot be written, as on a full disk, no more frames are taken: `ExtAudioFileTell`
/// says up to which, and writing can go on with the others when there is room again. The file that
/// is disposed of is complete for what is in it.
OSStatus ExtAudioFileWrite(
    ExtAudioFileRef inExtAudioFile, uint32_t inNumberFrames, const AudioBufferList *ioData);

/// Leaves frames to be written by another thread, and returns at once.
///
/// To be called with 0 frames and NULL first, on a thread that may wait. Returns -66569 for more
/// frames than are ever kept (two seconds and more), -66570 when they come too fast. What goes wrong
/// afterwards is the result of the next call of another function that writes.
OSStatus ExtAudioFileWriteAsync(
    ExtAudioFileRef inExtAudioFile, uint32_t inNumberFrames, const AudioBufferList *ioData);

// MARK: The place in the file

/// Goes to a frame of the file, at its own rate; -66568 outside of it, and for one that is written.
///
/// Frames that are read from there on are the same as when it is reached by reading; where the rate
/// is converted, all but the first few.
OSStatus ExtAudioFileSeek(ExtAudioFileRef inExtAudioFile, int64_t inFrameOffset);

/// The file's frame that is read or written next, at its own rate.
///
/// Of a file that is written, frames that were not taken do not count. Those that a coder, or a
/// conversion of the rate, has taken do, although the last of them are written only with what
/// comes after them.
OSStatus ExtAudioFileTell(ExtAudioFileRef inExtAudioFile, int64_t *outFrameOffset);

// MARK: Properties

/// Reads a property. `ioPropertyDataSize` is how much there is room for, and becomes how much was
/// written. -66561 for a property that the file does not have, -66562 for too little room.
OSStatus ExtAudioFileGetProperty(
    ExtAudioFileRef inExtAudioFile, ExtAudioFilePropertyID inPropertyID,
    uint32_t *ioPropertyDataSize, void *outPropertyData);

/// Sets a property. -66563, -66566 and -66564 for formats and layouts that cannot be, -66565 for
/// what must be set before the first frame is written.
OSStatus ExtAudioFileSetProperty(
    ExtAudioFileRef inExtAudioFile, ExtAudioFilePropertyID inPropertyID,
    uint32_t inPropertyDataSize, const void *inPropertyData);

// Swift sees the following with Foundation's types, from the module AudioToolbox itself.
#ifndef __swift__

/// Opens a file for reading. Returns what `AudioFileOpenURL` does.
OSStatus ExtAudioFileOpenURL(CFURLRef inURL, ExtAudioFileRef *outExtAudioFile);

/// Makes a file. `inFlags` are those of `AudioFileCreateWithURL`: without the one that lets a file be
/// erased, one that is there already is left alone. Fields of `inStreamDesc` that follow from the
/// coding may be zero. `inChannelLayout` may be NULL.
OSStatus ExtAudioFileCreateWithURL(
    CFURLRef inURL, AudioFileTypeID inFileType,
    const AudioStreamBasicDescription *inStreamDesc, const AudioChannelLayout *inChannelLayout,
    uint32_t inFlags, ExtAudioFileRef *outExtAudioFile);

/// The size of a property, and whether it can be set. Either pointer may be NULL.
OSStatus ExtAudioFileGetPropertyInfo(
    ExtAudioFileRef inExtAudioFile, ExtAudioFilePropertyID inPropertyID, uint32_t *outSize,
    Boolean *outWritable);

#endif

SORI_END_DECLARATIONS
