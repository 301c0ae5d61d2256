#pragma once

// Audio File Services: the packets and the properties of audio files.
//
// Every function may be called on any thread, also two at a time for one file. A wrong argument
// gives an error; it never stops the program: -50 for a missing pointer, -38 for a file that is
// closed or was never open. When a call fails, nothing is written through the caller's pointers,
// but for a read of bytes that meets the end.

#include <AudioToolbox/AudioFormat.h>
#include <CoreAudioTypes/CoreAudioTypes.h>
#include <stddef.h>

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

/// A `CFStringRef`. Swift sees a pointer: `Unmanaged.passUnretained(text).toOpaque()`.
#if defined(__swift__)
#define SORI_STRING_REF const void *
#else
#define SORI_STRING_REF CFStringRef
#endif

/// What a file is opened for.
SORI_ENUMERATION(int8_t, AudioFilePermissions) {
    kAudioFileReadPermission = 0x01,
    kAudioFileWritePermission = 0x02,
    kAudioFileReadWritePermission = 0x03,
};

/// How a file is made.
SORI_OPTIONS(uint32_t, AudioFileFlags) {
    /// A file that is there is emptied; without this it is left alone, and the result is 'prm?'.
    kAudioFileFlags_EraseFile = 1,
    /// The audio follows the header at once. Otherwise it starts at a multiple of 4096 bytes.
    kAudioFileFlags_DontPageAlignAudioData = 2,
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

/// What `AudioFileGetProperty` tells of a file, and `AudioFileSetProperty` sets.
///
/// Which can be set, `AudioFileGetPropertyInfo` says of each file. "While empty" is before the first
/// packet of a new file.
SORI_CONSTANTS(AudioFilePropertyID) {
    /// A `UInt32`: the file's type.
    kAudioFilePropertyFileFormat = 0x66666D74,  // 'ffmt'
    /// An `AudioStreamBasicDescription`; to be set while empty.
    kAudioFilePropertyDataFormat = 0x64666D74,  // 'dfmt'
    /// A list of `AudioFormatListItem`, the best first.
    kAudioFilePropertyFormatList = 0x666C7374,  // 'flst'
    /// A `UInt32`: 1 when the audio is the last part of the file.
    kAudioFilePropertyIsOptimized = 0x6F70746D,  // 'optm'
    /// Bytes that a decoder must have beside the data format; to be set while empty.
    kAudioFilePropertyMagicCookieData = 0x6D676963,  // 'mgic'
    /// A `UInt64`; made less, it cuts audio whose packets have one size.
    kAudioFilePropertyAudioDataByteCount = 0x62636E74,  // 'bcnt'
    /// A `UInt64`.
    kAudioFilePropertyAudioDataPacketCount = 0x70636E74,  // 'pcnt'
    /// A `UInt32`, in bytes; exact, so that the whole file may be gone over.
    kAudioFilePropertyMaximumPacketSize = 0x70737A65,  // 'psze'
    /// A `UInt32`, in bytes; told without going over the file.
    kAudioFilePropertyPacketSizeUpperBound = 0x706B7562,  // 'pkub'
    /// An `AudioPacketRangeByteCountTranslation`: packets in, bytes out.
    kAudioFilePropertyPacketRangeByteCountUpperBound = 0x70727562,  // 'prub'
    /// A `double`, only to be set, while empty: seconds of audio for whose tables of packets room is
    /// kept before the audio, so that it need not be moved to be the last part.
    kAudioFilePropertyReserveDuration = 0x72737276,  // 'rsrv'
    /// A `double`, seconds.
    kAudioFilePropertyEstimatedDuration = 0x65647572,  // 'edur'
    /// A `UInt32`, bits a second.
    kAudioFilePropertyBitRate = 0x62726174,  // 'brat'
    /// An `SInt64`: bytes of the file before the audio.
    kAudioFilePropertyDataOffset = 0x646F6666,  // 'doff'
    /// An `AudioChannelLayout`, as long as its count of channels makes it; to be set while empty.
    kAudioFilePropertyChannelLayout = 0x636D6170,  // 'cmap'
    /// A `UInt32`, 1 unless set: whether sizes in the header wait until the file is read, optimized
    /// or closed. With 0, the file on disk is whole after every write.
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
    /// An `AudioFileMarkerList`, as long as its count makes it. The caller releases the names. CAF,
    /// AIFF and WAVE have one; the latter two keep place, name and number of a marker only.
    kAudioFilePropertyMarkerList = 0x6D6B6C73,  // 'mkls'
    /// An `AudioFileRegionList`, as long as its counts make it. CAF alone has one.
    kAudioFilePropertyRegionList = 0x72676C73,  // 'rgls'
    /// A `CFDictionaryRef` that the caller releases: texts about the sound. Set, it takes the place
    /// of all texts before; a file keeps those for which its kind has a place.
    kAudioFilePropertyInfoDictionary = 0x696E666F,  // 'info'
    /// An `AudioFilePacketTableInfo`. To be set, its frames must be those of the packets.
    kAudioFilePropertyPacketTableInfo = 0x706E666F,  // 'pnfo'
    /// An `SInt32`: of what was coded; negative for floating point.
    kAudioFilePropertySourceBitDepth = 0x73627464,  // 'sbtd'
    /// Bytes of an ID3 tag; to be set in AIFF and WAVE.
    kAudioFilePropertyID3Tag = 0x69643374,  // 'id3t'
    /// An `SInt64`: bytes of the file before the ID3 tag.
    kAudioFilePropertyID3TagOffset = 0x6964336F,  // 'id3o'
    /// A `UInt32`.
    kAudioFilePropertyAudioTrackCount = 0x61746374,  // 'atct'
    /// A `UInt32`, a track's number from 0 on; only to be set.
    kAudioFilePropertyUseAudioTrack = 0x7561746B,  // 'uatk'
    /// A `CFDataRef` that the caller releases: a picture, as it is in the file.
    kAudioFilePropertyAlbumArtwork = 0x61617274,  // 'aart'
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

/// A time code: of film, and frames of sound from there.
struct AudioFile_SMPTE_Time {
    int8_t mHours;
    uint8_t mMinutes;
    uint8_t mSeconds;
    uint8_t mFrames;
    uint32_t mSubFrameSampleOffset;
};
typedef struct AudioFile_SMPTE_Time AudioFile_SMPTE_Time;

SORI_CONSTANTS(uint32_t) {
    kAudioFileMarkerType_Generic = 0,
};

/// A place in the sound.
struct AudioFileMarker {
    double mFramePosition;
    /// May be NULL.
    SORI_STRING_REF mName;
    int32_t mMarkerID;
    AudioFile_SMPTE_Time mSMPTETime;
    uint32_t mType;
    uint16_t mReserved;
    /// From 1 on; 0 for all.
    uint16_t mChannel;
};
typedef struct AudioFileMarker AudioFileMarker;

struct AudioFileMarkerList {
    uint32_t mSMPTE_TimeType;
    uint32_t mNumberMarkers;
    /// As many as the count says.
    AudioFileMarker mMarkers[1];
};
typedef struct AudioFileMarkerList AudioFileMarkerList;

/// The size of a list of so many markers.
static inline size_t NumAudioFileMarkersToNumBytes(size_t inNumMarkers) {
    return offsetof(AudioFileMarkerList, mMarkers) + inNumMarkers * sizeof(AudioFileMarker);
}

/// How many markers a list of that size holds.
static inline size_t NumBytesToNumAudioFileMarkers(size_t inNumBytes) {
    size_t head = offsetof(AudioFileMarkerList, mMarkers);
    return inNumBytes < head ? 0 : (inNumBytes - head) / sizeof(AudioFileMarker);
}

SORI_OPTIONS(uint32_t, AudioFileRegionFlags) {
    kAudioFileRegionFlag_LoopEnable = 1,
    kAudioFileRegionFlag_PlayForward = 2,
    kAudioFileRegionFlag_PlayBackward = 4,
};

/// A piece of the sound, between markers of its own.
struct AudioFileRegion {
    uint32_t mRegionID;
    /// May be NULL.
    SORI_STRING_REF mName;
    AudioFileRegionFlags mFlags;
    uint32_t mNumberMarkers;
    /// As many as the count says; then the next region.
    AudioFileMarker mMarkers[1];
};
typedef struct AudioFileRegion AudioFileRegion;

struct AudioFileRegionList {
    uint32_t mSMPTE_TimeType;
    uint32_t mNumberRegions;
    /// As many as the count says, each as long as its own count makes it.
    AudioFileRegion mRegions[1];
};
typedef struct AudioFileRegionList AudioFileRegionList;

/// The region after this one in its list.
static inline AudioFileRegion *NextAudioFileRegion(const AudioFileRegion *inAFRegionPtr) {
    return (AudioFileRegion *)((const char *)inAFRegionPtr + offsetof(AudioFileRegion, mMarkers)
                               + inAFRegionPtr->mNumberMarkers * sizeof(AudioFileMarker));
}

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
///
/// Of a file that was written, the sizes in the header and what stands behind the audio are written
/// now. Should that fail, the file is closed all the same.
OSStatus AudioFileClose(AudioFileID inAudioFile);

/// Puts the audio behind everything else, moving it where there is no room: that can take long.
///
/// Returns 'op??' where the file's bytes cannot be moved.
OSStatus AudioFileOptimize(AudioFileID inAudioFile);

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

// MARK: Writing
//
// A file that is written can be read as well; while it is, one call at a time is let in. Functions of
// the app's that do the file's work may not call for the same file: that gives 'op??'. A file that is
// only read gives 'prm?'. 'off?' is for more than the kind of file can count.

/// Writes bytes of audio whose packets have one size. -40 where there would be a gap.
OSStatus AudioFileWriteBytes(
    AudioFileID inAudioFile, SORI_BOOLEAN inUseCache, int64_t inStartingByte,
    uint32_t *ioNumBytes, const void *inBuffer);

/// Writes whole packets: of one size, anywhere up to the end; of differing sizes, which need
/// descriptions, at the end only.
///
/// Returns 'pck?' for another place, -50 for counts that do not go with `inNumBytes`, and 'op??' when
/// a kind of file that must have a magic cookie was given none.
OSStatus AudioFileWritePackets(
    AudioFileID inAudioFile, SORI_BOOLEAN inUseCache, uint32_t inNumBytes,
    const AudioStreamPacketDescription *inPacketDescriptions, int64_t inStartingPacket,
    uint32_t *ioNumPackets, const void *inBuffer);

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

/// Puts a part in the place of the one with the index, or behind those of its name.
///
/// Returns 'op??' for parts that tell what the audio is, and where this kind of file has no parts.
OSStatus AudioFileSetUserData(
    AudioFileID inAudioFile, uint32_t inUserDataID, uint32_t inIndex, uint32_t inUserDataSize,
    const void *inUserData);

OSStatus AudioFileRemoveUserData(
    AudioFileID inAudioFile, uint32_t inUserDataID, uint32_t inIndex);

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

/// Sets a property.
///
/// Returns 'pty?' for a property that the file cannot have, 'prm?' for a file that is only read,
/// 'op??' when it is not for setting, or not any more, '!siz' for another size, and -50 for a value
/// that cannot be.
OSStatus AudioFileSetProperty(
    AudioFileID inAudioFile, AudioFilePropertyID inPropertyID, uint32_t inDataSize,
    const void *inPropertyData);

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
    /// A type in; a list of the `AudioFormatID` that can be written, or read where such files are
    /// only read.
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

/// Makes a file. Its kind is told by `inFileType` alone, whatever its name ends in.
///
/// Returns 'prm?' when there is one already and `inFlags` does not have it erased, 'typ?' for a type
/// that is not written, 'fmt?' for a format that it cannot hold; then nothing on disk has changed.
OSStatus AudioFileCreateWithURL(
    CFURLRef inFileRef, AudioFileTypeID inFileType, const AudioStreamBasicDescription *inFormat,
    AudioFileFlags inFlags, AudioFileID *outAudioFile);

/// Opens a file. Its kind is told by its content. Where that does not tell, the hints 'MPG3' and
/// 'adts' have it searched for its first frame.
///
/// Returns -43 when there is no such file, 'typ?' when it is not an audio file, 'dta?' when it is
/// a damaged one. For writing, it must be a CAF, AIFF, AIFF-C, WAVE or NeXT file whose packets have
/// one size; otherwise the result is 'op??'.
OSStatus AudioFileOpenURL(
    CFURLRef inFileRef, AudioFilePermissions inPermissions, AudioFileTypeID inFileTypeHint,
    AudioFileID *outAudioFile);

/// Copies bytes of what is to be read as a file, from `inPosition` on. Fewer than asked for are
/// taken for the end. What it returns but zero is the result of the call that needed the bytes.
typedef OSStatus (*AudioFile_ReadProc)(
    void *inClientData, int64_t inPosition, uint32_t requestCount,
    void *buffer, uint32_t *actualCount);

/// Takes bytes for `inPosition` on. It is called again for those that it did not take.
typedef OSStatus (*AudioFile_WriteProc)(
    void *inClientData, int64_t inPosition, uint32_t requestCount,
    const void *buffer, uint32_t *actualCount);

typedef int64_t (*AudioFile_GetSizeProc)(void *inClientData);

typedef OSStatus (*AudioFile_SetSizeProc)(void *inClientData, int64_t inSize);

/// Makes a file of what the app's own functions write; all four are needed. What there was is cut
/// off. Otherwise like `AudioFileCreateWithURL`.
OSStatus AudioFileInitializeWithCallbacks(
    void *inClientData, AudioFile_ReadProc inReadFunc, AudioFile_WriteProc inWriteFunc,
    AudioFile_GetSizeProc inGetSizeFunc, AudioFile_SetSizeProc inSetSizeFunc,
    AudioFileTypeID inFileType, const AudioStreamBasicDescription *inFormat,
    AudioFileFlags inFlags, AudioFileID *outAudioFile);

/// Opens what the app's own functions read. They are called during calls for this file only, on
/// the thread of the call and one at a time. With both functions for writing, the file can be
/// written where `AudioFileOpenURL` could; otherwise they may be NULL.
OSStatus AudioFileOpenWithCallbacks(
    void *inClientData, AudioFile_ReadProc inReadFunc,
    AudioFile_WriteProc inWriteFunc,
    AudioFile_GetSizeProc inGetSizeFunc,
    AudioFile_SetSizeProc inSetSizeFunc, AudioFileTypeID inFileTypeHint,
    AudioFileID *outAudioFile);

#endif

SORI_END_DECLARATIONS
