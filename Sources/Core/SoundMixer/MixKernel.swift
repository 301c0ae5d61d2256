import CSoundMixer

/// The largest absolute samples of a block, before and after the gains.
struct Peaks: BitwiseCopyable {
    var source: Float = 0
    var output: Float = 0
    /// Whether they are measured.
    var areWanted = true

    @_noLocks @_noAllocation
    init() {}
}

/// The format of a sound in memory.
struct SampleKind: BitwiseCopyable {
    /// The kinds of a block of these samples.
    let flags: UInt8
    /// The exponent of the bytes of a frame, a power of two. Stored, because each command needs it.
    let frameShift: UInt8

    /// - Parameters:
    ///   - isChecked: Whether every sample is known to have a magnitude below 2.
    ///   - isInteger: Whether the samples are 16-bit integers, and not floats.
    init(isStereo: Bool, isChecked: Bool, isInteger: Bool = false) {
        flags = UInt8(
            (isStereo ? SORI_STEREO : 0) | (isChecked ? SORI_CHECKED : 0)
                | (isInteger ? SORI_INTEGER : 0))
        frameShift = (isStereo ? 1 : 0) + (isInteger ? 1 : 2)
    }

    /// The samples of a frame.
    var channelCount: Int {
        @inline(__always) @_noLocks @_noAllocation get {
            Int(flags) & SORI_STEREO == 0 ? 1 : 2
        }
    }
}

/// Adds a block of a sound to a bus.
///
/// - Parameters:
///   - source: `frameCount` frames, mono or interleaved stereo. A sample of a magnitude beyond 2³⁰,
///     and NaN, counts as 0, so that no source can corrupt the sum.
///   - line: The gains; its `frame` is the block's first frame.
///   - bus: `frameCount × 2` interleaved samples. Added to, not overwritten.
///   - peaks: Raised to the block's peaks before and after the gains, if they are wanted.
///
/// Real time: no allocation, no locks; one pass. A frame's result does not depend on its
/// neighbours, so a block may be split anywhere.
@_noLocks @_noAllocation
func mix(
    _ source: UnsafeRawPointer, _ kind: SampleKind, frameCount: Int, along line: GainLine,
    into bus: UnsafeMutablePointer<Float>, peaks: inout Peaks
) {
    var block = voiceBlock(source, kind, along: line)
    if peaks.areWanted {
        sori_mix_measured(&block, bus, frameCount, &peaks.source, &peaks.output)
    } else {
        sori_mix_voices(&block, 1, bus, frameCount)
    }
}

/// Returns what a voice adds from `source` on.
@inline(__always) @_noLocks @_noAllocation
func voiceBlock(
    _ source: UnsafeRawPointer, _ kind: SampleKind, along line: GainLine
) -> sori_voice_block {
    let flags = Int(kind.flags) | (line.isLevel ? 0 : SORI_RAMP)
    return sori_voice_block(
        samples: source, left: line.left, right: line.right, left_step: line.leftStep,
        right_step: line.rightStep, time: line.isLevel ? 0 : Float(line.frame),
        kind: Int32(flags))
}
