import AudioFormats
import AudioModel

/// Where the packets of a file that is being made go. One thread at a time.
protocol PacketWriter: AnyObject {
    /// Packets in the file. After a fault, with those of the call that were written before it.
    var packetCount: Int64 { get }

    /// Whether it holds neither packets nor what describes their coding.
    var isBlank: Bool { get }

    /// Throws when the file has no word for the layout.
    func check(_ layout: ChannelLayout) throws(AudioFileError)

    /// What is known before the first packet. Throws when the file cannot have it.
    func begin(_ properties: PacketWriterProperties) throws(AudioFileError)

    /// - Parameter descriptions: Of each packet, where packets differ.
    func append(
        _ count: Int, _ bytes: UnsafeRawBufferPointer,
        descriptions: UnsafeBufferPointer<PacketDescription>?
    ) throws(AudioFileError)

    /// Makes the file complete for the packets that it has; nothing may follow.
    func finish(_ properties: PacketWriterProperties) throws(AudioFileError)
}

struct PacketWriterProperties {
    /// As the coder has it; what was asked for can have left fields open.
    var format: StreamFormat
    var magicCookie: [UInt8]?
    var channelLayout: ChannelLayout?
    var primingFrames: Int64 = 0
    var remainderFrames: Int64 = 0
}

/// A file that nobody else writes.
final class WriterDestination: PacketWriter {
    private let writer: AudioFileWriter

    init(_ writer: AudioFileWriter) {
        self.writer = writer
    }

    var packetCount: Int64 { writer.packetCount }
    var isBlank: Bool { writer.packetCount == 0 && writer.properties.magicCookie == nil }

    /// Who has the writer knows what the file can say.
    func check(_ layout: ChannelLayout) {}

    func begin(_ properties: PacketWriterProperties) throws(AudioFileError) {
        if properties.format != writer.format {
            do throws(FormatError) { try writer.changeFormat(properties.format) } catch {
                throw AudioFileError(writing: error)
            }
        }
        writer.properties.magicCookie = properties.magicCookie
        writer.properties.channelLayout = properties.channelLayout
        writer.properties.primingFrames = properties.primingFrames
    }

    func append(
        _ count: Int, _ bytes: UnsafeRawBufferPointer,
        descriptions: UnsafeBufferPointer<PacketDescription>?
    ) throws(AudioFileError) {
        do throws(FormatError) {
            try writer.writePackets(
                startingAt: writer.packetCount, count: count, from: bytes,
                descriptions: descriptions)
        } catch {
            throw AudioFileError(writing: error)
        }
    }

    func finish(_ properties: PacketWriterProperties) throws(AudioFileError) {
        writer.properties.primingFrames = properties.primingFrames
        writer.properties.remainderFrames = properties.remainderFrames
        do throws(FormatError) { try writer.close() } catch {
            throw AudioFileError(writing: error)
        }
    }
}

/// A file that an app has open. It stays open, and complete only when it is closed.
final class FileDestination: PacketWriter {
    private let file: OpenAudioFile
    private(set) var packetCount: Int64

    /// - Throws: `notPermitted` for a file that is only read.
    init(_ file: OpenAudioFile) throws(AudioFileError) {
        _ = try file.writtenFile()
        self.file = file
        packetCount = try file.asking { reader in reader.packetCount }
    }

    var isBlank: Bool {
        guard packetCount == 0 else { return false }
        do throws(AudioFileError) {
            return try file.asking { reader in reader.magicCookie == nil }
        } catch {
            return false
        }
    }

    func check(_ layout: ChannelLayout) throws(AudioFileError) {
        try file.checkChannelLayout(layout)
    }

    func begin(_ properties: PacketWriterProperties) throws(AudioFileError) {
        if packetCount == 0, properties.format != (try file.writtenFile().state().format) {
            try file.setFormat(properties.format)
        }
        if let cookie = properties.magicCookie { try file.setMagicCookie(cookie) }
        if let layout = properties.channelLayout { try file.setChannelLayout(layout) }
        // What was written of it can be read before it is finished.
        if packetCount == 0, properties.primingFrames > 0 {
            try file.setPriming(properties.primingFrames)
        }
    }

    func append(
        _ count: Int, _ bytes: UnsafeRawBufferPointer,
        descriptions: UnsafeBufferPointer<PacketDescription>?
    ) throws(AudioFileError) {
        do throws(AudioFileError) {
            try file.writePackets(
                startingAt: packetCount, count: count, from: bytes,
                descriptions: descriptions.map { UnsafeBufferPointer(rebasing: $0[..<count]) })
            packetCount += Int64(count)
        } catch {
            // Some can have been written before one could not be.
            if let state = try? file.writtenFile().state() { packetCount = state.packetCount }
            throw error
        }
    }

    func finish(_ properties: PacketWriterProperties) throws(AudioFileError) {
        guard properties.primingFrames > 0 || properties.remainderFrames > 0 else { return }
        let (decoded, overflow) = packetCount.multipliedReportingOverflow(
            by: Int64(properties.format.framesPerPacket))
        guard !overflow, decoded > 0 else { return }
        // A file that could not be written on can end within what is not heard.
        let priming = min(properties.primingFrames, decoded)
        let remainder = min(properties.remainderFrames, decoded - priming)
        try file.setPacketTable(
            PacketTable(
                validFrames: decoded - priming - remainder, primingFrames: priming,
                remainderFrames: remainder))
    }
}
