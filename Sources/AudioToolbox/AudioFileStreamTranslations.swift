import AudioFiles
import AudioFormats
import CAudioToolbox

/// Properties that translate: the caller fills in some fields of a structure and gets the others.
func streamTranslation(
    _ id: AudioFileStreamPropertyID, of stream: OpenAudioStream, _ question: UnsafeRawBufferPointer
) throws(AudioFileStreamError) -> PropertyValue {
    switch id {
    case kAudioFileStreamProperty_PacketToFrame, kAudioFileStreamProperty_FrameToPacket:
        return try frameTranslation(id, try streamReader(stream), question)
    case kAudioFileStreamProperty_PacketToByte, kAudioFileStreamProperty_ByteToPacket:
        return try byteTranslation(id, of: stream, question)
    case kAudioFileStreamProperty_PacketToRollDistance:
        var asked: AudioPacketRollDistanceTranslation = try loaded(question)
        asked.mRollDistance = Int64(try rollPacketCount(asked.mPacket, in: stream))
        return .of(asked)
    case kAudioFileStreamProperty_PacketToDependencyInfo:
        var asked: AudioPacketDependencyInfoTranslation = try loaded(question)
        asked.mNumberPrerollPackets = try rollPacketCount(asked.mPacket, in: stream)
        asked.mIsIndependentlyDecodable = 1
        return .of(asked)
    case kAudioFileStreamProperty_PreviousIndependentPacket:
        var asked: AudioIndependentPacketTranslation = try loaded(question)
        guard asked.mPacket >= 0 else { throw .packetOutOfRange }
        // Every packet of the encodings read here is independent.
        asked.mIndependentlyDecodablePacket = asked.mPacket - 1
        return .of(asked)
    case kAudioFileStreamProperty_NextIndependentPacket:
        var asked: AudioIndependentPacketTranslation = try loaded(question)
        let count = stream.asking { $0.packetCount } ?? .max
        guard asked.mPacket >= 0 else { throw .packetOutOfRange }
        asked.mIndependentlyDecodablePacket = asked.mPacket >= count - 1 ? -1 : asked.mPacket + 1
        return .of(asked)
    default:
        throw .unknownProperty
    }
}

private func frameTranslation(
    _ id: AudioFileStreamPropertyID, _ reader: AudioFileReader, _ question: UnsafeRawBufferPointer
) throws(AudioFileStreamError) -> PropertyValue {
    var asked: AudioFramePacketTranslation = try loaded(question)
    if id == kAudioFileStreamProperty_PacketToFrame {
        let packet = asked.mPacket
        asked.mFrame = try found { () throws(FormatError) in try reader.frame(ofPacket: packet) }
        asked.mFrameOffsetInPacket = 0
    } else {
        let frame = asked.mFrame
        let place = try found { () throws(FormatError) in try reader.packet(ofFrame: frame) }
        asked.mPacket = place.packet
        asked.mFrameOffsetInPacket = UInt32(clamping: place.offset)
    }
    return .of(asked)
}

private func byteTranslation(
    _ id: AudioFileStreamPropertyID, of stream: OpenAudioStream, _ question: UnsafeRawBufferPointer
) throws(AudioFileStreamError) -> PropertyValue {
    let reader = try streamReader(stream)
    var asked: AudioBytePacketTranslation = try loaded(question)
    if stream.asking({ $0.isSynced }) {
        guard let average = stream.asking({ $0.averageBytesPerPacket }), average > 0 else {
            throw .notYetKnown
        }
        try estimate(id, &asked, average)
        return .of(asked)
    }
    if id == kAudioFileStreamProperty_PacketToByte {
        let packet = asked.mPacket
        asked.mByte = try found { () throws(FormatError) in try reader.byte(ofPacket: packet) }
        asked.mByteOffsetInPacket = 0
    } else {
        let byte = asked.mByte
        let place = try found { () throws(FormatError) in try reader.packet(ofByte: byte) }
        asked.mPacket = place.packet
        asked.mByteOffsetInPacket = UInt32(clamping: place.offset)
    }
    asked.mFlags = []
    return .of(asked)
}

private func estimate(
    _ id: AudioFileStreamPropertyID, _ asked: inout AudioBytePacketTranslation, _ average: Double
) throws(AudioFileStreamError) {
    if id == kAudioFileStreamProperty_PacketToByte {
        let bytes = Double(asked.mPacket) * average
        guard asked.mPacket >= 0, let byte = Int64(exactly: bytes.rounded(.down)) else {
            throw .packetOutOfRange
        }
        asked.mByte = byte
        asked.mByteOffsetInPacket = 0
    } else {
        let packets = (Double(asked.mByte) / average).rounded(.down)
        guard asked.mByte >= 0, let packet = Int64(exactly: packets) else {
            throw .packetOutOfRange
        }
        asked.mPacket = packet
        let start = (Double(asked.mPacket) * average).rounded(.down)
        asked.mByteOffsetInPacket = UInt32(max(min(Double(asked.mByte) - start, average), 0))
    }
    asked.mFlags = .bytePacketTranslationFlag_IsEstimate
}

private func found<Value>(
    _ body: () throws(FormatError) -> Value?
) throws(AudioFileStreamError) -> Value {
    let value: Value?
    do throws(FormatError) { value = try body() } catch {
        throw AudioFileStreamError(.format(error))
    }
    guard let value else { throw .packetOutOfRange }
    return value
}

private func rollPacketCount(
    _ packet: Int64, in stream: OpenAudioStream
) throws(AudioFileStreamError) -> UInt32 {
    guard packet >= 0 else { throw .packetOutOfRange }
    let count = try known(try streamReader(stream).format.rollPacketCount)
    return UInt32(min(Int64(count), packet))
}

private func loaded<Question: BitwiseCopyable>(
    _ bytes: UnsafeRawBufferPointer
) throws(AudioFileStreamError) -> Question {
    guard bytes.count >= MemoryLayout<Question>.size else { throw .wrongDataSize }
    return bytes.loadUnaligned(as: Question.self)
}
