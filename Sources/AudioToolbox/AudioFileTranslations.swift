import AudioFiles
import AudioFormats
import CAudioToolbox

/// Properties that translate: the caller fills in some fields of a structure and gets the others.
func translation(
    _ id: AudioFilePropertyID, of file: OpenAudioFile, _ reader: AudioFileReader,
    question: UnsafeRawBufferPointer
) throws(AudioFileError) -> PropertyValue {
    switch id {
    case kAudioFilePropertyPacketToFrame, kAudioFilePropertyFrameToPacket:
        return try frameTranslation(id, of: file, reader, question)
    case kAudioFilePropertyPacketToByte, kAudioFilePropertyByteToPacket:
        return try byteTranslation(id, of: file, reader, question)
    case kAudioFilePropertyPacketRangeByteCountUpperBound:
        return try answer(question) {
            (asked: inout AudioPacketRangeByteCountTranslation) throws(AudioFileError) in
            guard asked.mPacket >= 0, asked.mPacketCount >= 0 else { throw .packetOutOfRange }
            let (bytes, overflow) = asked.mPacketCount.multipliedReportingOverflow(
                by: Int64(reader.packetSizeUpperBound))
            // Packets cannot take more than all the audio.
            asked.mByteCountUpperBound = min(overflow ? .max : bytes, reader.spannedByteCount)
        }
    case kAudioFilePropertyPacketToRollDistance:
        return try answer(question) {
            (asked: inout AudioPacketRollDistanceTranslation) throws(AudioFileError) in
            asked.mRollDistance = Int64(try rollPacketCount(asked.mPacket, in: reader))
        }
    case kAudioFilePropertyPacketToDependencyInfo:
        return try answer(question) {
            (asked: inout AudioPacketDependencyInfoTranslation) throws(AudioFileError) in
            asked.mNumberPrerollPackets = try rollPacketCount(asked.mPacket, in: reader)
            asked.mIsIndependentlyDecodable = 1
        }
    case kAudioFilePropertyPreviousIndependentPacket, kAudioFilePropertyNextIndependentPacket:
        return try answer(question) {
            (asked: inout AudioIndependentPacketTranslation) throws(AudioFileError) in
            guard asked.mPacket >= 0 else { throw .packetOutOfRange }
            // Every packet of the encodings read here is independent.
            if id == kAudioFilePropertyPreviousIndependentPacket {
                asked.mIndependentlyDecodablePacket = asked.mPacket - 1
            } else {
                let isLast = asked.mPacket >= reader.packetCount - 1
                asked.mIndependentlyDecodablePacket = isLast ? -1 : asked.mPacket + 1
            }
        }
    default:
        throw .unknownProperty
    }
}

private func frameTranslation(
    _ id: AudioFilePropertyID, of file: OpenAudioFile, _ reader: AudioFileReader,
    _ question: UnsafeRawBufferPointer
) throws(AudioFileError) -> PropertyValue {
    try answer(question) { (asked: inout AudioFramePacketTranslation) throws(AudioFileError) in
        if id == kAudioFilePropertyPacketToFrame {
            let packet = asked.mPacket
            asked.mFrame = try found(file) { () throws(FormatError) in
                try reader.frame(ofPacket: packet)
            }
            asked.mFrameOffsetInPacket = 0
        } else {
            let frame = asked.mFrame
            let place = try found(file) { () throws(FormatError) in
                try reader.packet(ofFrame: frame)
            }
            asked.mPacket = place.packet
            asked.mFrameOffsetInPacket = UInt32(clamping: place.offset)
        }
    }
}

private func byteTranslation(
    _ id: AudioFilePropertyID, of file: OpenAudioFile, _ reader: AudioFileReader,
    _ question: UnsafeRawBufferPointer
) throws(AudioFileError) -> PropertyValue {
    // Ogg packets are segmented into pages and have no contiguous byte ranges.
    guard reader.hasByteOffsets else { throw .unknownProperty }
    return try answer(question) {
        (asked: inout AudioBytePacketTranslation) throws(AudioFileError) in
        if id == kAudioFilePropertyPacketToByte {
            let packet = asked.mPacket
            asked.mByte = try found(file) { () throws(FormatError) in
                try reader.byte(ofPacket: packet)
            }
            asked.mByteOffsetInPacket = 0
        } else {
            let byte = asked.mByte
            let place = try found(file) { () throws(FormatError) in
                try reader.packet(ofByte: byte)
            }
            asked.mPacket = place.packet
            asked.mByteOffsetInPacket = UInt32(clamping: place.offset)
        }
        // Exact, from the packet index.
        asked.mFlags = []
    }
}

/// - Throws: `packetOutOfRange` when `body` returns `nil`.
private func found<Place>(
    _ file: OpenAudioFile, _ body: () throws(FormatError) -> Place?
) throws(AudioFileError) -> Place {
    guard let place = try file.translating(body) else { throw .packetOutOfRange }
    return place
}

private func rollPacketCount(
    _ packet: Int64, in reader: AudioFileReader
) throws(AudioFileError) -> UInt32 {
    guard packet >= 0 else { throw .packetOutOfRange }
    guard let count = reader.rollPacketCount else { throw .unknownProperty }
    return UInt32(min(Int64(count), packet))
}

/// Copies the caller's structure, fills it in and returns it.
private func answer<Question: BitwiseCopyable>(
    _ bytes: UnsafeRawBufferPointer,
    _ fill: (inout Question) throws(AudioFileError) -> Void
) throws(AudioFileError) -> PropertyValue {
    guard bytes.count >= MemoryLayout<Question>.size else { throw .wrongDataSize }
    var question = bytes.loadUnaligned(as: Question.self)
    try fill(&question)
    return .of(question)
}
