/// A feedback delay network with two inputs and two outputs, and the delays before it.
struct DelayNetwork {
    private typealias Four = SIMD4<Float>

    /// The network's delay lines, interleaved: 16 samples a frame.
    private let lines: UnsafeMutablePointer<Float>
    private let lineMask: Int
    /// The input's delay line, interleaved.
    private let input: UnsafeMutablePointer<SIMD2<Float>>
    private let inputMask: Int
    /// The diffusers' delay lines, one after the other, interleaved.
    private let diffusers: UnsafeMutablePointer<SIMD2<Float>>
    private let diffuserMask: Int
    private let diffuserDelays: SIMD4<Int32>
    /// The outputs of the lines' damping filters, which are one-pole low-passes.
    private var damped: (Four, Four, Four, Four)
    private var frame = 0

    /// The delays of the diffusers in milliseconds.
    private static let diffuserMilliseconds = [3.1, 5.3, 7.7, 11.9]
    /// The gain of the diffusers' all-pass loops.
    private static let diffusion: Float = 0.6

    /// - Parameter longest: The longest line in milliseconds.
    init(sampleRate: Double, longest: Double) {
        let frames = sampleRate / 1000
        // Lines of one length get the next primes.
        let lineFrames = Self.powerOfTwo(above: Int(frames * longest) + 512)
        lines = .allocate(capacity: lineFrames * ReverbTank.lineCount)
        lineMask = lineFrames - 1
        let inputFrames = Self.powerOfTwo(above: Int(frames * ReverbRoom.preDelayMillisecondsMax))
        input = .allocate(capacity: inputFrames)
        inputMask = inputFrames - 1
        let delays = Self.diffuserMilliseconds.map { Int32(max($0 * frames, 1)) }
        diffuserDelays = SIMD4(delays)
        let diffuserFrames = Self.powerOfTwo(above: Int(delays.max() ?? 1))
        diffusers = .allocate(capacity: diffuserFrames * delays.count)
        diffuserMask = diffuserFrames - 1
        let zero = Four(repeating: 0)
        damped = (zero, zero, zero, zero)
        lines.initialize(repeating: 0, count: lineFrames * ReverbTank.lineCount)
        input.initialize(repeating: SIMD2(0, 0), count: inputFrames)
        diffusers.initialize(repeating: SIMD2(0, 0), count: diffuserFrames * delays.count)
    }

    private static func powerOfTwo(above count: Int) -> Int {
        var result = 1
        while result <= count { result *= 2 }
        return result
    }

    func deallocate() {
        lines.deallocate()
        input.deallocate()
        diffusers.deallocate()
    }

    @_noLocks @_noAllocation
    mutating func clear() {
        clearLines()
        input.update(repeating: SIMD2(0, 0), count: inputMask &+ 1)
        diffusers.update(repeating: SIMD2(0, 0), count: (diffuserMask &+ 1) &* 4)
    }

    /// Clears the network, but not the delays before it.
    @_noLocks @_noAllocation
    mutating func clearLines() {
        lines.update(repeating: 0, count: (lineMask &+ 1) &* 16)
        let zero = Four(repeating: 0)
        damped = (zero, zero, zero, zero)
    }

    /// Replaces samples by their mix with the reverberation.
    ///
    /// The room may change between frames while `fade` is 0, after `clearLines`.
    ///
    /// - Parameters:
    ///   - second: The second channel; the first one again where `isMono`.
    ///   - fade: The level of the reverberation, 0…1, at its input too.
    ///   - gain: Another level of the reverberation.
    @_noLocks @_noAllocation
    mutating func process(
        _ first: UnsafeMutablePointer<Float>, _ second: UnsafeMutablePointer<Float>, isMono: Bool,
        _ count: Int, _ tank: ReverbTank, _ mix: WetDryMix, _ fade: LinearRamp, _ gain: LinearRamp
    ) {
        for index in 0..<count {
            let dry = SIMD2(first[index].withoutExtremes, second[index].withoutExtremes)
            input[frame & inputMask] = dry
            let delayed = input[(frame &- tank.preDelay) & inputMask]
            let level = fade.value(at: index)
            let wet = late(diffused(delayed * level) * level, tank) + early(tank)
            let output = wet * level * gain.value(at: index)
            first[index] = mix.mixed(dry: dry[0], wet: output[0], at: index)
            if !isMono { second[index] = mix.mixed(dry: dry[1], wet: output[1], at: index) }
            frame &+= 1
        }
    }

    /// The first reflections.
    @inline(__always) @_noLocks @_noAllocation
    private func early(_ tank: ReverbTank) -> SIMD2<Float> {
        var sum = SIMD2<Float>(0, 0)
        for tap in 0..<8 {
            let leftFrame = (frame &- tank.preDelay &- Int(tank.leftTaps[tap])) & inputMask
            let rightFrame = (frame &- tank.preDelay &- Int(tank.rightTaps[tap])) & inputMask
            sum += tank.tapLevels[tap] * SIMD2(input[leftFrame][0], input[rightFrame][1])
        }
        return sum
    }

    /// Sends a frame through all-pass filters, so that the network's echoes are dense at once.
    @inline(__always) @_noLocks @_noAllocation
    private func diffused(_ sample: SIMD2<Float>) -> SIMD2<Float> {
        var sample = sample
        for index in 0..<4 {
            let line = diffusers + index &* (diffuserMask &+ 1)
            let delayed = line[(frame &- Int(diffuserDelays[index])) & diffuserMask]
            let stored = guarded(sample + Self.diffusion * delayed)
            line[frame & diffuserMask] = stored
            sample = delayed - Self.diffusion * stored
        }
        return sample
    }

    /// The samples without those below −300 dB, which would become denormal numbers.
    @inline(__always) @_noLocks @_noAllocation
    private func guarded(_ frame: SIMD2<Float>) -> SIMD2<Float> {
        frame.replacing(with: 0, where: (frame .< 1e-15) .& (frame .> -1e-15))
    }

    @inline(__always) @_noLocks @_noAllocation
    private func guarded(_ four: Four) -> Four {
        four.replacing(with: 0, where: (four .< 1e-15) .& (four .> -1e-15))
    }

    @inline(__always) @_noLocks @_noAllocation
    private func sample(_ line: Int, _ tank: ReverbTank) -> Float {
        lines[((frame &- Int(tank.delays[line])) & lineMask) &* 16 &+ line]
    }

    @inline(__always) @_noLocks @_noAllocation
    private func samples(_ line: Int, _ tank: ReverbTank) -> Four {
        Four(
            sample(line, tank), sample(line &+ 1, tank), sample(line &+ 2, tank),
            sample(line &+ 3, tank))
    }

    /// One frame of the network: lines, filters, outputs, the matrix, inputs.
    @inline(__always) @_noLocks @_noAllocation
    private mutating func late(_ inputs: SIMD2<Float>, _ tank: ReverbTank) -> SIMD2<Float> {
        let (gains, poles) = (tank.gains, tank.poles)
        var (a, b, c, d) = damped
        a = guarded(gains.lowHalf.lowHalf * samples(0, tank) + poles.lowHalf.lowHalf * a)
        b = guarded(gains.lowHalf.highHalf * samples(4, tank) + poles.lowHalf.highHalf * b)
        c = guarded(gains.highHalf.lowHalf * samples(8, tank) + poles.highHalf.lowHalf * c)
        d = guarded(gains.highHalf.highHalf * samples(12, tank) + poles.highHalf.highHalf * d)
        damped = (a, b, c, d)

        let outputs = (a - b) + (c - d)
        // A Hadamard matrix of the four groups and, in each, the reflection at their mean: all
        // sixteen lines reach each other with the same strength.
        let (sumAC, sumBD, differenceAC, differenceBD) = (a + c, b + d, a - c, b - d)
        let injected = 0.35355338 * Four(inputs[0], inputs[1], inputs[0], inputs[1])
        let target = lines + (frame & lineMask) &* 16
        store(reflected(sumAC + sumBD) + injected, at: target)
        store(reflected(sumAC - sumBD) - injected, at: target + 4)
        store(reflected(differenceAC + differenceBD) + injected, at: target + 8)
        store(reflected(differenceAC - differenceBD) + injected, at: target + 12)
        return tank.lateLevel * SIMD2(outputs[0] - outputs[2], outputs[1] - outputs[3])
    }

    @inline(__always) @_noLocks @_noAllocation
    private func reflected(_ four: Four) -> Four {
        let half = 0.5 * four
        return half - 0.5 * ((half[0] + half[1]) + (half[2] + half[3]))
    }

    @inline(__always) @_noLocks @_noAllocation
    private func store(_ four: Four, at target: UnsafeMutablePointer<Float>) {
        UnsafeMutableRawPointer(target).storeBytes(of: four, as: Four.self)
    }
}
