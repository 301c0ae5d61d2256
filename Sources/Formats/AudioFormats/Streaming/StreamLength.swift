import AudioCodecs
import AudioModel

extension AudioStreamParser {
    /// The end of the valid frames, as far as the packets delivered so far and the header tell it.
    ///
    /// What follows is the encoder's remainder. After `finish` and the last event it is final, and
    /// equals what `AudioFileReader` reads of the same bytes.
    public var validEnd: StreamEnd {
        guard let timeline = reader?.contents.timeline else { return .beforeEnd(0) }
        if mayHaveLateTable {
            guard let table = lateTable else {
                return .beforeEnd(endedByteCount == nil ? StreamLimits.heldBackFrames : 0)
            }
            return .frame(table.primingFrames + table.validFrames)
        }
        switch timeline.certainty {
        case .known, .stated: return counted ?? .frame(timeline.valid)
        case .counted: return .beforeEnd(timeline.remainder)
        case .countedWithRemainder: return .beforeEnd(cursor?.remainderFrames ?? 0)
        }
    }

    /// The end according to a Xing or VBRI header, which more or fewer packets refute.
    private var counted: StreamEnd? {
        guard let reader, let index = reader.contents.packets.index, let count = index.count,
            let end = index.stated?.end, end > reader.dataOffset
        else { return nil }
        // One extra frame is tolerated: the header may not count its own.
        let moreCount: Int64 = cursor?.endsInsidePacket == true ? 1 : 0
        guard seenPacketCount + moreCount <= count + 1, end <= endedByteCount ?? .max else {
            return .beforeEnd(0)
        }
        let valid = reader.contents.timeline.valid
        return endedByteCount == nil ? .provisional(valid) : .frame(valid)
    }

    /// Whether a Xing or VBRI header speaks of the first part of the stream alone: of files that were
    /// joined, as episodes with advertisements are, it is that of the first.
    ///
    /// - Parameter byteCount: The length of the whole stream in bytes.
    public func statesLess(than byteCount: Int64) -> Bool {
        // Tags behind the frames are no frames.
        guard let end = reader?.contents.packets.index?.stated?.end else { return false }
        return byteCount - end > StreamLimits.trailingTagBytesMax
    }

    /// What the stream lacks of the audio that it states; nil when nothing is missing, and before
    /// its end.
    ///
    /// - Parameter frameCount: Number of valid frames that were decoded.
    public func missingAudio(after frameCount: Int64) -> MissingAudio? {
        guard let reader, endedByteCount != nil else { return nil }
        if let stated = statedFrameCount(reader), stated > frameCount {
            return .frames(found: frameCount, stated: stated)
        }
        return cursor?.endsInsidePacket == true ? .packet(found: frameCount) : nil
    }

    /// Number of valid frames that the header states; nil when it states none.
    private func statedFrameCount(_ reader: AudioFileReader) -> Int64? {
        if let stated = reader.contents.packets.index?.stated {
            guard let count = stated.count, count - seenPacketCount > XingHeader.packetsOffMax
            else { return nil }
            let frames = count.multipliedClamping(by: Int64(reader.format.framesPerPacket))
            return frames - reader.primingFrames - stated.remainderFrames
        }
        if let lateTable { return lateTable.primingFrames + lateTable.validFrames }
        let timeline = reader.contents.timeline
        switch timeline.certainty {
        case .stated: return timeline.valid
        case .known:
            let isTaken =
                isByteCountKnown
                && (reader.containerKind != .wav
                    || reader.spannedByteCount < WAVContainer.statedByteCountMax)
            return isTaken ? timeline.valid : nil
        case .counted, .countedWithRemainder: return nil
        }
    }
}

extension AudioFileReader {
    /// Creates the decoder for the packets, with the container's decoder configuration.
    ///
    /// - Throws: `unsupportedCoding` with the coding's name, `badField` for the channel count, or
    ///   `missingLibrary`.
    public func makeDecoder() throws(FormatError) -> any PacketDecoder {
        guard magicCookie == nil, let configuration = contents.codec.configuration else {
            return try makePacketDecoder(format, magicCookie: magicCookie)
        }
        return try makePacketDecoder(interleaved: format, configuration: configuration)
    }
}
