import AudioEffects
import AudioGraph
import AudioModel
import CoreAudioTypes

/// Copies between planar floats and the buffers of a linear PCM format, without allocation.
struct BufferListSamples: Sendable {
    private let common: AVAudioCommonFormat
    private let isInterleaved: Bool
    let channelCount: Int
    let bytesPerFrame: Int

    /// - Returns: `nil` for a format of another sample type than those of `AVAudioCommonFormat`.
    init?(_ format: AVAudioFormat) {
        guard format.commonFormat != .otherFormat, format.channelCount > 0 else { return nil }
        common = format.commonFormat
        isInterleaved = format.isInterleaved
        channelCount = Int(format.channelCount)
        bytesPerFrame = Int(format.streamFormat.bytesPerFrame)
    }

    /// The layout of planar floats.
    init(channelCount: Int) {
        common = .pcmFormatFloat32
        isInterleaved = false
        self.channelCount = channelCount
        bytesPerFrame = MemoryLayout<Float>.stride
    }

    /// The number of channels of each buffer.
    var channelsPerBuffer: UInt32 { isInterleaved ? UInt32(channelCount) : 1 }

    /// The number of buffers of a list.
    var bufferCount: Int { isInterleaved ? 1 : channelCount }

    /// Whether a list has buffers for `frameCount` frames.
    ///
    /// - Parameter allowsNull: Whether buffers without memory count.
    func fits(
        _ list: UnsafeMutableAudioBufferListPointer, frameCount: Int, allowsNull: Bool = false
    ) -> Bool {
        guard list.count == bufferCount else { return false }
        for index in 0..<bufferCount {
            if list[index].mData == nil {
                guard allowsNull else { return false }
            } else if Int(list[index].mDataByteSize) < frameCount * bytesPerFrame {
                return false
            }
        }
        return true
    }

    /// Writes frames to the buffers of a list that fits.
    func write(
        _ samples: PlanarSamples, frameCount: Int, to list: UnsafeMutableAudioBufferListPointer
    ) {
        let stride = isInterleaved ? channelCount : 1
        for channel in 0..<channelCount {
            guard let memory = list[isInterleaved ? 0 : channel].mData else { continue }
            let first = isInterleaved ? channel : 0
            let source = samples[channel]
            switch common {
            case .pcmFormatFloat32:
                let target = memory.assumingMemoryBound(to: Float.self) + first
                for frame in 0..<frameCount { target[frame &* stride] = source[frame] }
            case .pcmFormatFloat64:
                let target = memory.assumingMemoryBound(to: Double.self) + first
                for frame in 0..<frameCount { target[frame &* stride] = Double(source[frame]) }
            case .pcmFormatInt16:
                let target = memory.assumingMemoryBound(to: Int16.self) + first
                for frame in 0..<frameCount {
                    target[frame &* stride] = Int16(truncatingIfNeeded: integer(source[frame], 15))
                }
            case .pcmFormatInt32:
                let target = memory.assumingMemoryBound(to: Int32.self) + first
                for frame in 0..<frameCount {
                    target[frame &* stride] = Int32(truncatingIfNeeded: integer(source[frame], 31))
                }
            case .otherFormat: break
            }
        }
    }

    /// Reads frames from the buffers of a list that fits.
    func read(
        _ list: UnsafeMutableAudioBufferListPointer, frameCount: Int, into samples: PlanarSamples
    ) {
        let stride = isInterleaved ? channelCount : 1
        for channel in 0..<channelCount {
            guard let memory = list[isInterleaved ? 0 : channel].mData else { continue }
            let first = isInterleaved ? channel : 0
            let target = samples[channel]
            switch common {
            case .pcmFormatFloat32:
                let source = memory.assumingMemoryBound(to: Float.self) + first
                for frame in 0..<frameCount { target[frame] = source[frame &* stride] }
            case .pcmFormatFloat64:
                let source = memory.assumingMemoryBound(to: Double.self) + first
                for frame in 0..<frameCount { target[frame] = Float(source[frame &* stride]) }
            case .pcmFormatInt16:
                let source = memory.assumingMemoryBound(to: Int16.self) + first
                for frame in 0..<frameCount {
                    target[frame] = Float(source[frame &* stride]) * 0x1p-15
                }
            case .pcmFormatInt32:
                let source = memory.assumingMemoryBound(to: Int32.self) + first
                for frame in 0..<frameCount {
                    target[frame] = Float(source[frame &* stride]) * 0x1p-31
                }
            case .otherFormat: break
            }
        }
    }

    /// Returns a sample as an integer of `bits` bits and a sign, clipped.
    private func integer(_ sample: Float, _ bits: Int) -> Int64 {
        let scale = Double(Int64(1) << bits)
        let scaled = (Double(sample) * scale).rounded(.toNearestOrEven)
        guard scaled < scale else { return (Int64(1) << bits) - 1 }
        // Not a number counts as silence.
        return scaled >= -scale ? Int64(scaled) : scaled < -scale ? -(Int64(1) << bits) : 0
    }
}

/// Memory for the buffers of a list.
///
/// Ownership: `init` allocates and `deinit` frees; one thread at a time uses the memory.
final class BufferListMemory: @unchecked Sendable {
    private let bytesPerBuffer: Int
    private let bufferCount: Int
    private let memory: UnsafeMutableRawPointer

    init(_ format: BufferListSamples, frameCount: Int) {
        bufferCount = format.bufferCount
        bytesPerBuffer = (frameCount * format.bytesPerFrame + 15) / 16 * 16
        memory = .allocate(byteCount: max(bufferCount * bytesPerBuffer, 1), alignment: 16)
    }

    deinit { memory.deallocate() }

    /// The memory of one buffer.
    subscript(buffer: Int) -> UnsafeMutableRawPointer { memory + buffer * bytesPerBuffer }
}
