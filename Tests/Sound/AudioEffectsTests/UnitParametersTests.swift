import AudioEffects
import Foundation
import Testing

/// Parameters that Apple's audio units have beside those of the classes.
@Suite("The audio units' further parameters")
struct UnitParametersTests {
    static func distortion(_ values: [DistortionParameter: Float]) -> Distortion {
        let distortion = Distortion()
        distortion.useDefaultsOfAudioUnit()
        for parameter in [
            DistortionParameter.delayMix, .decimationMix, .polynomialMix, .ringModulatorMix,
            .softClipGain,
        ] {
            distortion[parameter] = 0
        }
        distortion[.finalMix] = 100
        for (parameter, value) in values { distortion[parameter] = value }
        return distortion
    }

    @Test("of a distortion are read as they were set", arguments: DistortionParameter.allCases)
    func readBack(parameter: DistortionParameter) {
        let distortion = Distortion()
        distortion.useDefaultsOfAudioUnit()
        #expect(distortion[parameter] == parameter.defaultValue)
        let range = parameter.range
        let middle = range.lowerBound + (range.upperBound - range.lowerBound) / 3
        for value in [middle, range.upperBound, range.lowerBound] {
            distortion[parameter] = value
            #expect(abs(distortion[parameter] - value) <= value.magnitude * 1e-6)
        }
        distortion[parameter] = .infinity
        #expect(abs(distortion[parameter] / range.upperBound - 1) < 1e-6)
        distortion[parameter] = .nan
        #expect(abs(distortion[parameter] / range.upperBound - 1) < 1e-6)
    }

    @Test("of a distortion have Apple's defaults")
    func distortionDefaults() {
        let expected: [Float] = [0.1, 1, 50, 0, 0, 50, 0.5, 0, 0, 50, 100, 100, 50, 0, -6, 50]
        #expect(DistortionParameter.allCases.map(\.defaultValue) == expected)
    }

    @Test("of a distortion are all set by a preset, within their ranges")
    func presets() {
        for preset in DistortionPreset.allCases {
            let (fresh, changed) = (Distortion(), Distortion())
            for parameter in DistortionParameter.allCases {
                changed[parameter] = parameter.range.upperBound
            }
            (fresh.preset, changed.preset) = (preset, preset)
            for parameter in DistortionParameter.allCases
            where parameter != .softClipGain && parameter != .finalMix {
                #expect(changed[parameter] == fresh[parameter], "\(preset) \(parameter)")
                #expect(parameter.range.contains(fresh[parameter]), "\(preset) \(parameter)")
            }
        }
    }

    @Test("of a distortion do what they are named after")
    func distortionStages() {
        let quiet = Signal.sine(441, amplitude: 0.01, frameCount: 4410)
        func output(_ values: [DistortionParameter: Float], _ input: [Float]) -> [Float] {
            Self.distortion(values).output(of: [input])[0]
        }
        // Without stages only the soft clip is left, which hardly changes what is quiet.
        for (before, after) in zip(quiet, output([:], quiet)) {
            #expect(abs(before - after) < 1e-5)
        }
        let half = output([.polynomialMix: 100, .linearTerm: 0.25], quiet)
        for (before, after) in zip(quiet, half) { #expect(abs(before / 4 - after) < 1e-5) }
        let squared = output([.polynomialMix: 100, .linearTerm: 0, .squaredTerm: 20], quiet)
        for (before, after) in zip(quiet, squared) {
            #expect(abs(20 * before * before - after) < 1e-5)
        }
        let ring = output(
            [
                .ringModulatorMix: 100, .ringModulatorFrequency1: 2000,
                .ringModulatorBalance: 0,
            ], quiet)
        #expect(ring.transform(at: 441, sampleRate: 44100).length < 0.5)
        #expect(ring.transform(at: 2441, sampleRate: 44100).length > 10)
        let held = output([.decimationMix: 100, .decimation: 100], quiet)
        #expect(zip(held, held.dropFirst()).filter { abs($0 - $1) > 1e-6 }.count <= 11)
        let rounded = output([.decimationMix: 100, .rounding: 100], quiet)
        #expect(rounded.allSatisfy { $0 == 0 })
        let impulse = Signal.impulse(frameCount: 5000).map { $0 / 100 }
        let echo = output([.delayMix: 50, .delay: 50, .decay: 3], impulse)
        let heard = echo.indices.filter { echo[$0] != 0 }
        #expect(heard == [0, 2205, 4410])
        #expect(abs(echo[4410] / echo[2205] - 0.25) < 0.01)
    }

    @Test("of a distortion change without a click")
    func distortionChanges() {
        let distortion = Self.distortion([.delayMix: 50, .delay: 10, .decay: 1])
        let sine = Signal.sine(100, amplitude: 0.3, frameCount: 12_000)
        distortion.prepare(sampleRate: 44100, channelCount: 1, maximumFrameCount: 256)
        let output = distortion.continued([sine]) { frame in
            if frame == 2560 { distortion[.delay] = 27 }
            if frame == 5120 { distortion[.polynomialMix] = 100 }
            if frame == 7680 { distortion[.linearTerm] = 1 }
            return 256
        }[0]
        let steps = zip(output.dropFirst(1), output).map { abs($0 - $1) }
        #expect((steps.max() ?? 1) < 0.02)
        #expect(Array(output[6500..<7600]).peak < 0.6 * Array(output[10_000...]).peak)
    }

    @Test("of a delay and of a time pitch begin as the class or the unit does")
    func constructors() {
        #expect(DelayEffect().wetDryMix == 100 && DelayEffect(wetDryMix: 50).wetDryMix == 50)
        #expect(TimePitchEffect().pitch == 0 && TimePitchEffect(pitch: 1).pitch == 1)
        #expect(DelayEffect(wetDryMix: .nan).wetDryMix == 100)
        let pitch = TimePitchEffect()
        #expect(pitch.isPeakLocking && pitch.overlap == 8)
        pitch.isPeakLocking = false
        #expect(!pitch.isPeakLocking)
    }

    @Test("of a varispeed are two views of one speed")
    func varispeed() {
        let varispeed = Varispeed()
        varispeed.rate = 2
        #expect(varispeed.cents == 1200)
        varispeed.cents = -700
        #expect(varispeed.cents == -700 && abs(varispeed.rate - 0.66742) < 1e-5)
        varispeed.cents = 9999
        #expect(varispeed.cents == 2400 && varispeed.rate == 4)
        varispeed.cents = .nan
        varispeed.rate = .nan
        #expect(varispeed.cents == 2400 && varispeed.rate == 4)
    }

    @Test("of a sample delay move the sound by whole frames", arguments: [0, 1, 477, 48_000])
    func sampleDelay(frameCount: Int) {
        let delay = SampleDelay()
        delay.frameCount = frameCount
        let noise = Signal.noise(frameCount: 50_000, seed: 50)
        let output = delay.output(of: [noise, noise])
        #expect(output[1][..<frameCount].allSatisfy { $0 == 0 })
        #expect(Array(output[1][frameCount...]) == Array(noise[..<(50_000 - frameCount)]))
        delay.frameCount = -1
        #expect(delay.frameCount == 0 && delay.latencyFrames == 0)
        delay.frameCount = 48_001
        #expect(delay.frameCount == 48_000)
    }
}
