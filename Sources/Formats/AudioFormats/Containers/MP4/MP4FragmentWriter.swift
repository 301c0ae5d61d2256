public import AudioCodecs
import AudioModel

/// Writes an MPEG-4 file in movie fragments.
///
/// Each fragment has half a second of packets after its header, and is written at once: if the
/// writer is killed, at most the last fragment is lost. Closing the file appends an ordinary movie
/// box after the fragments, and turns an empty box before them into the header of one `mdat` box
/// around them, with a single write of 16 bytes. Other programs then see an MPEG-4 file without
/// fragments.
///
/// Source: ISO/IEC 14496-12, 8.8, "Movie Fragments".
struct MP4FragmentWriter {
    private let container: MP4Muxer
    private let framesPerPacket: Int64
    /// Number of frames after which a fragment is written.
    private let framesMax: Int64
    /// Offset of the empty box.
    private let wrapperOffset: Int64
    /// Offset of the next fragment.
    private(set) var end: Int64
    /// The packets of the fragments so far.
    private(set) var chunks: [MP4PacketChunk] = []

    private var pendingSizes: [UInt32] = []
    private var pendingBytes: [UInt8] = []
    private var packetCount: Int64 = 0
    private(set) var isSealed = false

    private static let wrapperByteCount = 16
    private static let fragmentsPerSecond = 2.0
    private static let packetBytesMax = 1 << 28
    /// Bytes of packets after which a fragment is written, regardless of its frames.
    private static let pendingBytesMax = 1 << 24

    /// The file before the first fragment.
    ///
    /// - Throws: `missing` without a magic cookie.
    static func head(
        _ container: MP4Muxer, _ properties: WritingProperties
    ) throws(FormatError) -> [UInt8] {
        guard properties.magicCookie != nil else { throw FormatError(.missing("magic cookie")) }
        let wrapper = container.box("free", Array(repeating: 0, count: wrapperByteCount - 8))
        return container.fileType(isFragmented: true) + wrapper
            + container.fragmentedMovie(properties)
    }

    /// Creates a writer.
    ///
    /// - Parameter headByteCount: Size of `head`.
    init(_ container: MP4Muxer, _ format: StreamFormat, headByteCount: Int) {
        self.container = container
        framesPerPacket = Int64(format.framesPerPacket)
        framesMax = Int64(format.sampleRate / Self.fragmentsPerSecond)
        wrapperOffset = Int64(container.fileType(isFragmented: true).count)
        end = Int64(headByteCount)
    }

    /// Adds a packet to the pending fragment.
    ///
    /// - Throws: `tooLarge` for a packet that does not fit into a fragment.
    mutating func append(_ packet: UnsafeRawBufferPointer) throws(FormatError) {
        guard packet.count <= Self.packetBytesMax else { throw FormatError(.tooLarge("packet")) }
        pendingSizes.append(UInt32(clamping: packet.count))
        pendingBytes += packet
    }

    /// Whether packets are pending.
    var isPending: Bool { !pendingSizes.isEmpty }

    /// Whether the pending packets are enough for a fragment.
    var isDue: Bool {
        isPending
            && (Int64(pendingSizes.count).multipliedClamping(by: framesPerPacket) >= framesMax
                || pendingBytes.count >= Self.pendingBytesMax)
    }

    /// Writes the pending packets as one fragment.
    mutating func flush(to sink: any ByteSink) throws(FormatError) {
        guard isPending else { return }
        let head = head()
        let data = container.box("mdat", pendingBytes)
        do throws(FormatError) { try sink.write(head + data, at: end) } catch {
            // Removes an incompletely written fragment.
            try? sink.setByteCount(end)
            throw error
        }
        let count = UInt32(pendingSizes.count)
        chunks.append(MP4PacketChunk(offset: end + Int64(head.count) + 8, packetCount: count))
        end += Int64(head.count + data.count)
        packetCount += Int64(count)
        pendingSizes = []
        pendingBytes = []
    }

    /// The `moof` box of the pending packets.
    private func head() -> [UInt8] {
        let isBasedOnFragment: UInt32 = 0x2_0000
        let hasStart: UInt32 = 0x1
        let hasByteCounts: UInt32 = 0x200
        let number = UInt32(clamping: chunks.count + 1)
        let sequence = container.fullBox("mfhd", container.numbers([number]))
        let header = container.fullBox("tfhd", flags: isBasedOnFragment, container.numbers([1]))
        let time = container.fullBox(
            "tfdt", version: 1,
            container.longNumbers([packetCount.multipliedClamping(by: framesPerPacket)]))
        func head(start: UInt32) -> [UInt8] {
            let run = container.fullBox(
                "trun", flags: hasStart | hasByteCounts,
                container.numbers([UInt32(pendingSizes.count), start] + pendingSizes))
            return container.box("moof", sequence + container.box("traf", header + time + run))
        }
        let mdatHeaderByteCount = 8
        return head(start: UInt32(head(start: 0).count + mdatHeaderByteCount))
    }

    /// Turns the file into one without fragments. No packets may be pending.
    mutating func seal(
        _ totals: MuxerTotals, _ properties: WritingProperties, in sink: any ByteSink
    ) throws(FormatError) {
        let movie = try container.tail(totals, properties, chunks: chunks)
        do throws(FormatError) {
            try sink.write(movie, at: end)
            try sink.setByteCount(end + Int64(movie.count))
        } catch {
            // The fragmented file is complete, too.
            try? sink.setByteCount(end)
            throw error
        }
        var wrapper: [UInt8] = []
        wrapper.appendBigEndian(UInt32(1))
        wrapper.append("mdat" as FourCC)
        wrapper.appendBigEndian(end - wrapperOffset)
        try sink.write(wrapper, at: wrapperOffset)
        isSealed = true
    }
}

extension AudioFileWriter {
    /// The container writer if the file is to be fragmented; nil otherwise.
    private var fragmentedContainer: MP4Muxer? {
        properties.isFragmented ? container as? MP4Muxer : nil
    }

    /// Writes the header of a fragmented file.
    ///
    /// - Returns: Size of the header; nil for other files.
    func beginFragments() throws(FormatError) -> Int64? {
        guard let container = fragmentedContainer else { return nil }
        let head = try MP4FragmentWriter.head(container, properties)
        try sink.write(head, at: 0)
        fragments = MP4FragmentWriter(container, format, headByteCount: head.count)
        return Int64(head.count)
    }

    /// Completes a fragmented file in its current state.
    ///
    /// - Returns: Whether the file is fragmented.
    func updateFragments() throws(FormatError) -> Bool {
        guard fragments == nil else {
            try fragments?.flush(to: sink)
            return true
        }
        guard dataOffset == nil, let container = fragmentedContainer else { return false }
        // Without packets, the header may still grow.
        let head = try MP4FragmentWriter.head(container, properties)
        try sink.write(head, at: 0)
        try sink.setByteCount(Int64(head.count))
        return true
    }

    /// Writes pending packets of a fragmented file when they are enough for a fragment; completes
    /// other files like `update()`. Pages of Ogg are written with the packet that fills them.
    public func updateInSteps() throws(FormatError) {
        guard pages == nil else { return }
        guard let fragments else { return try update() }
        if fragments.isDue { _ = try updateFragments() }
    }

    /// Whether the file is kept readable in a special form until `close()` rewrites it.
    public var isOpenEnded: Bool {
        liveTable != nil || pages != nil || fragments.map { !$0.isSealed } ?? false
    }

    /// Turns a file that was kept readable into an ordinary one, for the last time.
    func seal() throws(FormatError) {
        try sealLiveTable()
        try sealPages()
        guard isOpenEnded else { return }
        try fragments?.flush(to: sink)
        try fragments?.seal(totals, properties, in: sink)
    }
}
