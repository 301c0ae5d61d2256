// Measurements of finite samples, eight at a time. Without their sign, floats are in the order of
// their bits, and integers are compared faster.

/// The largest absolute sample. The samples are finite.
func peak(of samples: UnsafeBufferPointer<Float>) -> Float {
    guard let start = samples.baseAddress else { return 0 }
    var peaks = SIMD8<Int32>()
    let wholeCount = samples.count & ~7
    for index in stride(from: 0, to: wholeCount, by: 8) {
        let magnitudes = magnitudeBits(of: eight(start + index))
        peaks.replace(with: magnitudes, where: magnitudes .> peaks)
    }
    let peak = Float(bitPattern: UInt32(peaks.max()))
    return samples[wholeCount...].reduce(peak) { max($0, abs($1)) }
}

/// The largest absolute difference of two samples that are `distance` apart. The samples are
/// finite.
///
/// - Parameter count: Differences to measure: `count + distance` samples are read.
func largestDifference(from start: UnsafePointer<Float>, distance: Int, count: Int) -> Float {
    var steps = SIMD8<Int32>()
    let wholeCount = count & ~7
    for index in stride(from: 0, to: wholeCount, by: 8) {
        let step = eight(start + index + distance) - eight(start + index)
        let magnitudes = magnitudeBits(of: step)
        steps.replace(with: magnitudes, where: magnitudes .> steps)
    }
    var step = Float(bitPattern: UInt32(steps.max()))
    for index in wholeCount..<count {
        step = max(step, abs(start[index + distance] - start[index]))
    }
    return step
}

@inline(__always)
private func eight(_ start: UnsafePointer<Float>) -> SIMD8<Float> {
    UnsafeRawPointer(start).loadUnaligned(as: SIMD8<Float>.self)
}

@inline(__always)
private func magnitudeBits(of samples: SIMD8<Float>) -> SIMD8<Int32> {
    unsafeBitCast(samples, to: SIMD8<Int32>.self) & Int32.max
}
