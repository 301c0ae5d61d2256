/// Converts a float sample to a 16-bit integer: rounded to the nearest, clamped to the range.
///
/// The inverse of decoding: a decoded 16-bit sample is restored bit for bit. NaN becomes silence.
@inlinable @inline(__always)
package func pcm16(_ sample: Float) -> Int16 {
    let scaled = (sample * 0x1p15).rounded(.toNearestOrEven)
    guard scaled == scaled else { return 0 }
    return Int16(min(max(scaled, -32768), 32767))
}
