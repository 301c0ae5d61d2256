import AudioEffects
import Testing

@Suite("The distortion")
struct DistortionTests {
    @Test("is bounded, changes the sound, and ends", arguments: DistortionPreset.allCases)
    func bounded(preset: DistortionPreset) {
        let distortion = Distortion()
        distortion.preset = preset
        distortion.preGain = 20
        distortion.wetDryMix = 100
        let loud = Signal.noise(frameCount: 3000, seed: 6, amplitude: 4)
        let sine = Signal.sine(440, frameCount: 3000)
        let output = distortion.output(of: [loud, sine])
        #expect(output[0].peak <= 1 && output[0].rootMeanSquare > 0.05)
        #expect(output[1].peak <= 1 && output[1] != sine)
        let silence = [Float](repeating: 0, count: 300)
        distortion.reset()
        #expect(distortion.continued([silence, silence]) { _ in 100 } == [silence, silence])
    }

    @Test("adds no constant offset", arguments: DistortionPreset.allCases)
    func offset(preset: DistortionPreset) {
        let distortion = Distortion()
        distortion.preset = preset
        distortion.preGain = 0
        distortion.wetDryMix = 100
        let sine = Signal.sine(441, frameCount: 22050)
        let end = distortion.output(of: [sine])[0].suffix(11000)
        let mean = end.reduce(0) { $0 + Double($1) } / Double(end.count)
        #expect(abs(mean) < 0.02, "\(mean)")
    }

    @Test("of decimated presets holds samples; of cubed ones has the third harmonic")
    func stages() {
        let distortion = Distortion()
        distortion.wetDryMix = 100
        distortion.preGain = 0
        distortion.preset = .multiDecimated4
        let sine = Signal.sine(100, frameCount: 4410)
        let held = distortion.output(of: [sine])[0]
        let changes = zip(held, held.dropFirst()).filter { $0 != $1 }.count
        #expect(changes <= 300)
        distortion.preset = .multiDistortedCubed
        let cubed = distortion.output(of: [sine])[0]
        let first = cubed.transform(at: 100, sampleRate: 44100).length
        let third = cubed.transform(at: 300, sampleRate: 44100).length
        let second = cubed.transform(at: 200, sampleRate: 44100).length
        #expect(third > 0.2 * first && second < 0.001 * first)
    }

    @Test("repeats an impulse after its echo's time")
    func echo() {
        let distortion = Distortion()
        distortion.preset = .multiEcho1
        distortion.wetDryMix = 100
        distortion.preGain = 0
        let output = distortion.output(of: [Signal.impulse(frameCount: 11100)])[0]
        #expect(output.indices.filter { output[$0] != 0 } == [0, 11025])
    }

    @Test("has Apple's defaults and ranges")
    func ranges() {
        let distortion = Distortion()
        #expect(distortion.preset == .drumsBitBrush)
        #expect(distortion.preGain == -6 && distortion.wetDryMix == 50)
        distortion.preGain = 21
        distortion.wetDryMix = -1
        #expect(distortion.preGain == 20 && distortion.wetDryMix == 0)
        distortion.preGain = .nan
        #expect(distortion.preGain == 20)
        #expect(DistortionPreset.allCases.count == 22)
    }
}
