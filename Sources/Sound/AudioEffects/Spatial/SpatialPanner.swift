/// The panner of one input: two ears, with delays and filters for the spherical head.
///
/// The changes of its gains take 10 ms. One thread at a time.
package struct SpatialPanner: ~Copyable {
    private let channelCount: Int
    private let outputCount: Int
    private let sampleRate: Float
    private let rampFrames: Int
    /// The mono sum, for the delays of the ears.
    private let line: UnsafeMutablePointer<Float>
    private let lineMask: Int
    private var frame = 0

    private var direct = LinearRamp(at: 0)
    private var send = LinearRamp(at: 0)
    private var left = SpatialEar()
    private var right = SpatialEar()
    private var isPlaced = false
    private var hasHead = false
    /// The level of the sound, which is 0 while the mode changes.
    private var fade = LinearRamp(at: 1)
    private var isFresh = true

    /// - Parameters:
    ///   - channelCount: The number of input channels.
    ///   - outputCount: The number of output channels; the first two are the ears.
    package init(sampleRate: Double, channelCount: Int, outputCount: Int) {
        let sampleRate = sampleRate.asSampleRate
        self.channelCount = channelCount
        self.outputCount = outputCount
        self.sampleRate = Float(sampleRate)
        rampFrames = max(Int(sampleRate * settingRampSeconds), 1)
        var lineFrames = 4
        while lineFrames < Int(3 * Double(SpatialEar.headSeconds) * sampleRate) + 3 {
            lineFrames *= 2
        }
        line = .allocate(capacity: lineFrames)
        line.initialize(repeating: 0, count: lineFrames)
        lineMask = lineFrames - 1
    }

    deinit {
        line.deallocate()
    }

    /// Drops the history.
    package mutating func reset() {
        clear()
        isFresh = true
    }

    @_noLocks @_noAllocation
    private mutating func clear() {
        line.update(repeating: 0, count: lineMask &+ 1)
        left.clear()
        right.clear()
    }

    /// Adds the placed input to the output, and its part to the reverberation's input.
    ///
    /// Real time: no allocation, no locks.
    ///
    /// - Parameter reverb: Two channels.
    @_noLocks @_noAllocation
    package mutating func add(
        _ input: PlanarSamples, _ gains: SpatialGains, to output: PlanarSamples,
        reverb: PlanarSamples?, frameCount: Int
    ) {
        var start = 0
        while start < frameCount {
            update(gains)
            let count = fade.segment(frameCount &- start)
            for index in 0..<count {
                addFrame(input, at: start &+ index, index, to: output, reverb: reverb)
            }
            advance(by: count)
            start &+= count
        }
    }

    @_noLocks @_noAllocation
    private mutating func update(_ gains: SpatialGains) {
        if isFresh || (fade.isLevel && fade.target == 0) {
            if !isFresh { clear() }
            (isPlaced, hasHead) = (gains.isPlaced, gains.hasHead)
            fade.move(to: 1, over: isFresh ? 0 : rampFrames)
            move(to: gains, over: 0)
            isFresh = false
        } else if fade.isLevel,
            gains.isPlaced != isPlaced || (isPlaced && gains.hasHead != hasHead)
        {
            fade.move(to: 0, over: rampFrames)
        }
        if fade.target == 1 { move(to: gains, over: rampFrames) }
    }

    @_noLocks @_noAllocation
    private mutating func move(to gains: SpatialGains, over frames: Int) {
        direct.move(to: gains.direct, over: frames)
        send.move(to: gains.send, over: frames)
        left.gain.move(to: gains.left, over: frames)
        right.gain.move(to: gains.right, over: frames)
        guard hasHead else { return }
        left.turn(toward: -gains.lateral, sampleRate: sampleRate, over: frames)
        right.turn(toward: gains.lateral, sampleRate: sampleRate, over: frames)
    }

    @_noLocks @_noAllocation
    private mutating func advance(by count: Int) {
        direct.advance(by: count)
        send.advance(by: count)
        fade.advance(by: count)
        left.advance(by: count)
        right.advance(by: count)
    }

    @inline(__always) @_noLocks @_noAllocation
    private mutating func addFrame(
        _ input: PlanarSamples, at place: Int, _ index: Int, to output: PlanarSamples,
        reverb: PlanarSamples?
    ) {
        let level = fade.value(at: index)
        let gain = direct.value(at: index) * level
        let mono = sum(input, at: place)
        if !isPlaced {
            addChannels(input, at: place, gain, to: output)
        } else if outputCount == 1 {
            output[0][place] += mono * gain
        } else if hasHead {
            line[frame & lineMask] = mono
            let leftSample = delayed(by: left.delayFrames.value(at: index))
            let rightSample = delayed(by: right.delayFrames.value(at: index))
            let warp = SpatialEar.warp(sampleRate: sampleRate)
            output[0][place] += left.filtered(leftSample, at: index, warp) * gain
            output[1][place] += right.filtered(rightSample, at: index, warp) * gain
            frame &+= 1
        } else {
            output[0][place] += mono * left.gain.value(at: index) * gain
            output[1][place] += mono * right.gain.value(at: index) * gain
        }
        let sent = send.value(at: index) * level
        if let reverb, sent > 0 {
            let hasSides = !isPlaced && channelCount > 1
            reverb[0][place] += sent * (hasSides ? input[0][place].withoutExtremes : mono)
            reverb[1][place] += sent * (hasSides ? input[1][place].withoutExtremes : mono)
        }
    }

    /// The mean of all channels.
    @inline(__always) @_noLocks @_noAllocation
    private func sum(_ input: PlanarSamples, at place: Int) -> Float {
        guard channelCount > 1 else { return input[0][place].withoutExtremes }
        var sum: Float = 0
        for channel in 0..<channelCount { sum += input[channel][place].withoutExtremes }
        return sum / Float(channelCount)
    }

    @inline(__always) @_noLocks @_noAllocation
    private func addChannels(
        _ input: PlanarSamples, at place: Int, _ gain: Float, to output: PlanarSamples
    ) {
        if channelCount == 1 {
            let sample = input[0][place].withoutExtremes * gain
            for channel in 0..<min(outputCount, 2) { output[channel][place] += sample }
        } else if outputCount == 1 {
            output[0][place] += sum(input, at: place) * gain
        } else {
            for channel in 0..<min(channelCount, outputCount) {
                output[channel][place] += input[channel][place].withoutExtremes * gain
            }
        }
    }

    @inline(__always) @_noLocks @_noAllocation
    private func delayed(by delay: Float) -> Float {
        let whole = Int(delay)
        let newer = line[(frame &- whole) & lineMask]
        let older = line[(frame &- whole &- 1) & lineMask]
        return newer + (older - newer) * (delay - Float(whole))
    }
}

/// What one ear of a spherical head gets.
///
/// Source: C. P. Brown and R. O. Duda, "A structural model for binaural sound synthesis" (1998).
struct SpatialEar: BitwiseCopyable {
    var gain = LinearRamp(at: 0)
    var delayFrames = LinearRamp(at: 0)
    /// The gain of high frequencies.
    private var treble = LinearRamp(at: 1)
    private var input: Float = 0
    private var output: Float = 0

    @_noLocks @_noAllocation
    init() {}

    /// The radius of the head, 8.75 cm, over the speed of sound, in seconds.
    static var headSeconds: Float {
        @inline(__always) @_noLocks @_noAllocation get { 0.000255 }
    }

    /// Moves to a direction.
    ///
    /// - Parameter cosine: The cosine of the angle between the source and the ear.
    @_noLocks @_noAllocation
    mutating func turn(toward cosine: Float, sampleRate: Float, over frames: Int) {
        let path = cosine >= 0 ? 1 - cosine : 1 + Float(RealtimeMath.arcSine(Double(-cosine)))
        delayFrames.move(to: path * Self.headSeconds * sampleRate, over: frames)
        treble.move(to: cosine >= 0 ? 1 + cosine : 1 + 0.9 * cosine, over: frames)
        gain.move(to: 0.70710678, over: frames)
    }

    @_noLocks @_noAllocation
    mutating func advance(by count: Int) {
        gain.advance(by: count)
        delayFrames.advance(by: count)
        treble.advance(by: count)
    }

    @_noLocks @_noAllocation
    mutating func clear() {
        (input, output) = (0, 0)
    }

    /// The constant of the filter at a sample rate.
    @inline(__always) @_noLocks @_noAllocation
    static func warp(sampleRate: Float) -> Float { sampleRate * headSeconds }

    /// Filters a sample: a shelf of order 1 above the frequency at which the head is as large as a
    /// wave.
    @inline(__always) @_noLocks @_noAllocation
    mutating func filtered(_ sample: Float, at index: Int, _ warp: Float) -> Float {
        let high = treble.value(at: index) * warp
        let sum = (1 + high) * sample + (1 - high) * input - (1 - warp) * output
        input = sample
        output = (sum / (1 + warp)).forFeedback
        return output * gain.value(at: index)
    }
}
