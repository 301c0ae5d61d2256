/// A float sample as a 16-bit integer: rounded to the nearest, clamped to the range.
///
/// The opposite of decoding: a 16-bit sample comes back bit for bit. Not-a-number becomes silence.
@inline(__always)
func pcm16(_ sample: Float) -> Int16 {
    let scaled = (sample * 0x1p15).rounded(.toNearestOrEven)
    guard scaled == scaled else { return 0 }
    return Int16(min(max(scaled, -32768), 32767))
}
