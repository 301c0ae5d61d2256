import AudioCodecs
import AudioFiles
import AudioFormats
import CAudioToolbox

/// Properties that translate: the caller fills in some fields of a structure and gets the others.
func streamTranslation(
    _ id: AudioFileStreamPropertyID, of stream: OpenAudioStream, _ question: UnsafeRawBufferPointer
) throws(AudioFileStreamError) -> PropertyValue {
    switch id {
    case kAudioFileStreamProperty_PacketToFrame, kAudioFileStreamProperty_FrameToPacket:
        let reader = try streamReader(stream)
        var asked: AudioFramePacketTranslation = try loaded(question)
        try translating { () throws(FormatError) in
            try asked.translate(toFrame: id == kAudioFileStreamProperty_PacketToFrame, in: reader)
        }
        return .of(asked)
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
    case kAudioFileStreamProperty_PreviousIndependentPacket,
        kAudioFileStreamProperty_NextIndependentPacket:
        var asked: AudioIndependentPacketTranslation = try loaded(question)
        guard asked.mPacket >= 0 else { throw .packetOutOfRange }
        asked.translate(
            toNext: id == kAudioFileStreamProperty_NextIndependentPacket,
            packetCount: stream.access { $0.packetCount } ?? .max)
        return .of(asked)
    default:
        throw .unknownProperty
    }
}

private func byteTranslation(
    _ id: AudioFileStreamPropertyID, of stream: OpenAudioStream, _ question: UnsafeRawBufferPointer
) throws(AudioFileStreamError) -> PropertyValue {
    let reader = try streamReader(stream)
    var asked: AudioBytePacketTranslation = try loaded(question)
    if stream.access({ $0.isSynced }) {
        guard let average = stream.access({ $0.averageBytesPerPacket }), average > 0 else {
            throw .notYetKnown
        }
        try estimate(id, &asked, average)
        return .of(asked)
    }
    try translating { () throws(FormatError) in
        try asked.translate(toByte: id == kAudioFileStreamProperty_PacketToByte, in: reader)
    }
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

/// - Parameter body: Returns whether there is such a packet.
private func translating(
    _ body: () throws(FormatError) -> Bool
) throws(AudioFileStreamError) {
    let isFound: Bool
    do throws(FormatError) { isFound = try body() } catch {
        throw AudioFileStreamError(.format(error))
    }
    guard isFound else { throw .packetOutOfRange }
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
