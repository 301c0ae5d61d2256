public import AudioCodecs
public import AudioFormats
public import AudioModel
public import ChannelLayouts

// Properties that an app sets on a file it writes.

extension OpenAudioFile {
    /// The file for writing.
    ///
    /// - Throws: `notPermitted` for a file opened for reading only.
    func writtenFile() throws(AudioFileError) -> WrittenFile {
        guard let written else { throw .notPermitted }
        return written
    }

    /// State that decides which properties can be set; `nil` for a file opened for reading only.
    public func writingState() throws(AudioFileError) -> WritingState? {
        try written?.state()
    }

    /// Writes bytes of the audio at `offset`, for packets of one size.
    ///
    /// - Throws: `notSupported` for a variable bit rate, `positionOutOfRange` beyond the end.
    public func writeBytes(
        at offset: Int64, _ bytes: UnsafeRawBufferPointer
    ) throws(AudioFileError) {
        try writtenFile().writeBytes(at: offset, bytes)
    }

    /// Writes packets: of one size, anywhere up to the end; otherwise at the end.
    ///
    /// - Throws: `packetOutOfRange` beyond the end, or before it for a variable bit rate;
    ///   `wrongArgument` for counts that do not match the bytes; `missingArgument` without
    ///   descriptions.
    public func writePackets(
        startingAt index: Int64, count: Int, from bytes: UnsafeRawBufferPointer,
        descriptions: UnsafeBufferPointer<PacketDescription>?
    ) throws(AudioFileError) {
        try writtenFile().writePackets(
            startingAt: index, count: count, from: bytes, descriptions: descriptions)
    }

    /// Moves the audio behind all other chunks.
    ///
    /// - Throws: `notSupported`, `notPermitted`.
    public func optimize() throws(AudioFileError) {
        try writtenFile().optimize()
    }

    /// Sets the format, before there is audio.
    ///
    /// - Throws: `unsupportedCoding`, `tooLate`.
    public func setFormat(_ format: StreamFormat) throws(AudioFileError) {
        let format = format.completed
        try writtenFile().changeHead { writer throws(FormatError) in
            do throws(FormatError) { try writer.changeFormat(format) } catch {
                throw FormatError(.unsupportedCoding(format.codingName))
            }
            // The layout does not fit another channel count.
            if writer.properties.channelLayout?.fits(channelCount: format.channelCount) == false {
                writer.properties.channelLayout = nil
            }
        }
    }

    /// Sets the magic cookie; no bytes remove it.
    ///
    /// - Throws: `wrongArgument` for one that is too long, `tooLate` without room for it.
    public func setMagicCookie(_ bytes: [UInt8]) throws(AudioFileError) {
        guard bytes.count <= AudioFileWriter.magicCookieBytesMax else { throw .wrongArgument }
        try writtenFile().changeHeadInPlace { $0.magicCookie = bytes.isEmpty ? nil : bytes }
    }

    /// Sets the channel layout.
    ///
    /// - Throws: `wrongArgument` for a layout of another channel count, `notSupported` when a WAVE
    ///   channel mask cannot express it, `tooLate`.
    public func setChannelLayout(_ layout: ChannelLayout) throws(AudioFileError) {
        try checkChannelLayout(layout)
        try writtenFile().changeHeadInPlace { $0.channelLayout = layout }
    }

    /// - Throws: The same errors as `setChannelLayout`.
    func checkChannelLayout(_ layout: ChannelLayout) throws(AudioFileError) {
        let state = try writtenFile().state()
        guard layout.fits(channelCount: state.format.channelCount) else { throw .wrongArgument }
        let isWAVE = [.wav, .rf64, .bw64].contains(state.kind)
        guard !isWAVE || layout.waveMask != nil else { throw .notSupported }
    }

    /// Reserves room in the header for a duration.
    ///
    /// - Parameter seconds: Finite, not negative.
    public func setReservedDuration(_ seconds: Double) throws(AudioFileError) {
        guard seconds >= 0, seconds.isFinite else { throw .wrongArgument }
        try writtenFile().changeHead { writer in writer.reserve(seconds: seconds) }
    }

    /// Truncates the audio to `byteCount` bytes, for packets of one size.
    public func setDataByteCount(_ byteCount: UInt64) throws(AudioFileError) {
        guard let byteCount = Int64(exactly: byteCount) else { throw .wrongArgument }
        try writtenFile().truncate(toByteCount: byteCount)
    }

    /// Chooses whether sizes in the header are written only when needed, or after every change.
    public func setDefersSizes(_ defersSizes: Bool) throws(AudioFileError) {
        try writtenFile().setDefersSizes(defersSizes)
    }

    /// Sets the priming, valid and remainder frames.
    ///
    /// - Parameter table: Must add up to the decoded frames of the file.
    /// - Throws: `wrongArgument`.
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

    /// Sets the number of priming frames, before the first packet is written.
    func setPriming(_ frameCount: Int64) throws(AudioFileError) {
        try writtenFile().change { writer in writer.properties.primingFrames = frameCount }
    }

    /// Replaces the metadata.
    ///
    /// - Parameter tags: Tags that the file type cannot store are dropped.
    /// - Throws: `wrongArgument` for a zero byte, or when they are too long.
    public func setTags(_ tags: [(key: String, value: String)]) throws(AudioFileError) {
        var byteCount = 0
        for (key, value) in tags {
            // A zero byte would terminate the string in the file.
            guard !key.utf8.contains(0), !value.utf8.contains(0) else { throw .wrongArgument }
            byteCount += key.utf8.count + value.utf8.count + 2
        }
        guard byteCount <= AudioFileWriter.tagBytesMax else { throw .wrongArgument }
        try writtenFile().change { writer in writer.replaceTags(tags) }
    }

    /// Replaces the markers; the regions stay.
    public func setMarkers(_ list: MarkerList) throws(AudioFileError) {
        let regions = try access { reader throws(FormatError) in try reader.regions() }
        try writtenFile().change { writer in
            writer.replaceMarkers(list, regions: regions ?? RegionList())
        }
    }

    /// Replaces the regions; the markers stay.
    public func setRegions(_ list: RegionList) throws(AudioFileError) {
        let markers = try access { reader throws(FormatError) in try reader.markers() }
        try writtenFile().change { writer in
            writer.replaceMarkers(markers ?? MarkerList(), regions: list)
        }
    }

    /// Replaces the ID3 tag.
    ///
    /// - Parameter bytes: A complete tag.
    public func setID3Tag(_ bytes: [UInt8]) throws(AudioFileError) {
        let written = try writtenFile()
        let isWAVE = [.wav, .rf64, .bw64].contains(try written.state().kind)
        try written.replaceChunk(isWAVE ? "id3 " : "ID3 ", at: 0, with: bytes)
    }

    // MARK: Chunks

    /// Replaces or appends a chunk.
    ///
    /// - Parameter index: Index among the chunks with this identifier; their count appends one.
    /// - Throws: `notSupported`, `noSuchPart`.
    public func setPart(
        _ id: FourCC, at index: Int, to bytes: [UInt8]
    ) throws(AudioFileError) {
        try writtenFile().replaceChunk(id, at: index, with: bytes)
    }

    /// Removes a chunk.
    ///
    /// - Throws: `notSupported`, `noSuchPart`.
    public func removePart(_ id: FourCC, at index: Int) throws(AudioFileError) {
        try writtenFile().replaceChunk(id, at: index, with: nil)
    }
}
