import Realtime

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#endif

/// The settings of a reverb.
struct ReverbSettings: EffectSettings {
    var preset = ReverbPreset.mediumHall
    var room = ReverbPreset.mediumHall.room
    var wetDryMix: Float = 0
    var gain: Float = 0
    var randomize: Float = 1
    var isLegacy = true
    var isBypassed = false
    /// The longest delay line in milliseconds.
    var longest = ReverbRoom.lineMillisecondsMax

    struct Coefficients: BitwiseCopyable, Sendable {
        var preset: Int
        var tank: ReverbTank
        var mix: Float
        var gain: Float
        var isBypassed: Bool
    }

    func coefficients(sampleRate: Double) -> Coefficients {
        Coefficients(
            preset: preset.rawValue,
            tank: ReverbTank(
                room, sampleRate: sampleRate, variation: Int(randomize), longest: longest),
            mix: wetDryMix / 100, gain: Float(pow(10, Double(gain) / 20)), isBypassed: isBypassed)
    }
}

/// A reverb: a feedback delay network of 16 lines, with diffused input and first reflections.
///
/// The lines are mixed by an orthogonal matrix without zeros and lose only what their decay asks
/// for, so the network is stable and the decay exact. The two channels of a pair hear different
/// lines; a change of the room's delays fades the reverberation out and in. More than two channels
/// are several pairs, each with a room of its own.
///
/// A preset is a room, and sets all parameters but the mix; they change the room further.
///
/// Ownership: `shared` may be used by any thread; one thread at a time, which prepares, processes or
/// resets, owns `state`.
package final class Reverb: Effect, Bypassable, @unchecked Sendable {
    /// The valid mixes in percent.
    package static let wetDryMixRange: ClosedRange<Float> = 0...100

    /// The valid gains in dB.
    package static let gainRange: ClosedRange<Float> = -20...20
    /// The valid delays in seconds.
    package static let delayRange: ClosedRange<Float> = 0.0001...1
    /// The valid decays in seconds.
    package static let decayRange: ClosedRange<Float> = 0.001...20
    /// The numbers of the variations.
    package static let randomizeRange: ClosedRange<Float> = 1...1000

    private let shared: SharedSettings<ReverbSettings>
    private let longest: Double
    private let reader: UnsafeMutablePointer<LatestValueReader<ReverbSettings.Coefficients>>
    private let state: UnsafeMutablePointer<ReverbState>

    /// - Parameter longestDelay: The longest delay line in seconds for which there is memory, 0.105…1;
    ///   `minDelay` and `maxDelay` beyond it count as that. Presets need 0.105.
    package init(longestDelay: Double = 0.105) {
        var settings = ReverbSettings()
        longest = min(max(1000 * longestDelay, ReverbRoom.lineMillisecondsMax), 1000)
        settings.longest = longest
        shared = SharedSettings(settings)
        reader = shared.reader
        state = .allocate(capacity: 1)
        state.initialize(to: ReverbState(sampleRate: 1, channelCount: 0, longest: longest))
    }

    deinit {
        state.pointee.deallocate()
        state.deallocate()
    }

    /// The room that was chosen last; setting it sets all parameters but the mix.
    package var preset: ReverbPreset {
        get { shared.value.preset }
        set {
            shared.change {
                ($0.preset, $0.room) = (newValue, newValue.room)
                ($0.gain, $0.randomize) = (0, 1)
            }
        }
    }

    /// Sets all parameters as Apple's audio unit begins.
    package func useDefaultsOfAudioUnit() {
        shared.change {
            $0.room = .ofAudioUnit
            ($0.wetDryMix, $0.gain, $0.randomize, $0.isLegacy) = (100, 0, 1, true)
        }
    }

    /// The level of the reverberation in dB, −20…20 (0).
    package var gain: Float {
        get { shared.value.gain }
        set { shared.change { $0.gain = newValue.clamped(to: Self.gainRange, or: $0.gain) } }
    }

    /// One end of the range of the delay lines in seconds, 0.0001…1.
    package var minDelay: Float {
        get { Float(shared.value.room.firstLineMilliseconds / 1000) }
        set { setRoom(\.firstLineMilliseconds, 1000, newValue, Self.delayRange) }
    }

    /// The other end of the range of the delay lines in seconds, 0.0001…1.
    package var maxDelay: Float {
        get { Float(shared.value.room.lastLineMilliseconds / 1000) }
        set { setRoom(\.lastLineMilliseconds, 1000, newValue, Self.delayRange) }
    }

    /// The time in which low frequencies decay by 60 dB in seconds, 0.001…20.
    package var decayAtZero: Float {
        get { Float(shared.value.room.decaySeconds) }
        set {
            guard !newValue.isNaN, newValue != decayAtZero else { return }
            shared.change { $0.room.nyquistDecaySeconds = $0.room.decaySecondsAtNyquist }
            setRoom(\.decaySeconds, 1, newValue, Self.decayRange)
        }
    }

    /// The time in which the highest frequencies decay by 60 dB in seconds, 0.001…20. A preset's,
    /// which has its decay at 5 kHz, is an estimate.
    package var decayAtNyquist: Float {
        get { Float(shared.value.room.decaySecondsAtNyquist) }
        set {
            guard !newValue.isNaN, newValue != decayAtNyquist else { return }
            let seconds = newValue.clamped(to: Self.decayRange, or: newValue)
            shared.change { $0.room.nyquistDecaySeconds = Double(seconds) }
        }
    }

    /// The number of a variation of the delays and reflections, 1…1000 (1), of which the whole part
    /// counts; 1 is the room as it is.
    package var randomize: Float {
        get { shared.value.randomize }
        set {
            shared.change {
                $0.randomize = newValue.clamped(to: Self.randomizeRange, or: $0.randomize)
            }
        }
    }

    /// Whether the room is that of older systems (true). Stored only: there is one.
    package var isLegacy: Bool {
        get { shared.value.isLegacy }
        set { shared.change { $0.isLegacy = newValue } }
    }

    private func setRoom(
        _ number: WritableKeyPath<ReverbRoom, Double>, _ scale: Double, _ value: Float,
        _ range: ClosedRange<Float>
    ) {
        guard !value.isNaN else { return }
        let limited = value.clamped(to: range, or: value)
        // A preset's number that is read and set again stays as exact as it is.
        shared.change {
            guard Float($0.room[keyPath: number] / scale) != limited else { return }
            $0.room[keyPath: number] = scale * Double(limited)
        }
    }

    /// The part of the reverberation in the output, in percent, 0…100 (0).
    package var wetDryMix: Float {
        get { shared.value.wetDryMix }
        set {
            shared.change {
                $0.wetDryMix = newValue.clamped(to: Self.wetDryMixRange, or: $0.wetDryMix)
            }
        }
    }

    package var isBypassed: Bool {
        get { shared.value.isBypassed }
        set { shared.change { $0.isBypassed = newValue } }
    }

    package var latencyFrames: Int { 0 }

    package func prepare(sampleRate: Double, channelCount: Int, maximumFrameCount: Int) {
        shared.prepare(sampleRate: sampleRate)
        state.pointee.deallocate()
        state.initialize(
            to: ReverbState(
                sampleRate: sampleRate, channelCount: channelCount, longest: longest))
    }

    /// Real time: no allocation, no locks.
    @_noLocks @_noAllocation
    package func process(_ samples: PlanarSamples, frameCount: Int) {
        let newest = reader.pointee.read()
        state.pointee.update(newest)
        state.pointee.process(samples, frameCount: frameCount)
    }

    package func reset() {
        state.pointee.reset()
    }
}
