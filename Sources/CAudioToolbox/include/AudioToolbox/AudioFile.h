#pragma once

// Audio File Services: the packets and the properties of audio files.
//
// Every function may be called on any thread, also two at a time for one file. A wrong argument
// gives an error; it never stops the program: -50 for a missing pointer, -38 for a file that is
// closed or was never open. When a call fails, nothing is written through the caller's pointers,
// but for a read of bytes that meets the end.

#include <AudioToolbox/AudioFormat.h>
#include <CoreAudioTypes/CoreAudioTypes.h>

SORI_BEGIN_DECLARATIONS

/// The kind of a file.
typedef uint32_t AudioFileTypeID;

typedef uint32_t AudioFilePropertyID;

/// An open file.
typedef struct OpaqueAudioFileID *AudioFileID;

SORI_CONSTANTS(AudioFileTypeID) {
    kAudioFileAIFFType = 0x41494646,                // 'AIFF'
    kAudioFileAIFCType = 0x41494643,                // 'AIFC'
    kAudioFileWAVEType = 0x57415645,                // 'WAVE'
    kAudioFileRF64Type = 0x52463634,                // 'RF64'
    kAudioFileBW64Type = 0x42573634,                // 'BW64'
    kAudioFileWave64Type = 0x57363466,              // 'W64f'
    kAudioFileSoundDesigner2Type = 0x53643266,      // 'Sd2f'
    kAudioFileNextType = 0x4E655854,                // 'NeXT'
    kAudioFileMP3Type = 0x4D504733,                 // 'MPG3'
    kAudioFileMP2Type = 0x4D504732,                 // 'MPG2'
    kAudioFileMP1Type = 0x4D504731,                 // 'MPG1'
    kAudioFileAC3Type = 0x61632D33,                 // 'ac-3'
    kAudioFileAAC_ADTSType = 0x61647473,            // 'adts'
    kAudioFileMPEG4Type = 0x6D703466,               // 'mp4f'
    kAudioFileM4AType = 0x6D346166,                 // 'm4af'
    kAudioFileM4BType = 0x6D346266,                 // 'm4bf'
    kAudioFileCAFType = 0x63616666,                 // 'caff'
    kAudioFile3GPType = 0x33677070,                 // '3gpp'
    kAudioFile3GP2Type = 0x33677032,                // '3gp2'
    kAudioFileAMRType = 0x616D7266,                 // 'amrf'
    kAudioFileFLACType = 0x666C6163,                // 'flac'
    kAudioFileLATMInLOASType = 0x6C6F6173,          // 'loas'
};

/// What a file is opened for.
SORI_ENUMERATION(int8_t, AudioFilePermissions) {
    kAudioFileReadPermission = 0x01,
    kAudioFileWritePermission = 0x02,
    kAudioFileReadWritePermission = 0x03,
};

SORI_CONSTANTS(OSStatus) {
    kAudioFileUnspecifiedError = 0x7768743F,                  // 'wht?'
    kAudioFileUnsupportedFileTypeError = 0x7479703F,          // 'typ?'
    kAudioFileUnsupportedDataFormatError = 0x666D743F,        // 'fmt?'
    kAudioFileUnsupportedPropertyError = 0x7074793F,          // 'pty?'
    kAudioFileBadPropertySizeError = 0x2173697A,              // '!siz'
    kAudioFilePermissionsError = 0x70726D3F,                  // 'prm?'
    kAudioFileNotOptimizedError = 0x6F70746D,                 // 'optm'
    kAudioFileInvalidChunkError = 0x63686B3F,                 // 'chk?'
    kAudioFileDoesNotAllow64BitDataSizeError = 0x6F66663F,    // 'off?'
    kAudioFileInvalidPacketOffsetError = 0x70636B3F,          // 'pck?'
    kAudioFileInvalidPacketDependencyError = 0x6465703F,      // 'dep?'
    kAudioFileInvalidFileError = 0x6474613F,                  // 'dta?'
    kAudioFileOperationNotSupportedError = 0x6F703F3F,        // 'op??'
    kAudioFileNotOpenError = -38,
    kAudioFileEndOfFileError = -39,
    kAudioFilePositionError = -40,
    kAudioFileFileNotFoundError = -43,
};

/// What `AudioFileGetProperty` tells of a file.
SORI_CONSTANTS(AudioFilePropertyID) {
    /// A `UInt32`: the file's type.
    kAudioFilePropertyFileFormat = 0x66666D74,  // 'ffmt'
    /// An `AudioStreamBasicDescription`.
    kAudioFilePropertyDataFormat = 0x64666D74,  // 'dfmt'
    /// A list of `AudioFormatListItem`, the best first.
    kAudioFilePropertyFormatList = 0x666C7374,  // 'flst'
    /// A `UInt32`: 1 when the audio is the last part of the file.
    kAudioFilePropertyIsOptimized = 0x6F70746D,  // 'optm'
    /// Bytes that a decoder must have beside the data format.
    kAudioFilePropertyMagicCookieData = 0x6D676963,  // 'mgic'
    /// A `UInt64`.
    kAudioFilePropertyAudioDataByteCount = 0x62636E74,  // 'bcnt'
    /// A `UInt64`.
    kAudioFilePropertyAudioDataPacketCount = 0x70636E74,  // 'pcnt'
    /// A `UInt32`, in bytes; exact, so that the whole file may be gone over.
    kAudioFilePropertyMaximumPacketSize = 0x70737A65,  // 'psze'
    /// A `UInt32`, in bytes; told without going over the file.
    kAudioFilePropertyPacketSizeUpperBound = 0x706B7562,  // 'pkub'
    /// An `AudioPacketRangeByteCountTranslation`: packets in, bytes out.
    kAudioFilePropertyPacketRangeByteCountUpperBound = 0x70727562,  // 'prub'
    /// A `double`, seconds to keep room for; only to be set.
    kAudioFilePropertyReserveDuration = 0x72737276,  // 'rsrv'
    /// A `double`, seconds.
    kAudioFilePropertyEstimatedDuration = 0x65647572,  // 'edur'
    /// A `UInt32`, bits a second.
    kAudioFilePropertyBitRate = 0x62726174,  // 'brat'
    /// An `SInt64`: bytes of the file before the audio.
    kAudioFilePropertyDataOffset = 0x646F6666,  // 'doff'
    /// An `AudioChannelLayout`, as long as its count of channels makes it.
    kAudioFilePropertyChannelLayout = 0x636D6170,  // 'cmap'
    /// A `UInt32`: whether sizes in the header wait until the file is read or closed.
    kAudioFilePropertyDeferSizeUpdates = 0x64737A75,  // 'dszu'
    /// A `CFStringRef` that the caller releases.
    kAudioFilePropertyDataFormatName = 0x666E6D65,  // 'fnme'
    /// An `AudioFramePacketTranslation`: packet in, frame out.
    kAudioFilePropertyPacketToFrame = 0x706B6672,  // 'pkfr'
    /// An `AudioFramePacketTranslation`: frame in, packet and offset out.
    kAudioFilePropertyFrameToPacket = 0x6672706B,  // 'frpk'
    /// A `UInt32`: 1 when not every packet can be the first to be decoded.
    kAudioFilePropertyRestrictsRandomAccess = 0x72726170,  // 'rrap'
    /// An `AudioPacketRollDistanceTranslation`: packet in, distance out.
    kAudioFilePropertyPacketToRollDistance = 0x706B726C,  // 'pkrl'
    /// An `AudioIndependentPacketTranslation`: packet in, the one before it out.
    kAudioFilePropertyPreviousIndependentPacket = 0x70696E64,  // 'pind'
    /// An `AudioIndependentPacketTranslation`: packet in, the one after it out.
    kAudioFilePropertyNextIndependentPacket = 0x6E696E64,  // 'nind'
    /// An `AudioPacketDependencyInfoTranslation`: packet in, the rest out.
    kAudioFilePropertyPacketToDependencyInfo = 0x706B6470,  // 'pkdp'
    /// An `AudioBytePacketTranslation`: packet in, byte out.
    kAudioFilePropertyPacketToByte = 0x706B6279,  // 'pkby'
    /// An `AudioBytePacketTranslation`: byte in, packet and offset out.
    kAudioFilePropertyByteToPacket = 0x6279706B,  // 'bypk'
    /// A list of `UInt32`: the names of the file's parts.
    kAudioFilePropertyChunkIDs = 0x63686964,  // 'chid'
    /// A `CFDictionaryRef` that the caller releases: texts about the sound.
    kAudioFilePropertyInfoDictionary = 0x696E666F,  // 'info'
    /// An `AudioFilePacketTableInfo`.
    kAudioFilePropertyPacketTableInfo = 0x706E666F,  // 'pnfo'
    /// An `SInt32`: of what was coded; negative for floating point.
    kAudioFilePropertySourceBitDepth = 0x73627464,  // 'sbtd'
    /// Bytes of an ID3 tag.
    kAudioFilePropertyID3Tag = 0x69643374,  // 'id3t'
    /// An `SInt64`: bytes of the file before the ID3 tag.
    kAudioFilePropertyID3TagOffset = 0x6964336F,  // 'id3o'
    /// A `UInt32`.
    kAudioFilePropertyAudioTrackCount = 0x61746374,  // 'atct'
    /// A `UInt32`, a track's number from 0 on; only to be set.
    kAudioFilePropertyUseAudioTrack = 0x7561746B,  // 'uatk'
};

/// A frame, and the packet that holds it.
struct AudioFramePacketTranslation {
    int64_t mFrame;
    int64_t mPacket;
    uint32_t mFrameOffsetInPacket;
};
typedef struct AudioFramePacketTranslation AudioFramePacketTranslation;

SORI_OPTIONS(uint32_t, AudioBytePacketTranslationFlags) {
    kBytePacketTranslationFlag_IsEstimate = 1,
};

/// A byte of the audio, counted from its first, and the packet that holds it.
struct AudioBytePacketTranslation {
    int64_t mByte;
    int64_t mPacket;
    uint32_t mByteOffsetInPacket;
    AudioBytePacketTranslationFlags mFlags;
};
typedef struct AudioBytePacketTranslation AudioBytePacketTranslation;

/// Frames that are decoded but not heard. The three add up to the packets times their frames.
struct AudioFilePacketTableInfo {
    int64_t mNumberValidFrames;
    int32_t mPrimingFrames;
    int32_t mRemainderFrames;
};
typedef struct AudioFilePacketTableInfo AudioFilePacketTableInfo;

struct AudioPacketRangeByteCountTranslation {
    int64_t mPacket;
    int64_t mPacketCount;
    int64_t mByteCountUpperBound;
};
typedef struct AudioPacketRangeByteCountTranslation AudioPacketRangeByteCountTranslation;

/// How many packets before one must be decoded first, their sound thrown away.
struct AudioPacketRollDistanceTranslation {
    int64_t mPacket;
    int64_t mRollDistance;
};
typedef struct AudioPacketRollDistanceTranslation AudioPacketRollDistanceTranslation;

struct AudioIndependentPacketTranslation {
    int64_t mPacket;
    /// -1 when there is none.
    int64_t mIndependentlyDecodablePacket;
};
typedef struct AudioIndependentPacketTranslation AudioIndependentPacketTranslation;

struct AudioPacketDependencyInfoTranslation {
    int64_t mPacket;
    uint32_t mIsIndependentlyDecodable;
    uint32_t mNumberPrerollPackets;
};
typedef struct AudioPacketDependencyInfoTranslation AudioPacketDependencyInfoTranslation;

// Keys of the information dictionary.
#define kAFInfoDictionary_Album "album"
#define kAFInfoDictionary_ApproximateDurationInSeconds "approximate duration in seconds"
#define kAFInfoDictionary_Artist "artist"
#define kAFInfoDictionary_ChannelLayout "channel layout"
#define kAFInfoDictionary_Comments "comments"
#define kAFInfoDictionary_Composer "composer"
#define kAFInfoDictionary_Copyright "copyright"
#define kAFInfoDictionary_EncodingApplication "encoding application"
#define kAFInfoDictionary_Genre "genre"
#define kAFInfoDictionary_ISRC "ISRC"
#define kAFInfoDictionary_KeySignature "key signature"
#define kAFInfoDictionary_Lyricist "lyricist"
#define kAFInfoDictionary_NominalBitRate "nominal bit rate"
#define kAFInfoDictionary_RecordedDate "recorded date"
#define kAFInfoDictionary_SourceBitDepth "source bit depth"
#define kAFInfoDictionary_SourceEncoder "source encoder"
#define kAFInfoDictionary_SubTitle "subtitle"
#define kAFInfoDictionary_Tempo "tempo"
#define kAFInfoDictionary_TimeSignature "time signature"
#define kAFInfoDictionary_Title "title"
#define kAFInfoDictionary_TrackNumber "track number"
#define kAFInfoDictionary_Year "year"

// MARK: Opening

/// Ends the use of a file. A call for it that another thread is in the middle of comes to its end.
OSStatus AudioFileClose(AudioFileID inAudioFile);

// MARK: Reading

/// Copies bytes of the audio, whatever the packets. At the end the count becomes less, and the
/// result is -39.
OSStatus AudioFileReadBytes(
    AudioFileID inAudioFile, SORI_BOOLEAN inUseCache, int64_t inStartingByte,
    uint32_t *ioNumBytes, void *outBuffer);

/// Copies whole packets, one after the other.
///
/// `ioNumBytes` is how much `outBuffer` holds, and becomes how much was copied; `ioNumPackets` the
/// same in packets. Both become less when the buffer is full or the audio ends, which is no error;
/// beyond the end they become zero. `outPacketDescriptions` may be NULL.
OSStatus AudioFileReadPacketData(
    AudioFileID inAudioFile, SORI_BOOLEAN inUseCache, uint32_t *ioNumBytes,
    AudioStreamPacketDescription *outPacketDescriptions, int64_t inStartingPacket,
    uint32_t *ioNumPackets, void *outBuffer);

/// The same for a buffer that holds as many packets of the largest size as are asked for.
OSStatus AudioFileReadPackets(
    AudioFileID inAudioFile, SORI_BOOLEAN inUseCache, uint32_t *outNumBytes,
    AudioStreamPacketDescription *outPacketDescriptions, int64_t inStartingPacket,
    uint32_t *ioNumPackets, void *outBuffer);

// MARK: Parts of a file by name

/// How many parts of a name the file has.
OSStatus AudioFileCountUserData(
    AudioFileID inAudioFile, uint32_t inUserDataID, uint32_t *outNumberItems);

/// Bytes in a part. Of those with one name the first has the index 0.
///
/// Returns 'chk?' when there is no such part, 'op??' when this kind of file has no parts.
OSStatus AudioFileGetUserDataSize(
    AudioFileID inAudioFile, uint32_t inUserDataID, uint32_t inIndex, uint32_t *outUserDataSize);

OSStatus AudioFileGetUserDataSize64(
    AudioFileID inAudioFile, uint32_t inUserDataID, uint32_t inIndex, uint64_t *outUserDataSize);

/// Copies a part, or the first of it that fits.
OSStatus AudioFileGetUserData(
    AudioFileID inAudioFile, uint32_t inUserDataID, uint32_t inIndex, uint32_t *ioUserDataSize,
    void *outUserData);

/// The same from a byte of the part on.
OSStatus AudioFileGetUserDataAtOffset(
    AudioFileID inAudioFile, uint32_t inUserDataID, uint32_t inIndex, int64_t inOffset,
    uint32_t *ioUserDataSize, void *outUserData);

// MARK: Properties

/// The size of a property, and whether it can be set. Either pointer may be NULL.
///
/// Returns 'pty?' for a property that the file does not have.
OSStatus AudioFileGetPropertyInfo(
    AudioFileID inAudioFile, AudioFilePropertyID inPropertyID, uint32_t *outDataSize,
    uint32_t *isWritable);

/// Reads a property. `ioDataSize` is how much there is room for, and becomes how much was written.
///
/// Returns '!siz' when there is not room for all of it.
OSStatus AudioFileGetProperty(
    AudioFileID inAudioFile, AudioFilePropertyID inPropertyID, uint32_t *ioDataSize,
    void *outPropertyData);

// MARK: What can be read and written

SORI_CONSTANTS(AudioFilePropertyID) {
    /// A list of `AudioFileTypeID`.
    kAudioFileGlobalInfo_ReadableTypes = 0x61667266,  // 'afrf'
    /// A list of `AudioFileTypeID`.
    kAudioFileGlobalInfo_WritableTypes = 0x61667766,  // 'afwf'
    /// A type in; a `CFStringRef`.
    kAudioFileGlobalInfo_FileTypeName = 0x66746E6D,  // 'ftnm'
    /// An `AudioFileTypeAndFormatID` in; what can be written, as a list of
    /// `AudioStreamBasicDescription` whose zeros mean "any".
    kAudioFileGlobalInfo_AvailableStreamDescriptionsForFormat = 0x73646964,  // 'sdid'
    /// A type in; a list of the `AudioFormatID` that can be written.
    kAudioFileGlobalInfo_AvailableFormatIDs = 0x666D6964,  // 'fmid'
    /// A `CFArrayRef` of strings.
    kAudioFileGlobalInfo_AllExtensions = 0x616C7874,  // 'alxt'
    /// A list of `UInt32`.
    kAudioFileGlobalInfo_AllHFSTypeCodes = 0x61686673,  // 'ahfs'
    /// A `CFArrayRef` of strings.
    kAudioFileGlobalInfo_AllUTIs = 0x61757469,  // 'auti'
    /// A `CFArrayRef` of strings.
    kAudioFileGlobalInfo_AllMIMETypes = 0x616D696D,  // 'amim'
    /// A type in; a `CFArrayRef` of strings, the usual one first.
    kAudioFileGlobalInfo_ExtensionsForType = 0x66657874,  // 'fext'
    /// A type in; a list of `UInt32`.
    kAudioFileGlobalInfo_HFSTypeCodesForType = 0x66686673,  // 'fhfs'
    /// A type in; a `CFArrayRef` of strings.
    kAudioFileGlobalInfo_UTIsForType = 0x66757469,  // 'futi'
    /// A type in; a `CFArrayRef` of strings.
    kAudioFileGlobalInfo_MIMETypesForType = 0x666D696D,  // 'fmim'
    /// A `CFStringRef` in; a list of `AudioFileTypeID`.
    kAudioFileGlobalInfo_TypesForMIMEType = 0x746D696D,  // 'tmim'
    /// A `CFStringRef` in; a list of `AudioFileTypeID`.
    kAudioFileGlobalInfo_TypesForUTI = 0x74757469,  // 'tuti'
    /// A `UInt32` in; a list of `AudioFileTypeID`.
    kAudioFileGlobalInfo_TypesForHFSTypeCode = 0x74686673,  // 'thfs'
    /// A `CFStringRef` in; a list of `AudioFileTypeID`.
    kAudioFileGlobalInfo_TypesForExtension = 0x74657874,  // 'text'
};

struct AudioFileTypeAndFormatID {
    AudioFileTypeID mFileType;
    uint32_t mFormatID;
};
typedef struct AudioFileTypeAndFormatID AudioFileTypeAndFormatID;

OSStatus AudioFileGetGlobalInfoSize(
    AudioFilePropertyID inPropertyID, uint32_t inSpecifierSize, void *inSpecifier,
    uint32_t *outDataSize);

/// What is known of kinds of file. Objects in the result are the caller's to release.
OSStatus AudioFileGetGlobalInfo(
    AudioFilePropertyID inPropertyID, uint32_t inSpecifierSize, void *inSpecifier,
    uint32_t *ioDataSize, void *outPropertyData);

// Swift sees the following with Foundation's types, from the module AudioToolbox itself.
#ifndef __swift__

/// Opens a file. Its kind is told by its content; the hint is not needed.
///
/// Returns -43 when there is no such file, 'typ?' when it is not an audio file, 'dta?' when it is
/// a damaged one.
OSStatus AudioFileOpenURL(
    CFURLRef inFileRef, AudioFilePermissions inPermissions, AudioFileTypeID inFileTypeHint,
    AudioFileID *outAudioFile);

/// Copies bytes of what is to be read as a file, from `inPosition` on. Fewer than asked for are
/// taken for the end. What it returns but zero is the result of the call that needed the bytes.
typedef OSStatus (*AudioFile_ReadProc)(
    void *inClientData, int64_t inPosition, uint32_t requestCount,
    void *buffer, uint32_t *actualCount);

typedef OSStatus (*AudioFile_WriteProc)(
    void *inClientData, int64_t inPosition, uint32_t requestCount,
    const void *buffer, uint32_t *actualCount);

typedef int64_t (*AudioFile_GetSizeProc)(void *inClientData);

typedef OSStatus (*AudioFile_SetSizeProc)(void *inClientData, int64_t inSize);

/// Opens what the app's own functions read. They are called during calls for this file only, on
/// the thread of the call and one at a time. The file is for reading, and the two functions for
/// writing may be NULL.
OSStatus AudioFileOpenWithCallbacks(
    void *inClientData, AudioFile_ReadProc inReadFunc,
    AudioFile_WriteProc inWriteFunc,
    AudioFile_GetSizeProc inGetSizeFunc,
    AudioFile_SetSizeProc inSetSizeFunc, AudioFileTypeID inFileTypeHint,
    AudioFileID *outAudioFile);

#endif

SORI_END_DECLARATIONS
