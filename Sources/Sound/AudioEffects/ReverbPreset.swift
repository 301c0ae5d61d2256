#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#endif

/// The rooms of the reverb, with Apple's numbers.
package enum ReverbPreset: Int, CaseIterable, Sendable {
    case smallRoom, mediumRoom, largeRoom, mediumHall, largeHall, plate, mediumChamber
    case largeChamber, cathedral, largeRoom2, mediumHall2, mediumHall3, largeHall2

    /// The room's numbers. Apple publishes the names only; these are ours.
    package var room: ReverbRoom {
        switch self {
        case .smallRoom: ReverbRoom(0.4, treble: 0.6, 2, lines: 7...23, early: 0.7, 18)
        case .mediumRoom: ReverbRoom(0.7, treble: 0.6, 5, lines: 11...37, early: 0.6, 28)
        case .largeRoom: ReverbRoom(1.1, treble: 0.55, 9, lines: 15...53, early: 0.55, 40)
        case .mediumHall: ReverbRoom(1.8, treble: 0.5, 16, lines: 23...71, early: 0.4, 55)
        case .largeHall: ReverbRoom(2.6, treble: 0.45, 24, lines: 31...89, early: 0.35, 75)
        case .plate: ReverbRoom(2.0, treble: 0.8, 0, lines: 5...29, early: 0, 10)
        case .mediumChamber: ReverbRoom(1.0, treble: 0.7, 6, lines: 13...41, early: 0.45, 30)
        case .largeChamber: ReverbRoom(1.5, treble: 0.65, 10, lines: 19...59, early: 0.4, 42)
        case .cathedral: ReverbRoom(5.0, treble: 0.35, 32, lines: 43...103, early: 0.25, 95)
        case .largeRoom2: ReverbRoom(1.3, treble: 0.45, 12, lines: 17...57, early: 0.6, 46)
        case .mediumHall2: ReverbRoom(2.0, treble: 0.6, 20, lines: 25...73, early: 0.45, 60)
        case .mediumHall3: ReverbRoom(1.6, treble: 0.4, 12, lines: 21...67, early: 0.5, 50)
        case .largeHall2: ReverbRoom(3.2, treble: 0.5, 28, lines: 35...97, early: 0.3, 85)
        }
    }
}

/// A room as the reverb computes it.
package struct ReverbRoom: Equatable, Sendable {
    /// The time in seconds in which low frequencies decay by 60 dB.
    package var decaySeconds: Double
    /// The decay at 5 kHz, as a part of that of low frequencies.
    package var trebleDecay: Double
    /// The decay at half the sample rate in seconds, instead of `trebleDecay`.
    package var nyquistDecaySeconds: Double?
    /// The time before the reverberation in milliseconds.
    package var preDelayMilliseconds: Double
    /// The ends of the delay lines' range in milliseconds, in any order: the size of the room.
    package var firstLineMilliseconds: Double
    package var lastLineMilliseconds: Double
    /// The level of the first reflections.
    package var earlyLevel: Double
    /// The time of the last of the first reflections, in milliseconds.
    package var earlyMilliseconds: Double

    init(
        _ decaySeconds: Double, treble: Double, _ preDelay: Double, lines: ClosedRange<Double>,
        early: Double, _ earlyMilliseconds: Double
    ) {
        self.decaySeconds = decaySeconds
        trebleDecay = treble
        preDelayMilliseconds = preDelay
        firstLineMilliseconds = lines.lowerBound
        lastLineMilliseconds = lines.upperBound
        earlyLevel = early
        self.earlyMilliseconds = earlyMilliseconds
    }

    /// The room of Apple's audio unit before a preset is chosen.
    static let ofAudioUnit: ReverbRoom = {
        var room = ReverbRoom(1, treble: 0.5, 8, lines: 8...50, early: 0.45, 40)
        room.nyquistDecaySeconds = 0.5
        return room
    }()

    /// The decay at half the sample rate in seconds: where only the treble's is known, that of the
    /// middle line at 48 kHz.
    var decaySecondsAtNyquist: Double {
        if let nyquistDecaySeconds { return nyquistDecaySeconds }
        let seconds = (firstLineMilliseconds * lastLineMilliseconds).squareRoot() / 1000
        let loss = ReverbTank.Loss(self, delay: seconds * 48_000, sampleRate: 48_000)
        let gain = loss.gain * (1 - loss.pole) / (1 + loss.pole)
        return max(-3 * seconds / log10(gain), 0.001)
    }

    /// The longest line of a preset in milliseconds.
    static let lineMillisecondsMax = 105.0
    static let preDelayMillisecondsMax = 140.0
}

/// The numbers of one room at one sample rate.
struct ReverbTank: BitwiseCopyable, Sendable {
    static let lineCount = 16
    static let tapCount = 8

    var preDelay: Int
    /// The delays of the lines in frames, all of them primes.
    var delays = SIMD16<Int32>(repeating: 1)
    /// The filters of the lines: output = gain × line + pole × former output.
    var gains = SIMD16<Float>(repeating: 0)
    var poles = SIMD16<Float>(repeating: 0)
    var lateLevel: Float
    /// The first reflections: frames after the input, and levels.
    var leftTaps = SIMD8<Int32>(repeating: 0)
    var rightTaps = SIMD8<Int32>(repeating: 0)
    var tapLevels = SIMD8<Float>(repeating: 0)
    /// Stands for all delays: those cannot change while there is sound in the lines.
    private(set) var geometry: UInt64 = 0
    /// Stands for the lines' filters.
    private(set) var damping: UInt64 = 0

    /// The frequency of `ReverbRoom.trebleDecay`.
    private static let trebleFrequency = 5000.0
    /// The energy of the reverberation of an impulse, without the first reflections.
    private static let lateEnergy = 0.5
    /// The times of the first reflections as parts of that of the last.
    private static let leftTimes = [0.11, 0.23, 0.31, 0.47, 0.59, 0.71, 0.83, 1.0]
    private static let rightTimes = [0.13, 0.19, 0.37, 0.43, 0.61, 0.67, 0.89, 0.97]

    /// - Parameters:
    ///   - variation: The number of a variation of the delays; 1 for the room as it is.
    ///   - longest: The longest delay line in milliseconds.
    init(
        _ room: ReverbRoom, sampleRate: Double, variation: Int = 1,
        longest: Double = ReverbRoom.lineMillisecondsMax
    ) {
        let framesPerMillisecond = sampleRate / 1000
        preDelay = Int(room.preDelayMilliseconds * framesPerMillisecond)
        lateLevel = 0
        let ends = [room.firstLineMilliseconds, room.lastLineMilliseconds].map { min($0, longest) }
        let shortest = min(ends[0], ends[1])
        let growth = max(ends[0], ends[1]) / shortest
        var former = 0
        var meanSquare = 0.0
        for line in 0..<Self.lineCount {
            let place = Double(line) + 0.4 * Self.shift(line, variation)
            let part = place / Double(Self.lineCount - 1)
            let frames = shortest * pow(growth, part) * framesPerMillisecond
            let delay = Self.prime(from: max(Int(frames), former + 1))
            former = delay
            let loss = Loss(room, delay: Double(delay), sampleRate: sampleRate)
            delays[line] = Int32(delay)
            gains[line] = Float(loss.gain * (1 - loss.pole))
            poles[line] = Float(loss.pole)
            meanSquare += loss.gain * loss.gain / Double(Self.lineCount)
        }
        lateLevel = Float((2 * (1 - meanSquare) * Self.lateEnergy).squareRoot())
        for tap in 0..<Self.tapCount {
            let span = room.earlyMilliseconds * framesPerMillisecond
            leftTaps[tap] = Int32(Self.leftTimes[tap] * span * Self.shrink(tap, variation))
            rightTaps[tap] = Int32(Self.rightTimes[tap] * span * Self.shrink(tap + 8, variation))
            let level = room.earlyLevel * pow(0.82, Double(tap)) * 0.6
            tapLevels[tap] = Float(tap % 3 == 1 ? -level : level)
        }
        (geometry, damping) = fingerprints
    }

    private var fingerprints: (geometry: UInt64, damping: UInt64) {
        var (geometry, damping) = (Fingerprint(), Fingerprint())
        geometry.add(preDelay)
        for line in 0..<Self.lineCount {
            geometry.add(Int(delays[line]))
            damping.add(gains[line])
            damping.add(poles[line])
        }
        for tap in 0..<Self.tapCount {
            geometry.add(Int(leftTaps[tap]))
            geometry.add(Int(rightTaps[tap]))
        }
        return (geometry.value, damping.value)
    }

    /// A number between −1 and 1 for a line of a variation; 0 in the first one.
    private static func shift(_ index: Int, _ variation: Int) -> Double {
        guard variation > 1 else { return 0 }
        // The inner lines only, so that the range stays the same.
        guard index % (lineCount - 1) > 0 else { return 0 }
        return 2 * random(index, variation) - 1
    }

    /// A factor for the time of a reflection; 1 in the first variation.
    private static func shrink(_ index: Int, _ variation: Int) -> Double {
        variation > 1 ? 1 - 0.3 * random(index + lineCount, variation) : 1
    }

    /// A number of 0…1 that only depends on two others.
    private static func random(_ index: Int, _ variation: Int) -> Double {
        var fingerprint = Fingerprint()
        fingerprint.add(variation)
        fingerprint.add(index)
        // The upper bits of the product depend on all.
        return Double((fingerprint.value &* 0x9e37_79b9_7f4a_7c15) >> 11) / 0x1p53
    }

    /// Returns a tank with filters between this one's and another's; with the same delays.
    ///
    /// - Parameter part: The part of the other, 0…1.
    @_noLocks @_noAllocation
    func blended(with other: ReverbTank, _ part: Float) -> ReverbTank {
        var tank = self
        tank.gains += (other.gains - gains) * part
        tank.poles += (other.poles - poles) * part
        tank.lateLevel += (other.lateLevel - lateLevel) * part
        return tank
    }

    /// What a line loses each time.
    ///
    /// Source: J.-M. Jot and A. Chaigne, "Digital delay networks for designing artificial
    /// reverberators" (1991): the gain of a line is that of its delay's part of the decay.
    struct Loss {
        /// The gain at 0 Hz.
        let gain: Double
        /// The pole of a one-pole filter of gain 1 at 0 Hz.
        let pole: Double

        init(_ room: ReverbRoom, delay: Double, sampleRate: Double) {
            gain = pow(10, -3 * delay / (sampleRate * room.decaySeconds))
            if let seconds = room.nyquistDecaySeconds {
                let difference = 1 / seconds - 1 / room.decaySeconds
                // Beyond, the filter would take longer to settle than the sound to decay.
                let exponent = min(max(-3 * delay / sampleRate * difference, -3), 3)
                let ratio = pow(10, exponent)
                pole = (1 - ratio) / (1 + ratio)
            } else {
                // At low sample rates, half of the highest frequency there is.
                let treble = min(ReverbTank.trebleFrequency / sampleRate, 0.25)
                let ratio = pow(gain, 1 / room.trebleDecay - 1)
                pole = ReverbTank.pole(ratio: ratio, cosine: cos(2 * Double.pi * treble))
            }
        }
    }

    /// Returns the pole of a one-pole filter of gain 1 at 0 Hz and `ratio` at a frequency.
    private static func pole(ratio: Double, cosine: Double) -> Double {
        let square = ratio * ratio
        guard square < 1 else { return 0 }
        let (outer, inner) = (1 - square, 1 - square * cosine)
        return (inner - (inner * inner - outer * outer).squareRoot()) / outer
    }

    private static func prime(from number: Int) -> Int {
        var candidate = max(number, 2)
        while !isPrime(candidate) { candidate += 1 }
        return candidate
    }

    private static func isPrime(_ number: Int) -> Bool {
        var divisor = 2
        while divisor * divisor <= number {
            if number % divisor == 0 { return false }
            divisor += 1
        }
        return true
    }
}
