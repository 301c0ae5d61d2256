import AudioConversion
import AudioCodecs
import AudioModel
import TestSupport

extension StreamFormat {
    static func pcm(
        _ rate: Double, channels: UInt32 = 1, bits: UInt32 = 32, flags: FormatFlags = .float,
        isInterleaved: Bool = true
    ) -> StreamFormat {
        let frame = bits / 8 * (isInterleaved ? channels : 1)
        return StreamFormat(
            sampleRate: rate, id: .linearPCM,
            flags: flags.union(isInterleaved ? .packed : [.packed, .nonInterleaved]),
            bytesPerPacket: frame, framesPerPacket: 1, bytesPerFrame: frame,
            channelCount: channels, bitsPerChannel: bits)
    }

    static func coded(
        _ id: FormatID, _ rate: Double, channels: UInt32, flags: UInt32 = 0
    ) -> StreamFormat {
        StreamFormat(
            sampleRate: rate, id: id, flags: FormatFlags(rawValue: flags), bytesPerPacket: 0,
            framesPerPacket: 0, bytesPerFrame: 0, channelCount: channels, bitsPerChannel: 0)
    }

    var bufferCount: Int {
        flags.contains(.nonInterleaved) && id == .linearPCM ? Int(channelCount) : 1
    }
}

/// Audio data in one format, in memory.
struct Packets: Equatable {
    /// The bytes of each buffer.
    var bytes: [[UInt8]]
    var count: Int
    /// The description of each packet, for packets of variable size.
    var sizes: [Int]?
    var frameCounts: [UInt32]?

    init(_ format: StreamFormat) {
        bytes = Array(repeating: [], count: format.bufferCount)
        count = 0
    }

    init(bytes: [[UInt8]], count: Int) {
        self.bytes = bytes
        self.count = count
    }

    init(floats: [Float], channels: Int = 1) {
        bytes = [floats.bytes]
        count = floats.count / channels
    }

    var floats: [Float] { bytes[0].elements() }
}

/// Supplies packets in batches, and keeps the memory of one batch at a time.
final class Feeder {
    private let packets: Packets
    private let bytesPerPacket: Int
    private let piece: (Int) -> Int
    private var next = 0
    private var memory: [UnsafeMutableRawBufferPointer] = []
    private var descriptions: UnsafeMutableBufferPointer<PacketDescription>?
    private(set) var requests: [Int] = []

    /// - Parameter piece: Returns the number of packets to supply for the number requested.
    init(_ packets: Packets, _ format: StreamFormat, piece: @escaping (Int) -> Int = { $0 }) {
        self.packets = packets
        bytesPerPacket = Int(format.bytesPerPacket)
        self.piece = piece
    }

    deinit { free() }

    private func free() {
        // Overwritten, so that a read of released memory is audible.
        for buffer in memory {
            buffer.initializeMemory(as: UInt8.self, repeating: 0x55)
            buffer.deallocate()
        }
        descriptions?.deallocate()
        memory = []
        descriptions = nil
    }

    func pull(_ wanted: Int) -> ConversionInput {
        requests.append(wanted)
        free()
        let count = min(max(piece(wanted), 1), packets.count - next)
        guard count > 0 else { return .end }
        let start: Int
        let size: Int
        if let sizes = packets.sizes {
            start = sizes[..<next].reduce(0, +)
            size = sizes[next..<next + count].reduce(0, +)
            let list = UnsafeMutableBufferPointer<PacketDescription>.allocate(capacity: count)
            var offset = 0
            for index in 0..<count {
                list.initializeElement(
                    at: index,
                    to: PacketDescription(
                        startOffset: Int64(offset),
                        variableFrameCount: packets.frameCounts?[next + index] ?? 0,
                        byteCount: UInt32(sizes[next + index])))
                offset += sizes[next + index]
            }
            descriptions = list
        } else {
            start = next * bytesPerPacket
            size = count * bytesPerPacket
        }
        for bytes in packets.bytes {
            let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: size, alignment: 16)
            buffer.copyBytes(from: bytes[start..<start + size])
            memory.append(buffer)
        }
        next += count
        return .packets(
            PacketBatch(
                packetCount: count, buffers: memory.map { UnsafeRawBufferPointer($0) },
                descriptions: descriptions.map { UnsafeBufferPointer($0) }))
    }
}

extension FormatConverter {
    /// Converts until the end of the output.
    ///
    /// - Parameter piece: Returns the number of packets to request next.
    func all(_ feeder: Feeder, piece: () -> Int = { 1000 }) -> (
        packets: Packets, end: ConversionHalt?
    ) {
        var packets = Packets(outputFormat)
        let isVariable = outputFormat.isVariableBitRate
        if isVariable { packets.sizes = [] }
        while true {
            let count = max(piece(), 1)
            let size =
                outputFormat.bytesPerPacket > 0 ? count * Int(outputFormat.bytesPerPacket) : 1 << 16
            var buffers = (0..<outputFormat.bufferCount).map { _ in
                UnsafeMutableRawBufferPointer.allocate(byteCount: size, alignment: 16)
            }
            let descriptions = UnsafeMutableBufferPointer<PacketDescription>.allocate(
                capacity: count)
            descriptions.initialize(repeating: PacketDescription())
            defer {
                for buffer in buffers { buffer.deallocate() }
                buffers = []
                descriptions.deallocate()
            }
            let result = convert(
                into: ConversionOutput(
                    buffers: buffers, descriptions: isVariable ? descriptions : nil),
                packetCount: count, pulling: feeder.pull)
            for index in buffers.indices {
                packets.bytes[index] += buffers[index].prefix(result.byteCount)
            }
            packets.count += result.packetCount
            packets.sizes?.append(
                contentsOf: descriptions.prefix(result.packetCount).map { Int($0.byteCount) })
            if let halt = result.halt { return (packets, halt) }
            if result.packetCount == 0 { return (packets, nil) }
        }
    }
}

/// Converts all data in one call.
func converted(
    _ packets: Packets, from input: StreamFormat, to output: StreamFormat,
    _ options: ConversionOptions = ConversionOptions()
) throws -> Packets {
    let converter = try FormatConverter(from: input, to: output, options: options)
    return converter.all(Feeder(packets, converter.inputFormat)).packets
}

/// A generator for tests: the same seed gives the same numbers.
struct SeededNumbers: RandomNumberGenerator {
    private var state: UInt64

    init(_ seed: UInt64) { state = seed }

    mutating func next() -> UInt64 {
        state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
        var mixed = state
        mixed = (mixed ^ mixed >> 33) &* 0xFF51_AFD7_ED55_8CCD
        return mixed ^ mixed >> 29
    }
}
