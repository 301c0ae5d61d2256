import AudioCodecs
import AudioFiles
import AudioFormats
import AudioModel
public import CAudioToolbox
import ChannelLayouts
public import CoreAudioTypes
import Foundation

// The properties of a file; <AudioToolbox/AudioFile.h> declares and documents them.

@c @implementation
public func AudioFileGetPropertyInfo(
    _ inAudioFile: AudioFileID!, _ inPropertyID: AudioFilePropertyID,
    _ outDataSize: UnsafeMutablePointer<UInt32>!, _ isWritable: UnsafeMutablePointer<UInt32>!
) -> OSStatus {
    status { () throws(AudioFileError) in
        let file = try file(inAudioFile)
        let isSettable = isSettable(inPropertyID, try file.writingState())
        let size: Int
        do throws(AudioFileError) {
            size = try propertySize(inPropertyID, of: file)
        } catch {
            // A write-only property has a size too. A property that the file could have but has not
            // gives an error: clients check that way whether there is a magic cookie.
            guard error == .unknownProperty, isSettable, let fixed = writeOnlySize(inPropertyID)
            else { throw error }
            size = fixed
        }
        outDataSize?.pointee = UInt32(clamping: size)
        isWritable?.pointee = isSettable ? 1 : 0
    }
}

@c @implementation
public func AudioFileGetProperty(
    _ inAudioFile: AudioFileID!, _ inPropertyID: AudioFilePropertyID,
    _ ioDataSize: UnsafeMutablePointer<UInt32>!, _ outPropertyData: UnsafeMutableRawPointer!
) -> OSStatus {
    status { () throws(AudioFileError) in
        let file = try file(inAudioFile)
        guard let ioDataSize, let outPropertyData else { throw .missingArgument }
        let room = UnsafeMutableRawBufferPointer(
            start: outPropertyData, count: Int(ioDataSize.pointee))
        // Checked before the value, which can require a scan of the whole file.
        guard room.count >= (try propertySize(inPropertyID, of: file)) else {
            throw .wrongDataSize
        }
        let value: PropertyValue
        if inPropertyID == kAudioFilePropertyDeferSizeUpdates {
            value = .of(UInt32(try file.writingState()?.defersSizes ?? true ? 1 : 0))
        } else {
            value = try file.reading { reader throws(AudioFileError) in
                try propertyValue(inPropertyID, of: file, reader, question: .init(room))
            }
        }
        try value.write(to: outPropertyData, ioDataSize, orThrow: AudioFileError.wrongDataSize)
    }
}

/// The size of a property in bytes, without a packet scan.
func propertySize(
    _ id: AudioFilePropertyID, of file: OpenAudioFile
) throws(AudioFileError) -> Int {
    switch id {
    case kAudioFilePropertyDeferSizeUpdates, kAudioFilePropertyMaximumPacketSize:
        MemoryLayout<UInt32>.size
    case kAudioFilePropertyAudioDataPacketCount: MemoryLayout<UInt64>.size
    case kAudioFilePropertyInfoDictionary, kAudioFilePropertyDataFormatName:
        MemoryLayout<UnsafeRawPointer>.size
    case kAudioFilePropertyPacketToFrame, kAudioFilePropertyFrameToPacket:
        MemoryLayout<AudioFramePacketTranslation>.size
    case kAudioFilePropertyPacketToByte, kAudioFilePropertyByteToPacket:
        MemoryLayout<AudioBytePacketTranslation>.size
    case kAudioFilePropertyPacketRangeByteCountUpperBound:
        MemoryLayout<AudioPacketRangeByteCountTranslation>.size
    case kAudioFilePropertyPacketToRollDistance:
        try sizeOfRoll(AudioPacketRollDistanceTranslation.self, of: file)
    case kAudioFilePropertyPreviousIndependentPacket, kAudioFilePropertyNextIndependentPacket:
        MemoryLayout<AudioIndependentPacketTranslation>.size
    case kAudioFilePropertyPacketToDependencyInfo:
        try sizeOfRoll(AudioPacketDependencyInfoTranslation.self, of: file)
    default:
        try file.reading { reader throws(AudioFileError) in
            let nothing = UnsafeRawBufferPointer(start: nil, count: 0)
            return try propertyValue(id, of: file, reader, question: nothing).byteCount
        }
    }
}

/// - Throws: `unknownProperty` for encodings with an unknown roll distance.
private func sizeOfRoll<Question>(
    _: Question.Type, of file: OpenAudioFile
) throws(AudioFileError) -> Int {
    try file.reading { reader throws(AudioFileError) in
        _ = try present(reader.rollPacketCount)
        return MemoryLayout<Question>.size
    }
}

/// - Parameter question: The caller's structure, for properties that translate; large enough.
private func propertyValue(
    _ id: AudioFilePropertyID, of file: OpenAudioFile, _ reader: AudioFileReader,
    question: UnsafeRawBufferPointer
) throws(AudioFileError) -> PropertyValue {
    switch id {
    case kAudioFilePropertyFileFormat: return .of(file.fileType.rawValue)
    case kAudioFilePropertyDataFormat: return .of(AudioStreamBasicDescription(reader.format))
    case kAudioFilePropertyFormatList: return .list(formatList(reader))
    case kAudioFilePropertyIsOptimized: return .of(UInt32(reader.isOptimized ? 1 : 0))
    case kAudioFilePropertyMagicCookieData: return .bytes(try present(reader.magicCookie))
    case kAudioFilePropertyAudioDataByteCount:
        return .of(
            UInt64(try file.translating { () throws(FormatError) in try reader.dataByteCount() }))
    case kAudioFilePropertyAudioDataPacketCount:
        return .of(
            UInt64(try file.translating { () throws(FormatError) in try reader.packetCount() }))
    case kAudioFilePropertyMaximumPacketSize:
        return .of(
            try file.translating { () throws(FormatError) in try reader.maximumPacketSize() })
    case kAudioFilePropertyPacketSizeUpperBound:
        return .of(
            try file.translating { () throws(FormatError) in try reader.packetSizeUpperBound() })
    case kAudioFilePropertyDataOffset: return .of(reader.dataOffset)
    case kAudioFilePropertyChannelLayout:
        return .bytes(try present(reader.channelLayout).bytesForApps)
    case kAudioFilePropertyDataFormatName: return .text(reader.format.codingName)
    case kAudioFilePropertyChunkIDs:
        let ids = reader.chunkIDs
        return .list(try present(ids.isEmpty ? nil : ids).map(\.rawValue))
    case kAudioFilePropertyInfoDictionary:
        return try file.translating { () throws(FormatError) in
            .object(try infoDictionary(reader, seconds: try reader.estimatedDuration()))
        }
    case kAudioFilePropertyPacketTableInfo:
        return .of(
            AudioFilePacketTableInfo(
                try part(of: file) { () throws(FormatError) in try reader.packetTable() }))
    case kAudioFilePropertyEstimatedDuration:
        return .of(
            try file.translating { () throws(FormatError) in try reader.estimatedDuration() })
    case kAudioFilePropertyBitRate:
        let rate = try file.translating { () throws(FormatError) in try reader.bitRate() }
        return .of(UInt32(min(rate, Double(UInt32.max))))
    case kAudioFilePropertySourceBitDepth: return .of(try present(reader.sourceBitDepth))
    case kAudioFilePropertyID3Tag:
        return .bytes(try part(of: file) { () throws(FormatError) in try reader.id3Tag() }.bytes)
    case kAudioFilePropertyID3TagOffset:
        return .of(try part(of: file) { () throws(FormatError) in try reader.id3Tag() }.offset)
    case kAudioFilePropertyAlbumArtwork:
        let picture = try part(of: file) { () throws(FormatError) in try reader.artwork() }
        return .object(Data(picture) as NSData)
    case kAudioFilePropertyMarkerList:
        return markerListValue(
            try part(of: file) { () throws(FormatError) in try reader.markers() })
    case kAudioFilePropertyRegionList:
        return regionListValue(
            try part(of: file) { () throws(FormatError) in try reader.regions() })
    case kAudioFilePropertyAudioTrackCount:
        return .of(UInt32(clamping: reader.soundTrackCount))
    // Dependent packets only need preroll that is dropped.
    case kAudioFilePropertyRestrictsRandomAccess: return .of(UInt32(0))
    default: return try translation(id, of: file, reader, question: question)
    }
}

extension AudioFilePacketTableInfo {
    init(_ table: PacketTable) {
        self.init(
            mNumberValidFrames: table.validFrames,
            mPrimingFrames: Int32(clamping: table.primingFrames),
            mRemainderFrames: Int32(clamping: table.remainderFrames))
    }
}

/// Reads a part of the file on demand.
private func part<Value>(
    of file: OpenAudioFile, _ body: () throws(FormatError) -> Value?
) throws(AudioFileError) -> Value {
    try present(try file.translating(body))
}

private func present<Value>(_ value: Value?) throws(AudioFileError) -> Value {
    guard let value else { throw .unknownProperty }
    return value
}

func formatList(_ reader: AudioFileReader) -> [AudioFormatListItem] {
    reader.formatList.map { format in
        AudioFormatListItem(
            mASBD: AudioStreamBasicDescription(format),
            mChannelLayoutTag: layoutTag(reader.channelLayout, channelCount: format.channelCount))
    }
}

/// The layout's tag; without one, the default for `channelCount` channels.
func layoutTag(_ layout: ChannelLayout?, channelCount: UInt32) -> AudioChannelLayoutTag {
    if let tag = layout?.tag, tag != ChannelLayout.useDescriptions,
        tag != ChannelLayout.useBitmap, tag & 0xFFFF == channelCount
    {
        return tag
    }
    if let tag = try? layout?.standardTag(), tag & 0xFFFF == channelCount { return tag }
    switch channelCount {
    case 1: return kAudioChannelLayoutTag_Mono
    case 2: return kAudioChannelLayoutTag_Stereo
    default: return kAudioChannelLayoutTag_Unknown | channelCount
    }
}

/// The file's metadata; of several tags with one key the first is used.
///
/// - Parameter seconds: The duration; `nil` when unknown.
func infoDictionary(
    _ reader: AudioFileReader, seconds: Double?
) throws(FormatError) -> NSDictionary {
    var texts = Dictionary(
        try reader.tags().map { ($0.key, $0.value) }, uniquingKeysWith: { first, _ in first })
    let duration = kAFInfoDictionary_ApproximateDurationInSeconds
    if texts[duration] == nil, let seconds {
        texts[duration] = String(format: "%.3f", seconds)
    }
    let dictionary = NSMutableDictionary()
    for (key, value) in texts { dictionary[key as NSString] = value as NSString }
    return dictionary
}
