import AudioCodecs
import AudioModel

/// Converts linear PCM and G.711 to each other, frame by frame, at one sample rate.
///
/// Computes in `Double`, so that 32-bit integers are exact; formats of the same layout are copied.
final class PCMConverter {
    private static let blockFrames = 512

    private let input: StreamFormat
    private let output: StreamFormat
    private let decoder: PCMDecoder
    private let mapper: ChannelMapper
    private let isCopy: Bool
    private let packer: PCMPacker
    private var inputBlock: [Double]
    private var outputBlock: [Double]

    /// - Returns: `nil` when one of the formats is not PCM.
    init?(
        from input: StreamFormat, to output: StreamFormat, mapper: ChannelMapper,
        options: ConversionOptions
    ) {
        guard let decoder = PCMDecoder(input),
            let packer = PCMPacker(output, losesBits: !output.holds(input, mapper), options)
        else { return nil }
        self.input = input
        self.output = output
        self.decoder = decoder
        self.mapper = mapper
        self.packer = packer
        isCopy = mapper == .same && input.isLaidOut(as: output)
        inputBlock = Array(repeating: 0, count: Self.blockFrames * Int(input.channelCount))
        outputBlock = Array(repeating: 0, count: Self.blockFrames * Int(output.channelCount))
    }

    func reset() {
        packer.reset()
    }

    /// - Parameters:
    ///   - start: The start of the frames in each input buffer.
    ///   - buffers: The output buffers, filled from `frame` on; they have room.
    func run(
        _ start: (Int) -> UnsafeRawPointer?, into buffers: [UnsafeMutableRawBufferPointer],
        at frame: Int, frameCount: Int
    ) {
        if isCopy {
            for (index, buffer) in buffers.enumerated() {
                guard let from = start(index), let to = buffer.baseAddress else { continue }
                let size = Int(output.bytesPerFrame)
                (to + frame * size).copyMemory(from: from, byteCount: frameCount * size)
            }
            return
        }
        var done = 0
        while done < frameCount {
            let count = min(frameCount - done, Self.blockFrames)
            translate(start, offset: done, into: buffers, at: frame + done, count)
            done += count
        }
    }

    private func translate(
        _ start: (Int) -> UnsafeRawPointer?, offset: Int,
        into buffers: [UnsafeMutableRawBufferPointer], at frame: Int, _ count: Int
    ) {
        let planeCount = input.planeCount
        let samplesPerFrame = Int(input.channelCount) / planeCount
        for plane in 0..<planeCount {
            guard let bytes = start(plane) else { continue }
            inputBlock.withUnsafeMutableBufferPointer { block in
                guard let block = block.baseAddress else { return }
                decoder.decode(
                    bytes + offset * Int(input.bytesPerFrame), into: block + plane,
                    stride: planeCount, sampleCount: count * samplesPerFrame)
            }
        }
        guard mapper != .same else {
            packer.pack(inputBlock, into: buffers, at: frame, frameCount: count)
            return
        }
        mapper.run(
            inputBlock, channelCount: Int(input.channelCount), into: &outputBlock,
            channelCount: Int(output.channelCount), frameCount: count)
        packer.pack(outputBlock, into: buffers, at: frame, frameCount: count)
    }
}

/// Encodes interleaved frames to the buffers of linear PCM or G.711.
final class PCMPacker {
    private let format: StreamFormat
    private let fresh: [PCMEncoder]
    /// One encoder for each buffer.
    private var encoders: [PCMEncoder]

    /// - Parameter losesBits: Whether samples may have more bits than the format, so that dither
    ///   applies.
    /// - Returns: `nil` when the format is not PCM.
    init?(_ format: StreamFormat, losesBits: Bool, _ options: ConversionOptions) {
        var encoders: [PCMEncoder] = []
        for plane in 0..<format.planeCount {
            let dither =
                losesBits && options.isDithered
                ? PCMDither(seed: options.ditherSeed &+ UInt64(plane) &* 0x632B_E59B_D9B4_E019)
                : nil
            guard let encoder = PCMEncoder(format, dither: dither) else { return nil }
            encoders.append(encoder)
        }
        self.format = format
        self.encoders = encoders
        fresh = encoders
    }

    func reset() {
        encoders = fresh
    }

    /// - Parameter buffers: The output buffers, filled from `frame` on; they have room.
    func pack(
        _ samples: UnsafePointer<Double>, into buffers: [UnsafeMutableRawBufferPointer],
        at frame: Int, frameCount: Int
    ) {
        let samplesPerFrame = Int(format.channelCount) / encoders.count
        for plane in encoders.indices {
            guard let start = buffers[plane].baseAddress else { continue }
            encoders[plane].encode(
                samples + plane, stride: encoders.count,
                into: start + frame * Int(format.bytesPerFrame),
                sampleCount: frameCount * samplesPerFrame)
        }
    }

    func pack(
        _ samples: UnsafePointer<Float>, into buffers: [UnsafeMutableRawBufferPointer],
        at frame: Int, frameCount: Int
    ) {
        let samplesPerFrame = Int(format.channelCount) / encoders.count
        for plane in encoders.indices {
            guard let start = buffers[plane].baseAddress else { continue }
            encoders[plane].encode(
                samples + plane, stride: encoders.count,
                into: start + frame * Int(format.bytesPerFrame),
                sampleCount: frameCount * samplesPerFrame)
        }
    }
}

extension StreamFormat {
    /// Whether both formats have the same layout of bytes.
    fileprivate func isLaidOut(as other: StreamFormat) -> Bool {
        var (left, right) = (self, other)
        // The non-mixable flag does not affect the layout.
        let nonMixable = FormatFlags(rawValue: 1 << 6)
        left.flags.remove(nonMixable)
        right.flags.remove(nonMixable)
        if channelCount == 1 {
            left.flags.remove(.nonInterleaved)
            right.flags.remove(.nonInterleaved)
        }
        left.sampleRate = right.sampleRate
        return left == right
    }

    /// Whether this format represents every sample of the other format exactly.
    fileprivate func holds(_ other: StreamFormat, _ mapper: ChannelMapper) -> Bool {
        if case .mixed = mapper { return false }
        guard let bits = integerBitCount else { return true }
        let g711Bits = 16
        if other.id != .linearPCM { return bits >= g711Bits }
        return other.integerBitCount.map { $0 <= bits } ?? false
    }
}
