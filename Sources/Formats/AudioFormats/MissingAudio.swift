import AudioCodecs
import AudioModel

/// What a file or a stream lacks of the audio that it states.
///
/// `description` is an English predicate without the file's name.
public enum MissingAudio: Hashable, Sendable {
    /// Valid frames that are there, and those that are stated.
    case frames(found: Int64, stated: Int64)
    /// Bytes of audio that are there, and those that are stated.
    case bytes(found: Int64, stated: Int64)
    /// Nothing states a length, but the last packet or page is incomplete, or more is announced;
    /// with the valid frames that are there.
    case packet(found: Int64)
    /// A chained bitstream with another format follows the valid frames, and is not decoded.
    case otherFormat(found: Int64)
}

extension MissingAudio: CustomStringConvertible {
    public var description: String { "ends early: " + words }

    /// A clause with the counts: `11345 of 12345 frames are there`.
    public var words: String {
        switch self {
        case .frames(let found, let stated): "\(found) of \(stated) frames are there"
        case .bytes(let found, let stated): "\(found) of \(stated) bytes of audio are there"
        case .packet(let found): "\(found) frames are there, and what follows them is incomplete"
        case .otherFormat(let found):
            "\(found) frames are there, and a part with another format follows, which is left out"
        }
    }
}

extension AudioFileReader {
    /// Whether packets of later bitstreams, which have headers of their own, follow those of the
    /// first, as in a chained Ogg file. Scans the packets of Ogg files.
    public func isChained() throws(FormatError) -> Bool {
        #if FFmpeg
            guard containerKind == .ogg, let packets = contents.packets.source as? DemuxedPackets
            else { return false }
            _ = try packetTotals()
            return !packets.links.isEmpty
        #else
            return false
        #endif
    }

    /// Whether the file ends before the audio that it states; see `missingAudio`.
    public func isTruncated() throws(FormatError) -> Bool { try missingAudio() != nil }

    /// What the file lacks of the audio that its header states, or that its last packet announces;
    /// nil when nothing is missing.
    ///
    /// `frameCount` and `packetCount` count what is present, except for MPEG-4 and CAF with a packet
    /// table and FLAC, which count what is stated. Scans the packets of files with a stated packet
    /// count, of those without a packet table, and of fragments.
    public func missingAudio() throws(FormatError) -> MissingAudio? {
        if let stated = contents.packets.index?.stated { return try missingAudio(stated) }
        if case .fixed = contents.packets, contents.missingByteCount > 0 {
            let byteCount = contents.dataByteCount + contents.missingByteCount
            let packetCount = byteCount / Int64(max(format.bytesPerPacket, 1))
            let stated = packetCount.multipliedClamping(by: Int64(format.framesPerPacket))
            let found = try frameCount()
            // Only a byte of padding may be missing.
            return stated - primingFrames > found
                ? .frames(found: found, stated: stated - primingFrames) : nil
        }
        if let missing = try missingPackets() { return missing }
        if contents.endsInsideDescription { return .packet(found: try frameCount()) }
        return contents.missingByteCount > 0 ? try missingBytes() : nil
    }

    private func missingBytes() throws(FormatError) -> MissingAudio {
        let found = try dataByteCount()
        return .bytes(found: found, stated: found + contents.missingByteCount)
    }

    /// What is missing according to a Xing or VBRI header.
    private func missingAudio(
        _ stated: PacketIndex.StatedPackets
    ) throws(FormatError) -> MissingAudio? {
        guard !source.isStillArriving else { return nil }
        let totals = try packetTotals()
        let missingCount = (stated.count ?? 0) - (totals?.packetCount ?? 0)
        guard contents.missingByteCount > 0 || missingCount > XingHeader.packetsOffMax else {
            return try endsInsidePacket() ? .packet(found: try frameCount()) : nil
        }
        guard let count = stated.count, missingCount > 0 else { return try missingBytes() }
        let frames = count.multipliedClamping(by: Int64(format.framesPerPacket))
        return .frames(
            found: try frameCount(), stated: frames - primingFrames - stated.remainderFrames)
    }

    /// What packets of variable size show to be missing.
    private func missingPackets() throws(FormatError) -> MissingAudio? {
        switch contents.packets {
        case .unlocated, .fixed: return nil
        case .indexed(let index):
            guard let count = index.count else {
                return try endsInsidePacket() ? .packet(found: try frameCount()) : nil
            }
            return try missingPackets(of: count, index.locator)
        case .fragmented(let fragments, _):
            return try fragments.isTruncated(source) ? .packet(found: try frameCount()) : nil
        case .demuxed(let packets, _):
            #if FFmpeg
                return try missingAudio(demuxed: packets)
            #else
                return nil
            #endif
        }
    }

    /// What is missing of the packets of a table.
    private func missingPackets(
        of count: Int64, _ locator: any PacketLocator
    ) throws(FormatError) -> MissingAudio? {
        guard count > 0 else { return nil }
        let end = source.byteCount
        let last = try FormatError.unlessDefective { () throws(FormatError) in
            try locator.place(of: count - 1)
        }
        if let last, last.byteCount <= end - last.offset { return nil }
        var decoded: Int64 = 0
        _ = try FormatError.unlessDefective { () throws(FormatError) in
            try locator.visit(from: 0) { place in
                guard place.byteCount <= end - place.offset else { return false }
                decoded = place.firstFrame + place.frameCount
                return true
            }
        }
        let stated = contents.timeline.valid
        return .frames(found: min(max(decoded - primingFrames, 0), stated), stated: stated)
    }

    /// Whether a self-framed stream ends with a frame header that states more bytes than follow.
    private func endsInsidePacket() throws(FormatError) -> Bool {
        guard let totals = try packetTotals(), totals.packetCount > 0 else { return false }
        let end = contents.dataOffset + contents.dataByteCount
        var reader = ByteReader(source)
        switch containerKind {
        case .adts: return try isCutFrame(ADTSHeader.self, at: totals.end, end, &reader)
        case .mp3: return try isCutFrame(MP3Header.self, at: totals.end, end, &reader)
        default: return false
        }
    }

    private func isCutFrame<Header: SelfFramedHeader>(
        _ type: Header.Type, at offset: Int64, _ end: Int64, _ reader: inout ByteReader
    ) throws(FormatError) -> Bool {
        guard let first = try Header.read(at: dataOffset, end: end, in: &reader),
            let header = try Header.read(at: offset, end: end, in: &reader),
            header.follows(first)
        else { return false }
        return header.frameByteCount > end - offset
    }
}
