import AudioModel

/// Writes an audio file packet by packet.
///
/// The file's head says "unknown" or nothing where sizes stand until `update()` or `close()`; what
/// stands behind the audio is written there too. One thread at a time.
public final class AudioFileWriter {
    public let kind: ContainerKind
    public let format: StreamFormat
    /// What the container tells about the audio, besides. To be set before the first packet; texts
    /// and chunks of one's own until the file is closed.
    public var properties = WritingProperties()

    private let sink: any ByteSink
    private let container: any ContainerWriting
    private var totals = WritingTotals()
    /// Where the first packet is; nil until one is written.
    private var dataOffset: Int64?
    private var isClosed = false

    /// - Parameter kind: One of those that `isWritten`.
    /// - Throws: `unsupportedCoding` for formats that the container has no room for, `badField` for
    ///   other kinds, or rates and channels that cannot be.
    public init(
        _ sink: any ByteSink, kind: ContainerKind, format: StreamFormat
    ) throws(FormatError) {
        self.sink = sink
        self.kind = kind
        self.format = format
        guard ContainerLimits.sampleRate.contains(format.sampleRate) else {
            throw FormatError(.badField("sample rate"))
        }
        guard ContainerLimits.channels.contains(format.channelCount) else {
            throw FormatError(.badField("channel count"))
        }
        switch kind {
        case .caf: container = try CAFWriting(format)
        case .aiff, .aifc: container = try AIFFWriting(format, kind: kind)
        case .wav: container = try WAVWriting(format)
        case .adts: container = try ADTSWriting(format)
        case .m4a, .m4b, .mp4: container = try MP4Writing(format, kind: kind)
        default: throw FormatError(.badField("kind of file"))
        }
    }

    public convenience init(
        path: String, kind: ContainerKind, format: StreamFormat, mayReplace: Bool = true
    ) throws(FormatError) {
        try self.init(
            try FileSink(path: path, mayReplace: mayReplace), kind: kind, format: format)
    }

    public var packetCount: Int64 { totals.packetCount }
    public var dataByteCount: Int64 { totals.byteCount }

    /// Writes packets.
    ///
    /// - Parameters:
    ///   - index: Where packets are of one size, up to the count so far: what is there is written
    ///     over. Otherwise the count itself.
    ///   - count: Packets; of one size, `bytes` holds as many.
    ///   - descriptions: Of each packet, for packets of differing sizes.
    /// - Throws: `badField` for packets that cannot be, `tooLarge` beyond what the container can
    ///   count, `cannotWrite`.
    public func writePackets(
        startingAt index: Int64, count: Int, from bytes: UnsafeRawBufferPointer,
        descriptions: UnsafeBufferPointer<PacketDescription>? = nil
    ) throws(FormatError) {
        guard !isClosed, count >= 0, index >= 0, index <= totals.packetCount else {
            throw FormatError(.badField("packet's place"))
        }
        guard count > 0 else { return }
        let start = try begin()
        if format.bytesPerPacket > 0, format.framesPerPacket > 0 {
            let packetByteCount = Int64(format.bytesPerPacket)
            let (byteCount, overflow) = Int64(count).multipliedReportingOverflow(
                by: packetByteCount)
            guard !overflow, byteCount <= bytes.count else {
                throw FormatError(.badField("number of packets"))
            }
            let offset = index * packetByteCount
            try checkRoom(for: max(offset + byteCount, totals.byteCount))
            try sink.write(
                UnsafeRawBufferPointer(rebasing: bytes[..<Int(byteCount)]), at: start + offset)
            totals.packetCount = max(totals.packetCount, index + Int64(count))
            totals.byteCount = totals.packetCount * packetByteCount
            return
        }
        guard index == totals.packetCount, let descriptions, descriptions.count >= count else {
            throw FormatError(.badField("packet's place"))
        }
        for packet in 0..<count {
            try append(descriptions[packet], of: bytes, start: start)
        }
    }

    private func append(
        _ packet: PacketDescription, of bytes: UnsafeRawBufferPointer, start: Int64
    ) throws(FormatError) {
        let byteCount = Int64(packet.byteCount)
        guard packet.startOffset >= 0, packet.startOffset <= Int64(bytes.count) - byteCount else {
            throw FormatError(.badField("packet size"))
        }
        let frameCount =
            format.framesPerPacket > 0 ? format.framesPerPacket : packet.variableFrameCount
        let head = try container.packetHead(byteCount: byteCount)
        try checkRoom(for: totals.byteCount + Int64(head.count) + byteCount)
        if !head.isEmpty { try sink.write(head, at: start + totals.byteCount) }
        let first = Int(packet.startOffset)
        try sink.write(
            UnsafeRawBufferPointer(rebasing: bytes[first..<first + Int(byteCount)]),
            at: start + totals.byteCount + Int64(head.count))
        totals.packetCount += 1
        totals.byteCount += Int64(head.count) + byteCount
        totals.packets.append((packet.byteCount, frameCount))
    }

    private func checkRoom(for byteCount: Int64) throws(FormatError) {
        guard byteCount <= container.dataBytesMax else { throw FormatError(.tooLarge("file")) }
    }

    /// Writes the head the first time.
    private func begin() throws(FormatError) -> Int64 {
        if let dataOffset { return dataOffset }
        let head = try container.head(totals, properties, isFinal: false)
        try sink.write(head, at: 0)
        dataOffset = Int64(head.count)
        return Int64(head.count)
    }

    /// Makes the file complete as it is; more packets may follow.
    public func update() throws(FormatError) {
        guard !isClosed else { return }
        let start = try begin()
        let head = try container.head(totals, properties, isFinal: true)
        guard head.count == start else { throw FormatError(.badField("property set too late")) }
        let tail = try container.tail(totals, properties, dataOffset: start)
        let end = start + totals.byteCount
        try sink.write(tail, at: end)
        try sink.setByteCount(end + Int64(tail.count))
        try sink.write(head, at: 0)
    }

    /// Makes the file complete; further packets are refused. Closing again does nothing.
    public func close() throws(FormatError) {
        try update()
        isClosed = true
    }
}

/// What a container tells about its audio, besides the format.
public struct WritingProperties: Sendable {
    /// As Apple has it: an ES descriptor for AAC, 24 bytes for Apple Lossless.
    public var magicCookie: [UInt8]?
    public var channelLayout: ChannelLayout?
    /// Decoded frames before the first, and after the last, that is to be heard.
    public var primingFrames: Int64 = 0
    public var remainderFrames: Int64 = 0
    /// Whether the audio starts at a multiple of 4096 bytes, as Apple's files have it.
    public var isPageAligned = true
    /// With the keys that reading gives: `title`, `artist`, `album`, `comments` …
    public var tags: [(key: String, value: String)] = []
    /// Behind the audio, for containers made of chunks.
    public var chunks: [(id: FourCC, bytes: [UInt8])] = []

    public init() {}
}

/// What has been written so far.
struct WritingTotals {
    var packetCount: Int64 = 0
    /// From the first packet to the end of the last, headers between them included.
    var byteCount: Int64 = 0
    /// Of packets that differ.
    var packets = PacketSizes()

    func frameCount(_ format: StreamFormat, _ properties: WritingProperties) -> Int64 {
        let decoded =
            format.framesPerPacket > 0
            ? packetCount * Int64(format.framesPerPacket) : packets.frameCount
        return max(decoded - properties.primingFrames - properties.remainderFrames, 0)
    }
}

/// The sizes and frames of packets, eight bytes each: a day of AAC is 30 megabytes.
struct PacketSizes {
    private(set) var entries: [(byteCount: UInt32, frameCount: UInt32)] = []
    private(set) var frameCount: Int64 = 0

    mutating func append(_ entry: (byteCount: UInt32, frameCount: UInt32)) {
        entries.append(entry)
        frameCount += Int64(entry.frameCount)
    }
}

/// What stands around the packets in one kind of file.
protocol ContainerWriting {
    /// Bytes of packets that its counts have room for.
    var dataBytesMax: Int64 { get }

    /// From the start of the file to the first packet; as long whatever the totals are.
    ///
    /// - Parameter isFinal: Whether the totals are those of the whole file.
    func head(
        _ totals: WritingTotals, _ properties: WritingProperties, isFinal: Bool
    ) throws(FormatError) -> [UInt8]

    /// What stands before each packet.
    func packetHead(byteCount: Int64) throws(FormatError) -> [UInt8]

    func tail(
        _ totals: WritingTotals, _ properties: WritingProperties, dataOffset: Int64
    ) throws(FormatError) -> [UInt8]
}

extension ContainerWriting {
    func packetHead(byteCount: Int64) throws(FormatError) -> [UInt8] { [] }

    /// Bytes of filler that bring the audio to a page.
    ///
    /// - Parameters:
    ///   - byteCount: Of the head without it.
    ///   - headerByteCount: Of the filler's own header.
    func fillerByteCount(after byteCount: Int, headerByteCount: Int) -> Int {
        let page = 4096
        return (page - (byteCount + headerByteCount) % page) % page
    }
}
