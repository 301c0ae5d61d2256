#pragma once

// Audio File Services: packets and properties of audio files.
//
// Any thread, several at a time for one file. An invalid argument gives an error and never crashes
// the program: -50 for a missing pointer, -38 for a file that is closed or was never open. A failed
// call writes nothing through the caller's pointers, except a read of bytes that reaches the end.

#include <AudioToolbox/AudioFormat.h>
#include <CoreAudioTypes/CoreAudioTypes.h>
#include <stddef.h>

SORI_BEGIN_DECLARATIONS

/// The four-character code of a file type.
typedef uint32_t AudioFileTypeID;

/// The four-character code of a file property.
typedef uint32_t AudioFilePropertyID;

/// A handle of an open audio file.
typedef struct OpaqueAudioFileID *AudioFileID;

/// The container formats of audio files.
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

/// A `CFStringRef`. Swift sees a raw pointer: `Unmanaged.passUnretained(text).toOpaque()`.
#if defined(__swift__)
#define SORI_STRING_REF const void *
#else
#define SORI_STRING_REF CFStringRef
#endif

/// The access for which a file is opened.
SORI_ENUMERATION(int8_t, AudioFilePermissions) {
    /// Open for reading.
    kAudioFileReadPermission = 0x01,
    /// Open for writing.
    kAudioFileWritePermission = 0x02,
    /// Open for reading and writing.
    kAudioFileReadWritePermission = 0x03,
};

/// Options of a new file.
SORI_OPTIONS(uint32_t, AudioFileFlags) {
    /// Empties an existing file; without it, an existing file gives 'prm?'.
    kAudioFileFlags_EraseFile = 1,
    /// Starts the audio right after the header instead of at a multiple of 4096 bytes.
    kAudioFileFlags_DontPageAlignAudioData = 2,
};

SORI_CONSTANTS(OSStatus) {
    /// The operating system failed to read or write the file.
    kAudioFileUnspecifiedError = 0x7768743F,  // 'wht?'
    /// The file type is unknown or cannot be read or written here.
    kAudioFileUnsupportedFileTypeError = 0x7479703F,  // 'typ?'
    /// The file type cannot hold this format, or the format cannot be decoded here.
    kAudioFileUnsupportedDataFormatError = 0x666D743F,  // 'fmt?'
    /// The file has no such property, or it cannot be read or set.
    kAudioFileUnsupportedPropertyError = 0x7074793F,  // 'pty?'
    /// The size of the property's value is wrong.
    kAudioFileBadPropertySizeError = 0x2173697A,  // '!siz'
    /// The file was not opened for this access, the system denied it, or the file exists already.
    kAudioFilePermissionsError = 0x70726D3F,  // 'prm?'
    /// Data after the audio leaves no room to append audio.
    kAudioFileNotOptimizedError = 0x6F70746D,  // 'optm'
    /// The file has no such chunk, or the chunk contradicts the others.
    kAudioFileInvalidChunkError = 0x63686B3F,  // 'chk?'
    /// The file type's 32-bit sizes cannot describe this much audio.
    kAudioFileDoesNotAllow64BitDataSizeError = 0x6F66663F,  // 'off?'
    /// The file has no packet with this index.
    kAudioFileInvalidPacketOffsetError = 0x70636B3F,  // 'pck?'
    /// The file does not describe the packets that this packet depends on.
    kAudioFileInvalidPacketDependencyError = 0x6465703F,  // 'dep?'
    /// The file is damaged.
    kAudioFileInvalidFileError = 0x6474613F,  // 'dta?'
    /// The file type does not support the operation, or no longer at this point.
    kAudioFileOperationNotSupportedError = 0x6F703F3F,  // 'op??'
    /// The file is closed, or was never open.
    kAudioFileNotOpenError = -38,
    /// The read began at or reached the end of the audio.
    kAudioFileEndOfFileError = -39,
    /// The position is before the audio, or would leave a gap in it.
    kAudioFilePositionError = -40,
    /// There is no file at the path.
    kAudioFileFileNotFoundError = -43,
};

/// Properties of a file, for `AudioFileGetProperty` and `AudioFileSetProperty`.
///
/// `AudioFileGetPropertyInfo` says which of them a file can set. "While empty" means before the
/// first packet of a new file.
SORI_CONSTANTS(AudioFilePropertyID) {
    /// A `UInt32`: the file's type.
    kAudioFilePropertyFileFormat = 0x66666D74,  // 'ffmt'
    /// An `AudioStreamBasicDescription`; settable while empty.
    kAudioFilePropertyDataFormat = 0x64666D74,  // 'dfmt'
    /// A list of `AudioFormatListItem`, the best first.
    kAudioFilePropertyFormatList = 0x666C7374,  // 'flst'
    /// A `UInt32`: 1 when the audio is the last chunk of the file.
    kAudioFilePropertyIsOptimized = 0x6F70746D,  // 'optm'
    /// The magic cookie of the decoder; settable while empty, and later in a new file if it fits.
    kAudioFilePropertyMagicCookieData = 0x6D676963,  // 'mgic'
    /// A `UInt64`: bytes of audio. A smaller value truncates audio with packets of one size.
    kAudioFilePropertyAudioDataByteCount = 0x62636E74,  // 'bcnt'
    /// A `UInt64`: packets of audio.
    kAudioFilePropertyAudioDataPacketCount = 0x70636E74,  // 'pcnt'
    /// A `UInt32`, in bytes; exact, which can require a scan of the whole file.
    kAudioFilePropertyMaximumPacketSize = 0x70737A65,  // 'psze'
    /// A `UInt32`, in bytes; available without a scan.
    kAudioFilePropertyPacketSizeUpperBound = 0x706B7562,  // 'pkub'
    /// An `AudioPacketRangeByteCountTranslation`: packets in, upper bound in bytes out.
    kAudioFilePropertyPacketRangeByteCountUpperBound = 0x70727562,  // 'prub'
    /// A `double`, write-only, while empty: seconds of audio for which room is reserved in the
    /// packet index before the audio, so that the audio can stay the last chunk.
    kAudioFilePropertyReserveDuration = 0x72737276,  // 'rsrv'
    /// A `double`, seconds.
    kAudioFilePropertyEstimatedDuration = 0x65647572,  // 'edur'
    /// A `UInt32`: bits per second.
    kAudioFilePropertyBitRate = 0x62726174,  // 'brat'
    /// An `SInt64`: offset of the audio in the file, in bytes.
    kAudioFilePropertyDataOffset = 0x646F6666,  // 'doff'
    /// An `AudioChannelLayout` with as many descriptions as it counts; settable while empty.
    kAudioFilePropertyChannelLayout = 0x636D6170,  // 'cmap'
    /// A `UInt32`, 1 by default: whether sizes in the header are written only when the file is
    /// read, optimized or closed. With 0, the file on disk is complete after every write.
    kAudioFilePropertyDeferSizeUpdates = 0x64737A75,  // 'dszu'
    /// A `CFStringRef` that the caller releases.
    kAudioFilePropertyDataFormatName = 0x666E6D65,  // 'fnme'
    /// An `AudioFramePacketTranslation`: packet in, frame out.
    kAudioFilePropertyPacketToFrame = 0x706B6672,  // 'pkfr'
    /// An `AudioFramePacketTranslation`: frame in, packet and offset out.
    kAudioFilePropertyFrameToPacket = 0x6672706B,  // 'frpk'
    /// A `UInt32`: 1 when decoding cannot start at every packet.
    kAudioFilePropertyRestrictsRandomAccess = 0x72726170,  // 'rrap'
    /// An `AudioPacketRollDistanceTranslation`: packet in, roll distance out.
    kAudioFilePropertyPacketToRollDistance = 0x706B726C,  // 'pkrl'
    /// An `AudioIndependentPacketTranslation`: packet in, previous independent packet out.
    kAudioFilePropertyPreviousIndependentPacket = 0x70696E64,  // 'pind'
    /// An `AudioIndependentPacketTranslation`: packet in, next independent packet out.
    kAudioFilePropertyNextIndependentPacket = 0x6E696E64,  // 'nind'
    /// An `AudioPacketDependencyInfoTranslation`: packet in, dependency and preroll out.
    kAudioFilePropertyPacketToDependencyInfo = 0x706B6470,  // 'pkdp'
    /// An `AudioBytePacketTranslation`: packet in, byte out.
    kAudioFilePropertyPacketToByte = 0x706B6279,  // 'pkby'
    /// An `AudioBytePacketTranslation`: byte in, packet and offset out.
    kAudioFilePropertyByteToPacket = 0x6279706B,  // 'bypk'
    /// A list of `UInt32`: the identifiers of the file's chunks.
    kAudioFilePropertyChunkIDs = 0x63686964,  // 'chid'
    /// An `AudioFileMarkerList` with as many markers as it counts. The caller releases the names.
    /// For CAF, AIFF and WAVE; the latter two store only position, name and identifier of a marker.
    kAudioFilePropertyMarkerList = 0x6D6B6C73,  // 'mkls'
    /// An `AudioFileRegionList` with as many regions as it counts. For CAF only.
    kAudioFilePropertyRegionList = 0x72676C73,  // 'rgls'
    /// A `CFDictionaryRef` of metadata strings that the caller releases. Setting it replaces all
    /// metadata; the file stores the keys that its type supports.
    kAudioFilePropertyInfoDictionary = 0x696E666F,  // 'info'
    /// An `AudioFilePacketTableInfo`. Its frames must add up to those of the packets.
    kAudioFilePropertyPacketTableInfo = 0x706E666F,  // 'pnfo'
    /// An `SInt32`: bit depth of the source; negative for floating point.
    kAudioFilePropertySourceBitDepth = 0x73627464,  // 'sbtd'
    /// A complete ID3 tag; settable in AIFF and WAVE.
    kAudioFilePropertyID3Tag = 0x69643374,  // 'id3t'
    /// An `SInt64`: offset of the ID3 tag in the file, in bytes.
    kAudioFilePropertyID3TagOffset = 0x6964336F,  // 'id3o'
    /// A `UInt32`: audio tracks of the file.
    kAudioFilePropertyAudioTrackCount = 0x61746374,  // 'atct'
    /// A `UInt32`, write-only: the index of the track to read, from 0.
    kAudioFilePropertyUseAudioTrack = 0x7561746B,  // 'uatk'
    /// A `CFDataRef` that the caller releases: the artwork's image file.
    kAudioFilePropertyAlbumArtwork = 0x61617274,  // 'aart'
};

/// A frame, and the packet that contains it.
struct AudioFramePacketTranslation {
    int64_t mFrame;
    int64_t mPacket;
    uint32_t mFrameOffsetInPacket;
};
typedef struct AudioFramePacketTranslation AudioFramePacketTranslation;

/// How exact a translation between bytes and packets is.
SORI_OPTIONS(uint32_t, AudioBytePacketTranslationFlags) {
    /// The result is an estimate.
    kBytePacketTranslationFlag_IsEstimate = 1,
};

/// A byte of the audio data, and the packet that contains it.
struct AudioBytePacketTranslation {
    int64_t mByte;
    int64_t mPacket;
    uint32_t mByteOffsetInPacket;
    AudioBytePacketTranslationFlags mFlags;
};
typedef struct AudioBytePacketTranslation AudioBytePacketTranslation;

/// Valid, priming and remainder frames. Their sum is the number of decoded frames.
struct AudioFilePacketTableInfo {
    int64_t mNumberValidFrames;
    int32_t mPrimingFrames;
    int32_t mRemainderFrames;
};
typedef struct AudioFilePacketTableInfo AudioFilePacketTableInfo;

/// An SMPTE time code, with an offset in frames of audio.
struct AudioFile_SMPTE_Time {
    int8_t mHours;
    uint8_t mMinutes;
    uint8_t mSeconds;
    uint8_t mFrames;
    uint32_t mSubFrameSampleOffset;
};
typedef struct AudioFile_SMPTE_Time AudioFile_SMPTE_Time;

SORI_CONSTANTS(uint32_t) {
    /// A marker without a special meaning.
    kAudioFileMarkerType_Generic = 0,
};

/// A marker: a named position in the audio.
struct AudioFileMarker {
    double mFramePosition;
    /// May be NULL.
    SORI_STRING_REF mName;
    int32_t mMarkerID;
    AudioFile_SMPTE_Time mSMPTETime;
    uint32_t mType;
    uint16_t mReserved;
    /// The channel from 1; 0 for all.
    uint16_t mChannel;
};
typedef struct AudioFileMarker AudioFileMarker;

/// A list of markers; its size follows from `mNumberMarkers`.
struct AudioFileMarkerList {
    uint32_t mSMPTE_TimeType;
    uint32_t mNumberMarkers;
    /// `mNumberMarkers` elements.
    AudioFileMarker mMarkers[1];
};
typedef struct AudioFileMarkerList AudioFileMarkerList;

/// The size of a list of `inNumMarkers` markers, in bytes.
static inline size_t NumAudioFileMarkersToNumBytes(size_t inNumMarkers) {
    return offsetof(AudioFileMarkerList, mMarkers) + inNumMarkers * sizeof(AudioFileMarker);
}

/// The number of markers in a list of `inNumBytes` bytes.
static inline size_t NumBytesToNumAudioFileMarkers(size_t inNumBytes) {
    size_t head = offsetof(AudioFileMarkerList, mMarkers);
    return inNumBytes < head ? 0 : (inNumBytes - head) / sizeof(AudioFileMarker);
}

/// Flags of a region: looping and direction.
SORI_OPTIONS(uint32_t, AudioFileRegionFlags) {
    /// Playback of the region loops.
    kAudioFileRegionFlag_LoopEnable = 1,
    /// The region plays forward.
    kAudioFileRegionFlag_PlayForward = 2,
    /// The region plays backward.
    kAudioFileRegionFlag_PlayBackward = 4,
};

/// A region: a named section of the audio, between markers of its own.
struct AudioFileRegion {
    uint32_t mRegionID;
    /// May be NULL.
    SORI_STRING_REF mName;
    AudioFileRegionFlags mFlags;
    uint32_t mNumberMarkers;
    /// `mNumberMarkers` elements, followed by the next region.
    AudioFileMarker mMarkers[1];
};
typedef struct AudioFileRegion AudioFileRegion;

/// A list of regions; its size follows from the counts.
struct AudioFileRegionList {
    uint32_t mSMPTE_TimeType;
    uint32_t mNumberRegions;
    /// `mNumberRegions` regions of various sizes; see `NextAudioFileRegion`.
    AudioFileRegion mRegions[1];
};
typedef struct AudioFileRegionList AudioFileRegionList;

/// The region after this one in its list.
static inline AudioFileRegion *NextAudioFileRegion(const AudioFileRegion *inAFRegionPtr) {
    return (AudioFileRegion *)((const char *)inAFRegionPtr + offsetof(AudioFileRegion, mMarkers)
                               + inAFRegionPtr->mNumberMarkers * sizeof(AudioFileMarker));
}

/// An upper bound in bytes of a range of packets.
struct AudioPacketRangeByteCountTranslation {
    int64_t mPacket;
    int64_t mPacketCount;
    int64_t mByteCountUpperBound;
};
typedef struct AudioPacketRangeByteCountTranslation AudioPacketRangeByteCountTranslation;

/// Packets that must be decoded before one, with their output dropped.
struct AudioPacketRollDistanceTranslation {
    int64_t mPacket;
    int64_t mRollDistance;
};
typedef struct AudioPacketRollDistanceTranslation AudioPacketRollDistanceTranslation;

/// A packet, and the nearest packet that can be decoded independently.
struct AudioIndependentPacketTranslation {
    int64_t mPacket;
    /// -1 when there is none.
    int64_t mIndependentlyDecodablePacket;
};
typedef struct AudioIndependentPacketTranslation AudioIndependentPacketTranslation;

/// A packet, whether it can be decoded independently, and the preroll packets it needs.
struct AudioPacketDependencyInfoTranslation {
    int64_t mPacket;
    uint32_t mIsIndependentlyDecodable;
    uint32_t mNumberPrerollPackets;
};
typedef struct AudioPacketDependencyInfoTranslation AudioPacketDependencyInfoTranslation;

// Keys of the info dictionary.
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

/// Closes a file. Calls by other threads that are under way finish first.
///
/// For a file that was written, sizes in the header and chunks after the audio are written now. The
/// file is closed even if that fails.
OSStatus AudioFileClose(AudioFileID inAudioFile);

/// Moves the audio behind all other chunks, which can take long.
///
/// Returns 'op??' where the file's bytes cannot be moved.
OSStatus AudioFileOptimize(AudioFileID inAudioFile);

// MARK: Reading

/// Reads bytes of the audio. At the end of the audio, `ioNumBytes` gets smaller and the result is
/// -39.
OSStatus AudioFileReadBytes(
    AudioFileID inAudioFile, SORI_BOOLEAN inUseCache, int64_t inStartingByte,
    uint32_t *ioNumBytes, void *outBuffer);

/// Reads whole packets.
///
/// `ioNumBytes` holds the buffer's size, then the bytes read; `ioNumPackets` holds the packets
/// wanted, then the packets read: fewer when the buffer is full or the audio ends, and zero beyond
/// the end, without an error. `outPacketDescriptions` may be NULL.
OSStatus AudioFileReadPacketData(
    AudioFileID inAudioFile, SORI_BOOLEAN inUseCache, uint32_t *ioNumBytes,
    AudioStreamPacketDescription *outPacketDescriptions, int64_t inStartingPacket,
    uint32_t *ioNumPackets, void *outBuffer);

/// Reads whole packets into a buffer for `ioNumPackets` packets of the largest size.
OSStatus AudioFileReadPackets(
    AudioFileID inAudioFile, SORI_BOOLEAN inUseCache, uint32_t *outNumBytes,
    AudioStreamPacketDescription *outPacketDescriptions, int64_t inStartingPacket,
    uint32_t *ioNumPackets, void *outBuffer);

// MARK: Writing
//
// A file that is written can also be read; one call at a time runs. A callback of the app that does
// the file's work must not call for the same file: 'op??'. A file opened for reading only gives
// 'prm?', and more audio than the file type can count gives 'off?'.

/// Writes bytes of audio with packets of one size; -40 for a gap.
OSStatus AudioFileWriteBytes(
    AudioFileID inAudioFile, SORI_BOOLEAN inUseCache, int64_t inStartingByte,
    uint32_t *ioNumBytes, const void *inBuffer);

/// Writes whole packets: of one size, anywhere up to the end; of various sizes, with descriptions,
/// only at the end.
///
/// Returns 'pck?' for another position, -50 for counts that do not match `inNumBytes`, and 'op??'
/// when the file type requires a magic cookie that is missing.
OSStatus AudioFileWritePackets(
    AudioFileID inAudioFile, SORI_BOOLEAN inUseCache, uint32_t inNumBytes,
    const AudioStreamPacketDescription *inPacketDescriptions, int64_t inStartingPacket,
    uint32_t *ioNumPackets, const void *inBuffer);

// MARK: Chunks (user data)

/// Counts the chunks with an identifier.
OSStatus AudioFileCountUserData(
    AudioFileID inAudioFile, uint32_t inUserDataID, uint32_t *outNumberItems);

/// Gets the size of a chunk in bytes; the first chunk with an identifier has index 0.
///
/// Returns 'chk?' for a missing chunk, 'op??' for a file type without chunks.
OSStatus AudioFileGetUserDataSize(
    AudioFileID inAudioFile, uint32_t inUserDataID, uint32_t inIndex, uint32_t *outUserDataSize);

/// Gets the size of a chunk in bytes, with 64 bits.
OSStatus AudioFileGetUserDataSize64(
    AudioFileID inAudioFile, uint32_t inUserDataID, uint32_t inIndex, uint64_t *outUserDataSize);

/// Reads a chunk, or as much of it as fits.
OSStatus AudioFileGetUserData(
    AudioFileID inAudioFile, uint32_t inUserDataID, uint32_t inIndex, uint32_t *ioUserDataSize,
    void *outUserData);

/// Reads a chunk from an offset in bytes on.
OSStatus AudioFileGetUserDataAtOffset(
    AudioFileID inAudioFile, uint32_t inUserDataID, uint32_t inIndex, int64_t inOffset,
    uint32_t *ioUserDataSize, void *outUserData);

/// Replaces a chunk, or appends one when `inIndex` is the number of chunks with the identifier.
///
/// Returns 'op??' for chunks that describe the audio, and for a file type without chunks.
OSStatus AudioFileSetUserData(
    AudioFileID inAudioFile, uint32_t inUserDataID, uint32_t inIndex, uint32_t inUserDataSize,
    const void *inUserData);

/// Removes a chunk.
OSStatus AudioFileRemoveUserData(
    AudioFileID inAudioFile, uint32_t inUserDataID, uint32_t inIndex);

// MARK: Properties

/// Gets the size of a property in bytes, and whether it can be set. Either pointer may be NULL.
///
/// Returns 'pty?' for a property that the file does not have.
OSStatus AudioFileGetPropertyInfo(
    AudioFileID inAudioFile, AudioFilePropertyID inPropertyID, uint32_t *outDataSize,
    uint32_t *isWritable);

/// Reads a property. `ioDataSize` holds the buffer's size, then the bytes written.
///
/// Returns '!siz' for too small a buffer.
OSStatus AudioFileGetProperty(
    AudioFileID inAudioFile, AudioFilePropertyID inPropertyID, uint32_t *ioDataSize,
    void *outPropertyData);

/// Sets a property.
///
/// Returns 'pty?' for a property that the file cannot have, 'prm?' for a file opened for reading
/// only, 'op??' when it cannot be set, or not any more, '!siz' for a wrong size, and -50 for an
/// invalid value.
OSStatus AudioFileSetProperty(
    AudioFileID inAudioFile, AudioFilePropertyID inPropertyID, uint32_t inDataSize,
    const void *inPropertyData);

// MARK: Properties of file types

SORI_CONSTANTS(AudioFilePropertyID) {
    /// A list of `AudioFileTypeID`.
    kAudioFileGlobalInfo_ReadableTypes = 0x61667266,  // 'afrf'
    /// A list of `AudioFileTypeID`.
    kAudioFileGlobalInfo_WritableTypes = 0x61667766,  // 'afwf'
    /// A file type in; a `CFStringRef` out.
    kAudioFileGlobalInfo_FileTypeName = 0x66746E6D,  // 'ftnm'
    /// An `AudioFileTypeAndFormatID` in; the formats that can be written out, as a list of
    /// `AudioStreamBasicDescription` with zeros for "any".
    kAudioFileGlobalInfo_AvailableStreamDescriptionsForFormat = 0x73646964,  // 'sdid'
    /// A file type in; a list of the `AudioFormatID` out that can be written, or read where such
    /// files are read-only.
    kAudioFileGlobalInfo_AvailableFormatIDs = 0x666D6964,  // 'fmid'
    /// A `CFArrayRef` of strings.
    kAudioFileGlobalInfo_AllExtensions = 0x616C7874,  // 'alxt'
    /// A list of `UInt32`.
    kAudioFileGlobalInfo_AllHFSTypeCodes = 0x61686673,  // 'ahfs'
    /// A `CFArrayRef` of strings.
    kAudioFileGlobalInfo_AllUTIs = 0x61757469,  // 'auti'
    /// A `CFArrayRef` of strings.
    kAudioFileGlobalInfo_AllMIMETypes = 0x616D696D,  // 'amim'
    /// A file type in; a `CFArrayRef` of strings out, the preferred one first.
    kAudioFileGlobalInfo_ExtensionsForType = 0x66657874,  // 'fext'
    /// A file type in; a list of `UInt32` out.
    kAudioFileGlobalInfo_HFSTypeCodesForType = 0x66686673,  // 'fhfs'
    /// A file type in; a `CFArrayRef` of strings out.
    kAudioFileGlobalInfo_UTIsForType = 0x66757469,  // 'futi'
    /// A file type in; a `CFArrayRef` of strings out.
    kAudioFileGlobalInfo_MIMETypesForType = 0x666D696D,  // 'fmim'
    /// A `CFStringRef` in; a list of `AudioFileTypeID` out.
    kAudioFileGlobalInfo_TypesForMIMEType = 0x746D696D,  // 'tmim'
    /// A `CFStringRef` in; a list of `AudioFileTypeID` out.
    kAudioFileGlobalInfo_TypesForUTI = 0x74757469,  // 'tuti'
    /// A `UInt32` in; a list of `AudioFileTypeID` out.
    kAudioFileGlobalInfo_TypesForHFSTypeCode = 0x74686673,  // 'thfs'
    /// A `CFStringRef` in; a list of `AudioFileTypeID` out.
    kAudioFileGlobalInfo_TypesForExtension = 0x74657874,  // 'text'
};

/// A file type with a format identifier.
struct AudioFileTypeAndFormatID {
    AudioFileTypeID mFileType;
    uint32_t mFormatID;
};
typedef struct AudioFileTypeAndFormatID AudioFileTypeAndFormatID;

/// Gets the size of a property of file types, in bytes.
OSStatus AudioFileGetGlobalInfoSize(
    AudioFilePropertyID inPropertyID, uint32_t inSpecifierSize, void *inSpecifier,
    uint32_t *outDataSize);

/// Reads a property of file types. The caller releases objects in the result.
OSStatus AudioFileGetGlobalInfo(
    AudioFilePropertyID inPropertyID, uint32_t inSpecifierSize, void *inSpecifier,
    uint32_t *ioDataSize, void *outPropertyData);

// Swift sees the following functions with Foundation's types, from the module AudioToolbox.
#ifndef __swift__

/// Creates an audio file of the type `inFileType`, whatever its name's extension.
///
/// Returns 'prm?' when the file exists and `inFlags` does not erase it, 'typ?' for a type that is
/// not written, 'fmt?' for a format that the type cannot hold. Nothing on disk has changed then.
OSStatus AudioFileCreateWithURL(
    CFURLRef inFileRef, AudioFileTypeID inFileType, const AudioStreamBasicDescription *inFormat,
    AudioFileFlags inFlags, AudioFileID *outAudioFile);

/// Opens an audio file. The file type is recognised from the contents; the hints 'MPG3' and 'adts'
/// allow a search for the first frame when they do not tell.
///
/// Returns -43 when the file does not exist, 'typ?' when it is not an audio file, 'dta?' when it is
/// damaged. For writing, 'op??' for a file type or packets that cannot be written.
OSStatus AudioFileOpenURL(
    CFURLRef inFileRef, AudioFilePermissions inPermissions, AudioFileTypeID inFileTypeHint,
    AudioFileID *outAudioFile);

/// Reads bytes from `inPosition` on. Fewer bytes than requested mean the end of the file. A status
/// other than zero becomes the result of the call that needed the bytes.
typedef OSStatus (*AudioFile_ReadProc)(
    void *inClientData, int64_t inPosition, uint32_t requestCount,
    void *buffer, uint32_t *actualCount);

/// Writes bytes from `inPosition` on; called again for the bytes that it did not write.
typedef OSStatus (*AudioFile_WriteProc)(
    void *inClientData, int64_t inPosition, uint32_t requestCount,
    const void *buffer, uint32_t *actualCount);

/// Returns the size of the file in bytes.
typedef int64_t (*AudioFile_GetSizeProc)(void *inClientData);

/// Truncates or extends the file to `inSize` bytes.
typedef OSStatus (*AudioFile_SetSizeProc)(void *inClientData, int64_t inSize);

/// Creates an audio file through the app's callbacks, all four of which are required. Previous
/// contents are cut off. Returns the statuses of `AudioFileCreateWithURL`.
OSStatus AudioFileInitializeWithCallbacks(
    void *inClientData, AudioFile_ReadProc inReadFunc, AudioFile_WriteProc inWriteFunc,
    AudioFile_GetSizeProc inGetSizeFunc, AudioFile_SetSizeProc inSetSizeFunc,
    AudioFileTypeID inFileType, const AudioStreamBasicDescription *inFormat,
    AudioFileFlags inFlags, AudioFileID *outAudioFile);

/// Opens an audio file through the app's callbacks. They run during calls for this file, on the
/// calling thread and one at a time. With both callbacks for writing, the file can be written if
/// its type can; otherwise they may be NULL.
OSStatus AudioFileOpenWithCallbacks(
    void *inClientData, AudioFile_ReadProc inReadFunc,
    AudioFile_WriteProc inWriteFunc,
    AudioFile_GetSizeProc inGetSizeFunc,
    AudioFile_SetSizeProc inSetSizeFunc, AudioFileTypeID inFileTypeHint,
    AudioFileID *outAudioFile);

#endif

SORI_END_DECLARATIONS
