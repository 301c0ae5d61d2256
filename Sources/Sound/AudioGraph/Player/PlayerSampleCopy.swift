import AudioEffects

// Copies what a player plays into a block. Channels that the source does not have are silent; a buffer
// of one channel is copied to all. A file's chunk has the player's channels already.

/// Copies frames of a buffer, converted to floating point.
///
/// Real time: no allocation, no locks.
@_noLocks @_noAllocation
func copyFrames(
    of buffer: PlayerBufferView, from position: Int, frameCount: Int, to output: PlanarSamples,
    channelCount: Int, offset: Int
) {
    guard buffer.channelCount > 0 else {
        return clearFrames(output, channelCount: channelCount, from: offset, frameCount: frameCount)
    }
    for channel in 0..<channelCount {
        let target = output[channel] + offset
        let index = buffer.channelCount == 1 ? 0 : channel
        guard index < buffer.channelCount else {
            clear(target, count: frameCount)
            continue
        }
        copySamples(
            buffer.channels[index], of: buffer.sampleType, stride: buffer.stride, from: position,
            count: frameCount, to: target)
    }
}

/// Copies decoded frames of a file.
///
/// Real time: no allocation, no locks.
@_noLocks @_noAllocation
func copyFrames(
    of chunk: PlayerChunk, from position: Int, frameCount: Int, to output: PlanarSamples,
    channelCount: Int, offset: Int
) {
    for channel in 0..<channelCount {
        let target = output[channel] + offset
        guard channel < chunk.channelCount else {
            clear(target, count: frameCount)
            continue
        }
        copy(chunk.samples + channel &* chunk.capacity + position, count: frameCount, to: target)
    }
}

/// Writes silence to all channels.
///
/// Real time: no allocation, no locks.
@_noLocks @_noAllocation
func clearFrames(_ output: PlanarSamples, channelCount: Int, from offset: Int, frameCount: Int) {
    for channel in 0..<channelCount {
        clear(output[channel] + offset, count: frameCount)
    }
}

@_noLocks @_noAllocation
private func copySamples(
    _ samples: UnsafeRawPointer, of type: PlayerSampleType, stride: Int, from position: Int,
    count: Int, to target: UnsafeMutablePointer<Float>
) {
    switch type {
    case .float32:
        let source = samples.assumingMemoryBound(to: Float.self) + position &* stride
        if stride == 1 { return copy(source, count: count, to: target) }
        for frame in 0..<count { target[frame] = source[frame &* stride] }
    case .float64:
        let source = samples.assumingMemoryBound(to: Double.self) + position &* stride
        for frame in 0..<count { target[frame] = Float(source[frame &* stride]) }
    case .int16:
        let source = samples.assumingMemoryBound(to: Int16.self) + position &* stride
        for frame in 0..<count { target[frame] = Float(source[frame &* stride]) * 0x1p-15 }
    case .int32:
        let source = samples.assumingMemoryBound(to: Int32.self) + position &* stride
        for frame in 0..<count { target[frame] = Float(source[frame &* stride]) * 0x1p-31 }
    }
}

// Copied as bytes: the compiler assumes that `update` may allocate.
@_noLocks @_noAllocation
private func copy(
    _ source: UnsafePointer<Float>, count: Int, to target: UnsafeMutablePointer<Float>
) {
    UnsafeMutableRawPointer(target).copyMemory(
        from: source, byteCount: count &* MemoryLayout<Float>.stride)
}

@_noLocks @_noAllocation
private func clear(_ target: UnsafeMutablePointer<Float>, count: Int) {
    for index in 0..<count { target[index] = 0 }
}
