import AudioFormats
import AudioModel

// What an app sets of a file that it writes.

extension OpenAudioFile {
    /// - Throws: `notPermitted` for a file that is only read.
    func writtenFile() throws(AudioFileError) -> WrittenFile {
        guard let written else { throw .notPermitted }
        return written
    }

    /// nil for a file that is only read.
    public func writingState() throws(AudioFileError) -> WritingState? {
        try written?.state()
    }

    public func writeBytes(
        at offset: Int64, _ bytes: UnsafeRawBufferPointer
    ) throws(AudioFileError) {
        try writtenFile().writeBytes(at: offset, bytes)
    }

    /// Writes packets: of one size, anywhere up to the end; otherwise at the end.
    ///
    /// - Throws: `packetOutOfRange` where there would be a gap, or packets of differing sizes be
    ///   written over; `wrongArgument` for counts that do not go with the bytes.
    public func writePackets(
        startingAt index: Int64, count: Int, from bytes: UnsafeRawBufferPointer,
        descriptions: UnsafeBufferPointer<PacketDescription>?
    ) throws(AudioFileError) {
        try writtenFile().writePackets(
            startingAt: index, count: count, from: bytes, descriptions: descriptions)
    }

    /// Puts the audio behind everything else.
    public func optimize() throws(AudioFileError) {
        try writtenFile().optimize()
    }

    public func setFormat(_ format: StreamFormat) throws(AudioFileError) {
        let format = format.completed
        try writtenFile().changeHead { writer throws(FormatError) in
            do throws(FormatError) { try writer.changeFormat(format) } catch {
                throw FormatError(.unsupportedCoding(format.codingName))
            }
            // Of other channels it would not be true.
            if writer.properties.channelLayout?.fits(channelCount: format.channelCount) == false {
                writer.properties.channelLayout = nil
            }
        }
    }

    public func setMagicCookie(_ bytes: [UInt8]) throws(AudioFileError) {
        guard bytes.count <= AudioFileWriter.magicCookieBytesMax else { throw .wrongArgument }
        try writtenFile().changeHeadInPlace { $0.magicCookie = bytes.isEmpty ? nil : bytes }
    }

    /// - Throws: `wrongArgument` when it is not one of so many channels, `notSupported` when WAVE has
    ///   no word for it.
    public func setChannelLayout(_ layout: ChannelLayout) throws(AudioFileError) {
        try checkChannelLayout(layout)
        try writtenFile().changeHeadInPlace { $0.channelLayout = layout }
    }

    /// - Throws: As `setChannelLayout` does.
    func checkChannelLayout(_ layout: ChannelLayout) throws(AudioFileError) {
        let state = try writtenFile().state()
        guard layout.fits(channelCount: state.format.channelCount) else { throw .wrongArgument }
        let isWAVE = [.wav, .rf64, .bw64].contains(state.kind)
        guard !isWAVE || layout.waveMask != nil else { throw .notSupported }
    }

    /// - Parameter seconds: A number, not negative.
    public func setReservedDuration(_ seconds: Double) throws(AudioFileError) {
        guard seconds >= 0, seconds.isFinite else { throw .wrongArgument }
        try writtenFile().changeHead { writer in writer.reserve(seconds: seconds) }
    }

    /// Cuts audio of packets of one size.
    public func setDataByteCount(_ byteCount: UInt64) throws(AudioFileError) {
        guard let byteCount = Int64(exactly: byteCount) else { throw .wrongArgument }
        try writtenFile().truncate(toByteCount: byteCount)
    }

    public func setDefersSizes(_ defersSizes: Bool) throws(AudioFileError) {
        try writtenFile().setDefersSizes(defersSizes)
    }

    /// - Parameter table: Its frames add up to those of the packets.
    public func setPacketTable(_ table: PacketTable) throws(AudioFileError) {
        try writtenFile().change { writer throws(AudioFileError) in
            let parts = [table.validFrames, table.primingFrames, table.remainderFrames]
            var sum: Int64 = 0
            for part in parts {
                let (next, overflow) = sum.addingReportingOverflow(part)
                guard part >= 0, !overflow else { throw .wrongArgument }
                sum = next
            }
            guard sum == writer.decodedFrameCount else { throw .wrongArgument }
            writer.properties.primingFrames = table.primingFrames
            writer.properties.remainderFrames = table.remainderFrames
        }
    }

    /// Sets, before the first packet, the decoded frames before the first that is to be heard.
    func setPriming(_ frameCount: Int64) throws(AudioFileError) {
        try writtenFile().change { writer in writer.properties.primingFrames = frameCount }
    }

    /// - Parameter tags: Those for which the kind of file has a place are kept.
    public func setTags(_ tags: [(key: String, value: String)]) throws(AudioFileError) {
        var byteCount = 0
        for (key, value) in tags {
            // A zero byte would end a text within it.
            guard !key.utf8.contains(0), !value.utf8.contains(0) else { throw .wrongArgument }
            byteCount += key.utf8.count + value.utf8.count + 2
        }
        guard byteCount <= AudioFileWriter.tagBytesMax else { throw .wrongArgument }
        try writtenFile().change { writer in writer.replaceTags(tags) }
    }

    public func setMarkers(_ list: MarkerList) throws(AudioFileError) {
        let regions = try asking { reader throws(FormatError) in try reader.regions() }
        try writtenFile().change { writer in
            writer.replaceMarkers(list, regions: regions ?? RegionList())
        }
    }

    public func setRegions(_ list: RegionList) throws(AudioFileError) {
        let markers = try asking { reader throws(FormatError) in try reader.markers() }
        try writtenFile().change { writer in
            writer.replaceMarkers(markers ?? MarkerList(), regions: list)
        }
    }

    /// - Parameter bytes: A whole tag.
    public func setID3Tag(_ bytes: [UInt8]) throws(AudioFileError) {
        let written = try writtenFile()
        let isWAVE = [.wav, .rf64, .bw64].contains(try written.state().kind)
        try written.replaceChunk(isWAVE ? "id3 " : "ID3 ", at: 0, with: bytes)
    }

    // MARK: Parts by name

    /// - Parameter index: Of a part that is replaced, or the count for a further one.
    public func setPart(
        _ id: FourCC, at index: Int, to bytes: [UInt8]
    ) throws(AudioFileError) {
        try writtenFile().replaceChunk(id, at: index, with: bytes)
    }

    public func removePart(_ id: FourCC, at index: Int) throws(AudioFileError) {
        try writtenFile().replaceChunk(id, at: index, with: nil)
    }
}
