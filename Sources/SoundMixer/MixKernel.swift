/// The largest absolute samples of a block, before and after the gains.
struct Peaks: BitwiseCopyable {
    var source: Float = 0
    var output: Float = 0

    @_noLocks @_noAllocation
    init() {}
}

/// A sample of larger magnitude, and NaN, counts as 0, so that no source can corrupt the sum.
let sampleMagnitudeMax: Float = 0x1p30

/// Adds a block of a sound to a bus.
///
/// - Parameters:
///   - source: `frameCount` frames, mono or interleaved stereo.
///   - line: The gains; its `frame` is the block's first frame.
///   - bus: `frameCount × 2` interleaved samples. Added to, not overwritten.
///   - peaks: Raised to the block's peaks before and after the gains.
///
/// Real time: no allocation, no locks; one pass. A frame's result does not depend on its
/// neighbours, so a block may be split anywhere.
@_noLocks @_noAllocation
func mix(
    _ source: UnsafePointer<Float>, isStereo: Bool, frameCount: Int, along line: GainLine,
    into bus: UnsafeMutablePointer<Float>, peaks: inout Peaks
) {
    switch (isStereo, line.isLevel) {
    case (true, true): mixLoop(StereoLevel.self, source, frameCount, line, bus, &peaks)
    case (true, false): mixLoop(StereoRamp.self, source, frameCount, line, bus, &peaks)
    case (false, true): mixLoop(MonoLevel.self, source, frameCount, line, bus, &peaks)
    case (false, false): mixLoop(MonoRamp.self, source, frameCount, line, bus, &peaks)
    }
}

/// A specialisation of the mixing loop. A type and not a value, so that the compiler makes one loop
/// for each without branches.
private protocol MixKind {
    static var isStereo: Bool { get }
    static var isLevel: Bool { get }
}

private enum StereoLevel: MixKind {
    @inline(__always) static var isStereo: Bool { true }
    @inline(__always) static var isLevel: Bool { true }
}

private enum StereoRamp: MixKind {
    @inline(__always) static var isStereo: Bool { true }
    @inline(__always) static var isLevel: Bool { false }
}

private enum MonoLevel: MixKind {
    @inline(__always) static var isStereo: Bool { false }
    @inline(__always) static var isLevel: Bool { true }
}

private enum MonoRamp: MixKind {
    @inline(__always) static var isStereo: Bool { false }
    @inline(__always) static var isLevel: Bool { false }
}

/// Four stereo frames, left and right in turn.
private typealias Frames = SIMD8<Float>

private func mixLoop<Kind: MixKind>(
    _ kind: Kind.Type, _ source: UnsafePointer<Float>, _ frameCount: Int, _ line: GainLine,
    _ bus: UnsafeMutablePointer<Float>, _ peaks: inout Peaks
) {
    let start = pair(line.left, line.right)
    let step = pair(line.leftStep, line.rightStep)
    let first = Float(line.frame)
    var times = Frames(
        first, first, first + 1, first + 1, first + 2, first + 2, first + 3, first + 3)
    var sourcePeak = Frames(repeating: 0)
    var outputPeak = Frames(repeating: 0)
    let wholeCount = frameCount & ~3
    var frame = 0
    while frame < wholeCount {
        var samples = Kind.isStereo ? load(source + 2 &* frame) : loadMono(source + frame)
        let sourceMagnitude = magnitude(samples)
        let isSound = sourceMagnitude .<= sampleMagnitudeMax
        samples.replace(with: 0, where: .!isSound)
        let mixed = Kind.isLevel ? samples * start : samples * (start + times * step)
        let target = UnsafeMutableRawPointer(bus + 2 &* frame)
        target.storeBytes(of: load(bus + 2 &* frame) + mixed, as: Frames.self)
        sourcePeak = larger(magnitude(samples), sourcePeak)
        if !Kind.isLevel {
            outputPeak = larger(magnitude(mixed), outputPeak)
            times += 4
        }
        frame &+= 4
    }
    // Rounding is monotonic: the largest sample gives the largest product.
    if Kind.isLevel { outputPeak = sourcePeak * start }
    var peakOfSource = max(peaks.source, largest(sourcePeak))
    var peakOfOutput = max(peaks.output, largest(outputPeak))
    while frame < frameCount {
        let time = Float(line.frame &+ frame)
        var left = Kind.isStereo ? source[2 &* frame] : source[frame]
        var right = Kind.isStereo ? source[2 &* frame &+ 1] : left
        if !(left.magnitude <= sampleMagnitudeMax) { left = 0 }
        if !(right.magnitude <= sampleMagnitudeMax) { right = 0 }
        let mixedLeft = left * (Kind.isLevel ? line.left : line.left + time * line.leftStep)
        let mixedRight = right * (Kind.isLevel ? line.right : line.right + time * line.rightStep)
        bus[2 &* frame] += mixedLeft
        bus[2 &* frame &+ 1] += mixedRight
        peakOfSource = max(peakOfSource, max(left.magnitude, right.magnitude))
        peakOfOutput = max(peakOfOutput, max(mixedLeft.magnitude, mixedRight.magnitude))
        frame &+= 1
    }
    peaks.source = peakOfSource
    peaks.output = peakOfOutput
}

@inline(__always) @_noLocks @_noAllocation
private func pair(_ left: Float, _ right: Float) -> Frames {
    Frames(left, right, left, right, left, right, left, right)
}

@inline(__always) @_noLocks @_noAllocation
private func load(_ samples: UnsafePointer<Float>) -> Frames {
    UnsafeRawPointer(samples).loadUnaligned(as: Frames.self)
}

@inline(__always) @_noLocks @_noAllocation
private func loadMono(_ samples: UnsafePointer<Float>) -> Frames {
    let four = UnsafeRawPointer(samples).loadUnaligned(as: SIMD4<Float>.self)
    var frames = Frames()
    frames.evenHalf = four
    frames.oddHalf = four
    return frames
}

@inline(__always) @_noLocks @_noAllocation
private func magnitude(_ samples: Frames) -> Frames {
    let signless = SIMD8<UInt32>(repeating: 0x7fff_ffff)
    return unsafeBitCast(unsafeBitCast(samples, to: SIMD8<UInt32>.self) & signless, to: Frames.self)
}

@inline(__always) @_noLocks @_noAllocation
private func larger(_ samples: Frames, _ peak: Frames) -> Frames {
    peak.replacing(with: samples, where: samples .> peak)
}

@inline(__always) @_noLocks @_noAllocation
private func largest(_ peak: Frames) -> Float {
    let low = peak.lowHalf
    let high = peak.highHalf
    let four = low.replacing(with: high, where: high .> low)
    return max(max(four[0], four[1]), max(four[2], four[3]))
}
