import AudioModel

/// An MPEG-4 file while it is written in fragments.
///
/// Each fragment holds half a second of packets behind a list of them, and is written at once: a
/// file whose writer was killed has all fragments but, at most, the last. When the file is closed,
/// the usual movie box is put behind the fragments, and an empty box before them becomes the head
/// of one `mdat` box around all of them, by a single write of 16 bytes. Other programs then see an
/// MPEG-4 file without fragments.
///
/// Source: ISO/IEC 14496-12, 8.8, "Movie Fragments".
struct MP4Fragments {
    private let container: MP4Writing
    private let framesPerPacket: Int64
    /// Frames after which a fragment is written.
    private let framesMax: Int64
    /// Where the empty box stands.
    private let wrapperOffset: Int64
    /// Where the next fragment goes.
    private(set) var end: Int64
    /// The packets of all fragments so far.
    private(set) var chunks: [MP4PacketChunk] = []

    private var pendingSizes: [UInt32] = []
    private var pendingBytes: [UInt8] = []
    private var packetCount: Int64 = 0
    private(set) var isSealed = false

    private static let wrapperByteCount = 16
    private static let fragmentsPerSecond = 2.0
    private static let packetBytesMax = 1 << 28
    /// Bytes of packets after which a fragment is written, however few frames they are.
    private static let pendingBytesMax = 1 << 24

    /// The file before the first fragment.
    ///
    /// - Throws: `missing` without a magic cookie.
    static func head(
        _ container: MP4Writing, _ properties: WritingProperties
    ) throws(FormatError) -> [UInt8] {
        guard properties.magicCookie != nil else { throw FormatError(.missing("magic cookie")) }
        let wrapper = container.box("free", Array(repeating: 0, count: wrapperByteCount - 8))
        return container.fileType(isFragmented: true) + wrapper
            + container.fragmentedMovie(properties)
    }

    /// - Parameter headByteCount: Bytes of `head`.
    init(_ container: MP4Writing, _ format: StreamFormat, headByteCount: Int) {
        self.container = container
        framesPerPacket = Int64(format.framesPerPacket)
        framesMax = Int64(format.sampleRate / Self.fragmentsPerSecond)
        wrapperOffset = Int64(container.fileType(isFragmented: true).count)
        end = Int64(headByteCount)
    }

    /// - Throws: `tooLarge` for a packet that no fragment has room for.
    mutating func append(_ packet: UnsafeRawBufferPointer) throws(FormatError) {
        guard packet.count <= Self.packetBytesMax else { throw FormatError(.tooLarge("packet")) }
        pendingSizes.append(UInt32(clamping: packet.count))
        pendingBytes += packet
    }

    /// Whether packets wait to be written.
    var isPending: Bool { !pendingSizes.isEmpty }

    /// Whether the packets that wait make a fragment.
    var isDue: Bool {
        isPending
            && (Int64(pendingSizes.count).multipliedClamping(by: framesPerPacket) >= framesMax
                || pendingBytes.count >= Self.pendingBytesMax)
    }

    /// Writes the packets that wait as one fragment.
    mutating func flush(to sink: any ByteSink) throws(FormatError) {
        guard isPending else { return }
        let head = head()
        let data = container.box("mdat", pendingBytes)
        do throws(FormatError) { try sink.write(head + data, at: end) } catch {
            // What is there of it would only be in the way.
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

    /// What says which packets follow.
    private func head() -> [UInt8] {
        let isBasedOnFragment: UInt32 = 0x2_0000
        let hasStart: UInt32 = 0x1
        let hasByteCounts: UInt32 = 0x200
        let number = UInt32(clamping: chunks.count + 1)
        let sequence = container.fullBox("mfhd", container.numbers([number]))
        let header = container.fullBox(
            "tfhd", flags: isBasedOnFragment, container.numbers([1]))
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

    /// Makes the file one without fragments. What waits must have been written.
    mutating func seal(
        _ totals: WritingTotals, _ properties: WritingProperties, in sink: any ByteSink
    ) throws(FormatError) {
        let movie = try container.tail(totals, properties, chunks: chunks)
        do throws(FormatError) {
            try sink.write(movie, at: end)
            try sink.setByteCount(end + Int64(movie.count))
        } catch {
            // In fragments it is whole, too.
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
    /// Whether the file is written in fragments, by its properties and its kind.
    private var fragmentedContainer: MP4Writing? {
        properties.isFragmented ? container as? MP4Writing : nil
    }

    /// Writes the head of a file in fragments.
    ///
    /// - Returns: Its bytes; nil for another file.
    func beginFragments() throws(FormatError) -> Int64? {
        guard let container = fragmentedContainer else { return nil }
        let head = try MP4Fragments.head(container, properties)
        try sink.write(head, at: 0)
        fragments = MP4Fragments(container, format, headByteCount: head.count)
        return Int64(head.count)
    }

    /// Makes a file in fragments complete as it is.
    ///
    /// - Returns: Whether it is one.
    func updateFragments() throws(FormatError) -> Bool {
        guard fragments == nil else {
            try fragments?.flush(to: sink)
            return true
        }
        guard dataOffset == nil, let container = fragmentedContainer else { return false }
        // While there are no packets, the head may still grow.
        let head = try MP4Fragments.head(container, properties)
        try sink.write(head, at: 0)
        try sink.setByteCount(Int64(head.count))
        return true
    }

    /// Writes as much of a file in fragments as makes whole ones; makes any other complete.
    public func updateInSteps() throws(FormatError) {
        guard let fragments else { return try update() }
        if fragments.isDue { _ = try updateFragments() }
    }

    /// Whether a file that is kept readable has yet to become one like others, which `close()`
    /// does.
    public var isOpenEnded: Bool {
        liveTable != nil || fragments.map { !$0.isSealed } ?? false
    }

    /// Makes a file that was kept readable one like others, for the last time.
    func seal() throws(FormatError) {
        try sealLiveTable()
        guard isOpenEnded else { return }
        try fragments?.flush(to: sink)
        try fragments?.seal(totals, properties, in: sink)
    }
}
