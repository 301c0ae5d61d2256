import AudioFiles
import AudioFormats
import AudioModel
public import CAudioToolbox
public import CoreAudioTypes
import Foundation

// The properties of a stream; <AudioToolbox/AudioFileStream.h> declares and documents them.

/// The properties that are reported when the header has been parsed, as far as the stream has them;
/// the last one announces packets.
let propertiesAtReady: [AudioFileStreamPropertyID] = [
    kAudioFileStreamProperty_DataFormat, kAudioFileStreamProperty_FormatList,
    kAudioFileStreamProperty_MagicCookieData, kAudioFileStreamProperty_ChannelLayout,
    kAudioFileStreamProperty_PacketTableInfo, kAudioFileStreamProperty_DataOffset,
    kAudioFileStreamProperty_AudioDataByteCount, kAudioFileStreamProperty_AudioDataPacketCount,
    kAudioFileStreamProperty_MaximumPacketSize, kAudioFileStreamProperty_PacketSizeUpperBound,
    kAudioFileStreamProperty_AverageBytesPerPacket, kAudioFileStreamProperty_BitRate,
    kAudioFileStreamProperty_InfoDictionary, kAudioFileStreamProperty_ReadyToProducePackets,
]

@c @implementation
public func AudioFileStreamGetProperty(
    _ inAudioFileStream: AudioFileStreamID!, _ inPropertyID: AudioFileStreamPropertyID,
    _ ioPropertyDataSize: UnsafeMutablePointer<UInt32>!, _ outPropertyData: UnsafeMutableRawPointer!
) -> OSStatus {
    status { () throws(AudioFileStreamError) in
        let stream = try audioStream(inAudioFileStream)
        guard let ioPropertyDataSize, let outPropertyData else { throw .missingArgument }
        let room = UnsafeMutableRawBufferPointer(
            start: outPropertyData, count: Int(ioPropertyDataSize.pointee))
        guard room.count >= (try streamPropertySize(inPropertyID, of: stream)) else {
            throw .wrongDataSize
        }
        let value = try streamPropertyValue(inPropertyID, of: stream, question: .init(room))
        try value.write(
            to: outPropertyData, ioPropertyDataSize, orThrow: AudioFileStreamError.wrongDataSize)
    }
}

@c @implementation
public func AudioFileStreamSetProperty(
    _ inAudioFileStream: AudioFileStreamID!, _ inPropertyID: AudioFileStreamPropertyID,
    _ inPropertyDataSize: UInt32, _ inPropertyData: UnsafeRawPointer!
) -> OSStatus {
    status { () throws(AudioFileStreamError) in
        _ = try audioStream(inAudioFileStream)
        throw .unknownProperty
    }
}

func streamPropertySize(
    _ id: AudioFileStreamPropertyID, of stream: OpenAudioStream
) throws(AudioFileStreamError) -> Int {
    let size: Int? =
        switch id {
        case kAudioFileStreamProperty_PacketToFrame, kAudioFileStreamProperty_FrameToPacket:
            MemoryLayout<AudioFramePacketTranslation>.size
        case kAudioFileStreamProperty_PacketToByte, kAudioFileStreamProperty_ByteToPacket:
            MemoryLayout<AudioBytePacketTranslation>.size
        case kAudioFileStreamProperty_PacketToRollDistance:
            MemoryLayout<AudioPacketRollDistanceTranslation>.size
        case kAudioFileStreamProperty_PreviousIndependentPacket,
            kAudioFileStreamProperty_NextIndependentPacket:
            MemoryLayout<AudioIndependentPacketTranslation>.size
        case kAudioFileStreamProperty_PacketToDependencyInfo:
            MemoryLayout<AudioPacketDependencyInfoTranslation>.size
        default: nil
        }
    guard let size else {
        return try streamPropertyValue(id, of: stream, question: .init(start: nil, count: 0))
            .byteCount
    }
    let reader = try streamReader(stream)
    if id == kAudioFileStreamProperty_PacketToRollDistance
        || id == kAudioFileStreamProperty_PacketToDependencyInfo
    {
        _ = try known(reader.rollPacketCount)
    }
    return size
}

/// - Parameter question: The caller's structure, for properties that translate; large enough.
private func streamPropertyValue(
    _ id: AudioFileStreamPropertyID, of stream: OpenAudioStream, question: UnsafeRawBufferPointer
) throws(AudioFileStreamError) -> PropertyValue {
    switch id {
    case kAudioFileStreamProperty_ReadyToProducePackets:
        return .of(stream.access { UInt32($0.reader == nil ? 0 : 1) })
    case kAudioFileStreamProperty_FileFormat:
        guard let kind = stream.access({ $0.containerKind }) else { throw .notYetKnown }
        return .of(try known(kind.fileTypeID).rawValue)
    case kAudioFileStreamProperty_DataFormat, kAudioFileStreamProperty_FormatList,
        kAudioFileStreamProperty_MagicCookieData, kAudioFileStreamProperty_DataOffset,
        kAudioFileStreamProperty_ChannelLayout, kAudioFileStreamProperty_PacketTableInfo,
        kAudioFileStreamProperty_InfoDictionary, kAudioFileStreamProperty_RestrictsRandomAccess:
        return try headerValue(id, of: stream, try streamReader(stream))
    case kAudioFileStreamProperty_AudioDataByteCount,
        kAudioFileStreamProperty_AudioDataPacketCount, kAudioFileStreamProperty_MaximumPacketSize,
        kAudioFileStreamProperty_PacketSizeUpperBound,
        kAudioFileStreamProperty_AverageBytesPerPacket, kAudioFileStreamProperty_BitRate:
        _ = try streamReader(stream)
        return try measure(id, of: stream)
    default:
        return try streamTranslation(id, of: stream, question)
    }
}

private func headerValue(
    _ id: AudioFileStreamPropertyID, of stream: OpenAudioStream, _ reader: AudioFileReader
) throws(AudioFileStreamError) -> PropertyValue {
    switch id {
    case kAudioFileStreamProperty_DataFormat: return .of(AudioStreamBasicDescription(reader.format))
    case kAudioFileStreamProperty_FormatList: return .list(formatList(reader))
    case kAudioFileStreamProperty_MagicCookieData: return .bytes(try known(reader.magicCookie))
    case kAudioFileStreamProperty_DataOffset: return .of(reader.dataOffset)
    case kAudioFileStreamProperty_ChannelLayout:
        return .bytes(try known(reader.channelLayout).bytesForApps)
    case kAudioFileStreamProperty_PacketTableInfo:
        // Without a packet count, the frame count would be a guess.
        guard stream.access({ $0.packetCount }) != nil else { throw .valueUnknown }
        return .of(
            AudioFilePacketTableInfo(try known(inMemory { try reader.packetTable() } ?? nil)))
    case kAudioFileStreamProperty_InfoDictionary:
        let seconds = stream.access { $0.duration }
        return .object(try known(inMemory { try infoDictionary(reader, seconds: seconds) }))
    // Dependent packets only need preroll that is dropped.
    case kAudioFileStreamProperty_RestrictsRandomAccess: return .of(UInt32(0))
    default: throw .unknownProperty
    }
}

private func measure(
    _ id: AudioFileStreamPropertyID, of stream: OpenAudioStream
) throws(AudioFileStreamError) -> PropertyValue {
    switch id {
    case kAudioFileStreamProperty_AudioDataByteCount:
        return .of(UInt64(try known(stream.access { $0.dataByteCount })))
    case kAudioFileStreamProperty_AudioDataPacketCount:
        return .of(UInt64(try known(stream.access { $0.packetCount })))
    case kAudioFileStreamProperty_MaximumPacketSize:
        return .of(try known(stream.access { $0.maximumPacketSize }))
    case kAudioFileStreamProperty_PacketSizeUpperBound:
        return .of(try known(stream.access { $0.packetSizeUpperBound }))
    case kAudioFileStreamProperty_AverageBytesPerPacket:
        return .of(try known(stream.access { $0.averageBytesPerPacket }))
    case kAudioFileStreamProperty_BitRate:
        let rate = try known(stream.access { $0.bitRate })
        return .of(UInt32(min(rate, Double(UInt32.max))))
    default: throw .unknownProperty
    }
}

/// A value of the bytes that have arrived, which are in memory: reading them does not fail.
private func inMemory<Value>(_ value: () throws -> Value) -> Value? { try? value() }

func known<Value>(_ value: Value?) throws(AudioFileStreamError) -> Value {
    guard let value else { throw .valueUnknown }
    return value
}

func streamReader(_ stream: OpenAudioStream) throws(AudioFileStreamError) -> AudioFileReader {
    guard let reader = stream.access({ $0.reader }) else { throw .notYetKnown }
    return reader
}
