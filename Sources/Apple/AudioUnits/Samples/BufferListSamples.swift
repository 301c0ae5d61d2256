package import AudioEffects
package import AudioModel
import CoreAudioTypes

/// Copies between planar floats and the buffers of a linear PCM format, without allocation.
package struct BufferListSamples: Sendable {
    private let type: SampleType
    private let isInterleaved: Bool
    package let channelCount: Int
    package let bytesPerFrame: Int

    /// - Returns: `nil` for a format of another sample type than those of `SampleType`.
    package init?(_ format: StreamFormat) {
        guard let type = SampleType(format), format.channelCount > 0 else { return nil }
        self.type = type
        isInterleaved = !format.flags.contains(.nonInterleaved)
        channelCount = Int(format.channelCount)
        bytesPerFrame = Int(format.bytesPerFrame)
    }

    /// The layout of planar floats.
    package init(channelCount: Int) {
        type = .float32
        isInterleaved = false
        self.channelCount = channelCount
        bytesPerFrame = MemoryLayout<Float>.stride
    }

    /// The number of channels of each buffer.
    package var channelsPerBuffer: UInt32 { isInterleaved ? UInt32(channelCount) : 1 }

    /// The number of buffers of a list.
    package var bufferCount: Int { isInterleaved ? 1 : channelCount }

    /// Whether a list has buffers for `frameCount` frames.
    ///
    /// - Parameter allowsNull: Whether buffers without memory count.
    package func fits(
        _ list: UnitBufferList, frameCount: Int, allowsNull: Bool = false
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
    package func write(
        _ samples: PlanarSamples, frameCount: Int, to list: UnitBufferList
    ) {
        let stride = isInterleaved ? channelCount : 1
        for channel in 0..<channelCount {
            guard let memory = list[isInterleaved ? 0 : channel].mData else { continue }
            let first = isInterleaved ? channel : 0
            let source = samples[channel]
            switch type {
            case .float32:
                let target = memory.assumingMemoryBound(to: Float.self) + first
                for frame in 0..<frameCount { target[frame &* stride] = source[frame] }
            case .float64:
                let target = memory.assumingMemoryBound(to: Double.self) + first
                for frame in 0..<frameCount { target[frame &* stride] = Double(source[frame]) }
            case .int16:
                let target = memory.assumingMemoryBound(to: Int16.self) + first
                for frame in 0..<frameCount {
                    target[frame &* stride] = Int16(truncatingIfNeeded: integer(source[frame], 15))
                }
            case .int32:
                let target = memory.assumingMemoryBound(to: Int32.self) + first
                for frame in 0..<frameCount {
                    target[frame &* stride] = Int32(truncatingIfNeeded: integer(source[frame], 31))
                }
            case .fixed8Point24:
                let target = memory.assumingMemoryBound(to: Int32.self) + first
                for frame in 0..<frameCount {
                    target[frame &* stride] = fixedPoint(source[frame])
                }
            }
        }
    }

    /// Reads frames from the buffers of a list that fits.
    package func read(
        _ list: UnitBufferList, frameCount: Int, into samples: PlanarSamples
    ) {
        let stride = isInterleaved ? channelCount : 1
        for channel in 0..<channelCount {
            guard let memory = list[isInterleaved ? 0 : channel].mData else { continue }
            let first = isInterleaved ? channel : 0
            let target = samples[channel]
            switch type {
            case .float32:
                let source = memory.assumingMemoryBound(to: Float.self) + first
                for frame in 0..<frameCount { target[frame] = source[frame &* stride] }
            case .float64:
                let source = memory.assumingMemoryBound(to: Double.self) + first
                for frame in 0..<frameCount { target[frame] = Float(source[frame &* stride]) }
            case .int16:
                let source = memory.assumingMemoryBound(to: Int16.self) + first
                for frame in 0..<frameCount {
                    target[frame] = Float(source[frame &* stride]) * 0x1p-15
                }
            case .int32:
                let source = memory.assumingMemoryBound(to: Int32.self) + first
                for frame in 0..<frameCount {
                    target[frame] = Float(source[frame &* stride]) * 0x1p-31
                }
            case .fixed8Point24:
                let source = memory.assumingMemoryBound(to: Int32.self) + first
                for frame in 0..<frameCount {
                    target[frame] = Float(source[frame &* stride]) * 0x1p-24
                }
            }
        }
    }

    /// Returns a sample in 8.24 fixed point, which has 42 dB above full scale.
    private func fixedPoint(_ sample: Float) -> Int32 {
        let scaled = (Double(sample) * 0x1p24).rounded(.toNearestOrEven)
        guard scaled < 0x1p31 else { return .max }
        return scaled >= -0x1p31 ? Int32(scaled) : scaled < -0x1p31 ? .min : 0
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
package final class BufferListMemory: @unchecked Sendable {
    private let bytesPerBuffer: Int
    private let bufferCount: Int
    private let memory: UnsafeMutableRawPointer

    package init(_ format: BufferListSamples, frameCount: Int) {
        bufferCount = format.bufferCount
        bytesPerBuffer = (frameCount * format.bytesPerFrame + 15) / 16 * 16
        memory = .allocate(byteCount: max(bufferCount * bytesPerBuffer, 1), alignment: 16)
    }

    deinit { memory.deallocate() }

    /// The memory of one buffer.
    package subscript(buffer: Int) -> UnsafeMutableRawPointer { memory + buffer * bytesPerBuffer }
}
