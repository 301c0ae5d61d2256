import AudioModel

/// Writes the mixer's stereo floats as linear PCM of one or two channels.
struct SampleWriter {
    private enum Sample {
        case integer16
        case integer32
        case float32
    }

    private let sample: Sample
    private let isBigEndian: Bool
    private let channelCount: Int

    /// - Returns: `nil` for sample formats that are not supported.
    init?(_ format: StreamFormat) {
        isBigEndian = format.flags.contains(.bigEndian)
        channelCount = Int(format.channelCount)
        switch (
            format.flags.contains(.float), format.bytesPerFrame / max(format.channelCount, 1)
        ) {
        case (true, 4): sample = .float32
        case (false, 2) where format.flags.contains(.signedInteger): sample = .integer16
        case (false, 4) where format.flags.contains(.signedInteger): sample = .integer32
        default: return nil
        }
    }

    /// Converts and stores frames.
    ///
    /// - Parameters:
    ///   - samples: `frameCount` stereo frames. Mono output gets the mean of both channels.
    ///   - bytes: Room for as many frames of the format.
    func write(
        _ samples: UnsafePointer<Float>, frameCount: Int, to bytes: UnsafeMutableRawPointer
    ) {
        for frame in 0..<frameCount {
            let left = samples[2 * frame]
            let right = samples[2 * frame + 1]
            if channelCount == 1 {
                store(0.5 * (left + right), at: frame, to: bytes)
            } else {
                store(left, at: 2 * frame, to: bytes)
                store(right, at: 2 * frame + 1, to: bytes)
            }
        }
    }

    private func store(_ value: Float, at index: Int, to bytes: UnsafeMutableRawPointer) {
        switch sample {
        case .float32: put(value.bitPattern, at: index, to: bytes)
        case .integer16:
            put(UInt16(bitPattern: Int16(clamping(value, 0x1p15))), at: index, to: bytes)
        case .integer32:
            put(UInt32(bitPattern: Int32(clamping(value, 0x1p31))), at: index, to: bytes)
        }
    }

    /// The value in units of 1/`steps` of full scale, rounded and clamped to −`steps`…`steps` − 1.
    private func clamping(_ value: Float, _ steps: Double) -> Int {
        Int(min(max((Double(value) * steps).rounded(), -steps), steps - 1))
    }

    private func put<Number: FixedWidthInteger>(
        _ number: Number, at index: Int, to bytes: UnsafeMutableRawPointer
    ) {
        bytes.storeBytes(
            of: isBigEndian ? number.bigEndian : number.littleEndian,
            toByteOffset: index * MemoryLayout<Number>.size, as: Number.self)
    }
}
