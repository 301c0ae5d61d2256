import AudioCodecs
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
        return try answer(question) {
            (asked: inout AudioFramePacketTranslation) throws(AudioFileError) in
            let isFound = try file.translating { () throws(FormatError) in
                try asked.translate(toFrame: id == kAudioFilePropertyPacketToFrame, in: reader)
            }
            guard isFound else { throw .packetOutOfRange }
        }
    case kAudioFilePropertyPacketToByte, kAudioFilePropertyByteToPacket:
        // Ogg packets are segmented into pages and have no contiguous byte ranges.
        guard reader.hasByteOffsets else { throw .unknownProperty }
        return try answer(question) {
            (asked: inout AudioBytePacketTranslation) throws(AudioFileError) in
            let isFound = try file.translating { () throws(FormatError) in
                try asked.translate(toByte: id == kAudioFilePropertyPacketToByte, in: reader)
            }
            guard isFound else { throw .packetOutOfRange }
        }
    case kAudioFilePropertyPacketRangeByteCountUpperBound:
        return try answer(question) {
            (asked: inout AudioPacketRangeByteCountTranslation) throws(AudioFileError) in
            guard asked.mPacket >= 0, asked.mPacketCount >= 0 else { throw .packetOutOfRange }
            let bound = try file.translating { () throws(FormatError) in
                try reader.packetSizeUpperBound()
            }
            let (bytes, overflow) = asked.mPacketCount.multipliedReportingOverflow(by: Int64(bound))
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
            let toNext = id == kAudioFilePropertyNextIndependentPacket
            // Counting can scan the file.
            let count = try file.translating { () throws(FormatError) in
                toNext ? try reader.packetCount() : .max
            }
            asked.translate(toNext: toNext, packetCount: count)
        }
    default:
        throw .unknownProperty
    }
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
