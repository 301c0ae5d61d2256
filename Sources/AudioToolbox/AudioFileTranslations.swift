import AudioFiles
import AudioFormats
import CAudioToolbox

/// The properties that answer a question: the structure comes with some of its fields filled in,
/// and goes back with the others.
func translation(
    _ id: AudioFilePropertyID, of file: OpenAudioFile, question: UnsafeRawBufferPointer
) throws(AudioFileProblem) -> PropertyValue {
    switch id {
    case kAudioFilePropertyPacketToFrame, kAudioFilePropertyFrameToPacket:
        return try frameTranslation(id, of: file, question)
    case kAudioFilePropertyPacketToByte, kAudioFilePropertyByteToPacket:
        return try byteTranslation(id, of: file, question)
    case kAudioFilePropertyPacketRangeByteCountUpperBound:
        var asked: AudioPacketRangeByteCountTranslation = try loaded(question)
        guard asked.mPacket >= 0, asked.mPacketCount >= 0 else { throw .packetOutOfRange }
        let (bytes, overflow) = asked.mPacketCount.multipliedReportingOverflow(
            by: Int64(file.reader.packetSizeUpperBound))
        // No packets take more than all the audio does.
        asked.mByteCountUpperBound = min(overflow ? .max : bytes, file.reader.dataByteCount)
        return .of(asked)
    case kAudioFilePropertyPacketToRollDistance:
        var asked: AudioPacketRollDistanceTranslation = try loaded(question)
        asked.mRollDistance = Int64(try rollPacketCount(asked.mPacket, in: file))
        return .of(asked)
    case kAudioFilePropertyPacketToDependencyInfo:
        var asked: AudioPacketDependencyInfoTranslation = try loaded(question)
        asked.mNumberPrerollPackets = try rollPacketCount(asked.mPacket, in: file)
        asked.mIsIndependentlyDecodable = 1
        return .of(asked)
    case kAudioFilePropertyPreviousIndependentPacket:
        var asked: AudioIndependentPacketTranslation = try loaded(question)
        guard asked.mPacket >= 0 else { throw .packetOutOfRange }
        // Every packet of the codings read here is one.
        asked.mIndependentlyDecodablePacket = asked.mPacket - 1
        return .of(asked)
    case kAudioFilePropertyNextIndependentPacket:
        var asked: AudioIndependentPacketTranslation = try loaded(question)
        guard asked.mPacket >= 0 else { throw .packetOutOfRange }
        let isLast = asked.mPacket >= file.reader.packetCount - 1
        asked.mIndependentlyDecodablePacket = isLast ? -1 : asked.mPacket + 1
        return .of(asked)
    default:
        throw .unknownProperty
    }
}

private func frameTranslation(
    _ id: AudioFilePropertyID, of file: OpenAudioFile, _ question: UnsafeRawBufferPointer
) throws(AudioFileProblem) -> PropertyValue {
    var asked: AudioFramePacketTranslation = try loaded(question)
    if id == kAudioFilePropertyPacketToFrame {
        let frame = try file.asking { () throws(FormatError) in
            try file.reader.frame(ofPacket: asked.mPacket)
        }
        guard let frame else { throw .packetOutOfRange }
        asked.mFrame = frame
        asked.mFrameOffsetInPacket = 0
    } else {
        let place = try file.asking { () throws(FormatError) in
            try file.reader.packet(ofFrame: asked.mFrame)
        }
        guard let place else { throw .packetOutOfRange }
        asked.mPacket = place.packet
        asked.mFrameOffsetInPacket = UInt32(clamping: place.offset)
    }
    return .of(asked)
}

private func byteTranslation(
    _ id: AudioFilePropertyID, of file: OpenAudioFile, _ question: UnsafeRawBufferPointer
) throws(AudioFileProblem) -> PropertyValue {
    var asked: AudioBytePacketTranslation = try loaded(question)
    if id == kAudioFilePropertyPacketToByte {
        let byte = try file.asking { () throws(FormatError) in
            try file.reader.byte(ofPacket: asked.mPacket)
        }
        guard let byte else { throw .packetOutOfRange }
        asked.mByte = byte
        asked.mByteOffsetInPacket = 0
    } else {
        let place = try file.asking { () throws(FormatError) in
            try file.reader.packet(ofByte: asked.mByte)
        }
        guard let place else { throw .packetOutOfRange }
        asked.mPacket = place.packet
        asked.mByteOffsetInPacket = UInt32(clamping: place.offset)
    }
    // Found by looking, not by an average.
    asked.mFlags = []
    return .of(asked)
}

private func rollPacketCount(
    _ packet: Int64, in file: OpenAudioFile
) throws(AudioFileProblem) -> UInt32 {
    guard packet >= 0 else { throw .packetOutOfRange }
    guard let count = file.rollPacketCount else { throw .unknownProperty }
    return UInt32(min(Int64(count), packet))
}

private func loaded<Question: BitwiseCopyable>(
    _ bytes: UnsafeRawBufferPointer
) throws(AudioFileProblem) -> Question {
    guard bytes.count >= MemoryLayout<Question>.size else { throw .wrongDataSize }
    return bytes.loadUnaligned(as: Question.self)
}
