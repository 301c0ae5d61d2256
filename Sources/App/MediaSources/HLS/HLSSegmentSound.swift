import AudioCodecs
import AudioFormats
import AudioModel
import ChannelLayouts
import MediaPlaylists

/// A time of a segment on the timeline of its media.
struct HLSMediaTime: Hashable, Sendable {
    var ticks: Int64
    /// Ticks a second.
    var scale: Double
    /// Bits after which the ticks begin again at zero; `nil` for those that do not.
    var bits: Int64?

    /// A time in units of 90 kHz, 33 bits of them.
    static func transport(_ ticks: Int64) -> HLSMediaTime {
        HLSMediaTime(ticks: ticks, scale: 90_000, bits: 33)
    }

    /// Seconds from another time; `nil` when they cannot be compared.
    func seconds(since other: HLSMediaTime) -> Double? {
        guard scale == other.scale, bits == other.bits else { return nil }
        var difference = ticks &- other.ticks
        if let bits {
            let half = Int64(1) << (bits - 1)
            difference = (difference &+ half) & (half * 2 - 1) - half
        }
        return Double(difference) / scale
    }
}

/// What precedes the fragments of segments.
struct HLSInitialisation: Sendable {
    /// Distinguishes it from others of the source.
    var id: Int
    var bytes: [UInt8]
    var track: FragmentTimes.Track?

    init(id: Int, bytes: [UInt8]) {
        self.id = id
        self.bytes = bytes
        track = FragmentTimes.Track(initialisation: bytes)
    }
}

/// The packets of a segment that has arrived, ready to be decoded.
final class HLSSegmentSound: Sendable {
    /// A value of timed metadata, in seconds after the segment's beginning.
    struct TimedValue: Sendable {
        var delay: Double
        var values: [MediaMetadata]
    }

    let format: StreamFormat
    let channelLayout: ChannelLayout?
    let cookie: [UInt8]?
    let bytes: [UInt8]
    let packets: [PacketDescription]
    /// The first frame of each packet, and the end of the last.
    let frames: [Int64]
    /// The time of the first packet; `nil` when it is not stated.
    let time: HLSMediaTime?
    /// Frames at the beginning of the track that are not to be heard.
    let primingFrames: Int64
    let initialisation: Int?
    let timedValues: [TimedValue]

    var frameCount: Int64 { frames.last ?? 0 }

    private static let packetsMax = 1 << 20
    private static let framesPerPacketMax: Int64 = 1 << 19
    private static let samplesPerPacketMax: Int64 = 1 << 22

    /// Reads a segment.
    ///
    /// - Throws: The first defect; `missing` for a segment without sound.
    init(
        _ body: [UInt8], initialisation: HLSInitialisation?
    ) throws(FormatError) {
        let parts = try HLSSegmentParts(body, initialisation)
        let file = try AudioFileReader(MemoryBytes(parts.sound), hint: parts.hint)
        guard StreamFormat.playableSampleRates.contains(file.format.sampleRate) else {
            throw FormatError(.badField("sample rate"))
        }
        (bytes, packets) = try Self.packets(of: file, countMax: parts.sound.count)
        guard !packets.isEmpty else { throw FormatError(.missing("audio")) }
        var frame: Int64 = 0
        var frames: [Int64] = [0]
        frames.reserveCapacity(packets.count + 1)
        let fixed = Int64(file.format.framesPerPacket)
        for packet in packets {
            let count = fixed > 0 ? fixed : Int64(packet.variableFrameCount)
            guard count <= Self.framesPerPacketMax,
                count * Int64(file.format.channelCount) <= Self.samplesPerPacketMax
            else {
                throw FormatError(.tooLarge("number of frames per packet"))
            }
            frame += count
            frames.append(frame)
        }
        self.frames = frames
        format = file.format
        channelLayout = file.channelLayout
        cookie = file.magicCookie
        time = parts.time
        primingFrames = initialisation == nil ? 0 : file.primingFrames
        self.initialisation = initialisation?.id
        timedValues = parts.timedValues
    }

    private static func packets(
        of file: AudioFileReader, countMax: Int
    ) throws(FormatError) -> ([UInt8], [PacketDescription]) {
        var bytes: [UInt8] = []
        var packets: [PacketDescription] = []
        // Blocks that hold the largest packet there can be.
        var block = [UInt8](repeating: 0, count: min(max(countMax, 1), 1 << 20))
        var descriptions = [PacketDescription](repeating: PacketDescription(), count: 512)
        while packets.count < packetsMax {
            let first = Int64(packets.count)
            let read = try block.withUnsafeMutableBufferPointer { room throws(FormatError) in
                try descriptions.withUnsafeMutableBufferPointer { list throws(FormatError) in
                    try file.readPackets(
                        startingAt: first, count: list.count,
                        into: UnsafeMutableRawBufferPointer(room), descriptions: list)
                }
            }
            guard read.packetCount > 0 else { break }
            for index in 0..<read.packetCount {
                var packet = descriptions[index]
                packet.startOffset += Int64(bytes.count)
                packets.append(packet)
            }
            bytes += block[..<read.byteCount]
        }
        return (bytes, packets)
    }

    /// Whether a decoder of the other sound can go on with this one.
    func continues(_ other: HLSSegmentSound) -> Bool {
        format == other.format && initialisation == other.initialisation && cookie == other.cookie
    }
}

/// A segment's sound as a file of its own, and what is beside it.
private struct HLSSegmentParts {
    var sound: [UInt8]
    var hint: ContainerKind?
    var time: HLSMediaTime?
    var timedValues: [HLSSegmentSound.TimedValue] = []

    init(_ body: [UInt8], _ initialisation: HLSInitialisation?) throws(FormatError) {
        guard let initialisation else {
            sound = body
            if TransportStream.matches(body) {
                try readTransportStream(body)
            } else {
                readPacked(body)
            }
            return
        }
        sound = initialisation.bytes + body
        if TransportStream.matches(body) {
            // Its initialisation section has tables, which the segment repeats.
            try readTransportStream(sound)
        } else if let track = initialisation.track {
            readFragments(body, track)
        }
    }

    /// Source: RFC 8216, 3.4, "Packed Audio".
    private mutating func readPacked(_ body: [UInt8]) {
        var rest = body[...]
        let tagsMax = 16
        for _ in 0..<tagsMax {
            let byteCount = TimedID3.byteCount(at: rest)
            guard byteCount > 0 else { break }
            let tag = TimedID3(parsing: rest)
            time = time ?? tag.transportTimestamp.map { .transport($0) }
            take(tag, delay: 0)
            rest = rest.dropFirst(byteCount)
        }
        sound = Array(rest)
        hint = Self.packedKind(rest)
    }

    /// Source: ISO/IEC 13818-7, 6.2, and 11172-3, 2.4.1.3: the layer is zero in ADTS.
    private static func packedKind(_ bytes: ArraySlice<UInt8>) -> ContainerKind? {
        let head = bytes.prefix(2)
        guard head.count == 2, head.first == 0xFF, let second = head.last, second & 0xE0 == 0xE0
        else { return nil }
        return second & 0xF6 == 0xF0 ? .adts : .mp3
    }

    private mutating func readTransportStream(_ body: [UInt8]) throws(FormatError) {
        let stream = TransportStream(parsing: body)
        switch stream.coding {
        case .adts: hint = .adts
        case .mpegAudio: hint = .mp3
        case .ac3, .enhancedAC3: hint = nil
        case .protected: throw FormatError(.unsupportedCoding("encrypted samples"))
        case nil: throw FormatError(.missing("sound track"))
        }
        sound = stream.sound
        time = stream.firstTime.map { .transport($0) }
        for tag in stream.tags {
            let start = time.flatMap { start in
                tag.time.flatMap { HLSMediaTime.transport($0).seconds(since: start) }
            }
            take(TimedID3(parsing: tag.bytes[...]), delay: max(start ?? 0, 0))
        }
    }

    private mutating func readFragments(_ body: [UInt8], _ track: FragmentTimes.Track) {
        let times = FragmentTimes(segment: body, of: track)
        time = times.firstTime.map {
            HLSMediaTime(ticks: $0, scale: Double(track.timescale), bits: nil)
        }
        let start = times.firstTime.map { Double($0) / Double(track.timescale) } ?? 0
        for event in times.events where event.scheme == "https://aomedia.org/emsg/ID3" {
            let delay = event.time.map { $0 - start } ?? event.delay
            take(TimedID3(parsing: event.message[...]), delay: max(delay, 0))
        }
    }

    private mutating func take(_ tag: TimedID3, delay: Double) {
        let values = tag.contents.map { frame in
            MediaMetadata(
                keySpace: "org.id3", key: frame.id,
                value: frame.text.map { .text($0) } ?? .bytes(frame.content))
        }
        if !values.isEmpty { timedValues.append(.init(delay: delay, values: values)) }
    }
}
