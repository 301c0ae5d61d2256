import AVFAudio
import AudioToolbox
import Foundation
import Simulation
import TestSupport
import Testing

extension PlayerEngine {
    /// Puts a unit between the player and the main mixer, and starts the engine.
    func insert(_ unit: AVAudioNode) throws {
        try app.run {
            engine.attach(player)
            engine.attach(unit)
            engine.connect(player, to: unit, format: format)
            engine.connect(unit, to: engine.mainMixerNode, format: format)
            try engine.start()
        }
    }

    /// Plays samples on all channels from the next frame on.
    func play(_ samples: [Float]) throws {
        let buffer = try buffer(samples)
        app.run {
            player.scheduleBuffer(buffer)
            player.play()
        }
    }
}

/// A sine of half the full scale.
func sine(_ frequency: Double, _ frameCount: Int, sampleRate: Double = 44100) -> [Float] {
    (0..<frameCount).map {
        Float(0.5 * sin(2 * Double.pi * frequency * Double($0) / sampleRate))
    }
}

/// The amplitude of a frequency.
func amplitude(_ frequency: Double, in samples: ArraySlice<Float>) -> Double {
    var (real, imaginary) = (0.0, 0.0)
    for (frame, sample) in samples.enumerated() {
        let angle = 2 * Double.pi * frequency * Double(frame) / 44100
        real += Double(sample) * cos(angle)
        imaginary += Double(sample) * sin(angle)
    }
    return 2 * (real * real + imaginary * imaginary).squareRoot() / Double(samples.count)
}

@MainActor
@Suite("Effects in an engine")
struct EffectNodeTests {
    @Test("a delay puts an impulse at its exact frame (engine 45)", arguments: [Float(0), 50])
    func delay(feedback: Float) throws {
        let stage = try PlayerEngine(connectsPlayer: false)
        let delay = AVAudioUnitDelay()
        delay.delayTime = 0.5
        delay.feedback = feedback
        delay.lowPassCutoff = 22050
        #expect(delay.wetDryMix == 100)
        try stage.insert(delay)
        try stage.play([1])
        let output = try stage.rendered(45000, blockFrames: 1000)
        var expected = [Float](repeating: 0, count: 45000)
        expected[22050] = 1
        expected[44100] = feedback / 100
        #expect(output == expected)
    }

    @Test("a unit without a component passes what is connected to it")
    func placeholder() throws {
        let stage = try PlayerEngine(connectsPlayer: false)
        let unit = AVAudioUnit()
        #expect(unit.audioComponentDescription.componentType == 0)
        try stage.insert(unit)
        try stage.play([0.25, -0.5])
        #expect(try stage.rendered(1000, blockFrames: 1000).prefix(3) == [0.25, -0.5, 0])
    }

    @Test("a new equaliser is flat; a low-pass is −3 dB at 1000 Hz; a gain of 6 dB (engine 46)")
    func equalizer() throws {
        let stage = try PlayerEngine(connectsPlayer: false)
        let equalizer = AVAudioUnitEQ(numberOfBands: 1)
        #expect(equalizer.bands.count == 1)
        equalizer.bands[0].gain = 12
        try stage.insert(equalizer)
        let tone = sine(1000, 8820)
        try stage.play(tone)
        #expect(try stage.rendered(8820) == tone)

        equalizer.bands[0].filterType = .lowPass
        equalizer.bands[0].frequency = 1000
        equalizer.bands[0].bypass = false
        try stage.play(tone)
        let filtered = try stage.rendered(8820)
        #expect(abs(amplitude(1000, in: filtered[4410...]) / 0.5 - 0.7071) < 1e-3)

        equalizer.bands[0].bypass = true
        equalizer.globalGain = 6
        _ = try stage.rendered(4410)
        try stage.play(tone)
        let louder = try stage.rendered(8820)
        #expect(zip(louder, tone).allSatisfy { abs($0 - $1 * 1.9952623) < 1e-6 })
    }

    @Test("varispeed 2 makes 500 frames of 880 Hz of 1000 of 440 Hz (engine 47)")
    func varispeed() throws {
        let stage = try PlayerEngine(connectsPlayer: false)
        let varispeed = AVAudioUnitVarispeed()
        varispeed.rate = 2
        try stage.insert(varispeed)
        try stage.play(sine(440, 1000))
        let output = try stage.rendered(4096, blockFrames: 256)
        let ideal = sine(880, 500)
        for frame in 30..<470 { #expect(abs(output[frame] - ideal[frame]) < 1e-3) }
        let end = output.lastIndex { $0.magnitude > 0.03 } ?? 0
        #expect(abs(end + 1 - 500) <= 8)
        let rest = output[501...].reduce(0) { $0 + Double($1) * Double($1) }
        #expect(rest < 0.002 * output.reduce(0) { $0 + Double($1) * Double($1) })
    }

    @Test(
        "time pitch changes the length or the pitch (engine 48)",
        .enabled(if: BuildTraits.hasSoundTouch),
        arguments: [(Float(0.5), Float(0), 440.0), (1, 1200, 880)])
    func timePitch(rate: Float, pitch: Float, frequency: Double) throws {
        let stage = try PlayerEngine(connectsPlayer: false)
        let timePitch = AVAudioUnitTimePitch()
        timePitch.rate = rate
        timePitch.pitch = pitch
        try stage.insert(timePitch)
        try stage.play(sine(440, 22050))
        let expected = Int(22050 / rate)
        let output = try stage.rendered(expected + 8000)
        let middle = output[8000..<16000]
        #expect(amplitude(frequency, in: middle) > 5 * amplitude(1.5 * frequency, in: middle))
        let others = stride(from: 100.0, through: 2000, by: 100).filter {
            abs($0 - frequency) > 60
        }
        #expect(others.allSatisfy { amplitude($0, in: middle) < 0.1 })
        let end = output.lastIndex { $0.magnitude > 0.05 } ?? 0
        #expect(abs(end - expected) < 1200, "\(end)")
    }

    @Test("a reverb is dry at first, then reverberates; a distortion is bounded; bypass is exact")
    func others() throws {
        let stage = try PlayerEngine(connectsPlayer: false)
        let reverb = AVAudioUnitReverb()
        try stage.insert(reverb)
        let tone = sine(300, 4096)
        try stage.play(tone)
        #expect(try stage.rendered(4096) == tone)
        reverb.loadFactoryPreset(.plate)
        reverb.wetDryMix = 50
        try stage.play(tone)
        #expect(try stage.rendered(4096) != tone)
        #expect(try stage.rendered(4096).contains { $0.magnitude > 0.01 })
        reverb.bypass = true
        _ = try stage.rendered(4096)
        try stage.play(tone)
        #expect(try stage.rendered(4096) == tone)
        stage.app.run { stage.engine.reset() }

        let other = try PlayerEngine(connectsPlayer: false)
        let distortion = AVAudioUnitDistortion()
        distortion.loadFactoryPreset(.multiDistortedCubed)
        distortion.preGain = 20
        distortion.wetDryMix = 100
        try other.insert(distortion)
        try other.play(tone)
        let output = try other.rendered(4096)
        #expect(output.allSatisfy { $0.magnitude <= 1 } && output != tone)
    }

    @Test("a reset silences a delay")
    func reset() throws {
        let stage = try PlayerEngine(connectsPlayer: false)
        let delay = AVAudioUnitDelay()
        delay.delayTime = 0.05
        try stage.insert(delay)
        try stage.play([1, 1, 1])
        _ = try stage.rendered(1000)
        stage.app.run { delay.reset() }
        #expect(try stage.rendered(20000).allSatisfy { $0 == 0 })
    }
}

@MainActor
@Suite("Audio units")
struct AVAudioUnitTests {
    @Test("have Apple's defaults")
    func defaults() {
        let delay = AVAudioUnitDelay()
        #expect(delay.delayTime == 1 && delay.feedback == 50)
        #expect(delay.lowPassCutoff == 15000 && delay.wetDryMix == 100)
        let reverb = AVAudioUnitReverb()
        #expect(reverb.wetDryMix == 0 && !reverb.bypass)
        let distortion = AVAudioUnitDistortion()
        #expect(distortion.preGain == -6 && distortion.wetDryMix == 50)
        let timePitch = AVAudioUnitTimePitch()
        #expect(timePitch.rate == 1 && timePitch.pitch == 0 && timePitch.overlap == 8)
        #expect(AVAudioUnitVarispeed().rate == 1)
        let equalizer = AVAudioUnitEQ(numberOfBands: 3)
        #expect(equalizer.globalGain == 0 && equalizer.bands.count == 3)
        let band = equalizer.bands[2]
        #expect(band.filterType == .parametric && band.bypass)
        #expect(band.frequency == 1000 && band.bandwidth == 1 && band.gain == 0)
        #expect(AVAudioUnitEQ(numberOfBands: -1).bands.isEmpty)
        #expect(AVAudioUnitEQ(numberOfBands: .max).bands.count == 1024)
    }

    @Test("limit values to their ranges and ignore NaN")
    func ranges() {
        let timePitch = AVAudioUnitTimePitch()
        (timePitch.rate, timePitch.pitch, timePitch.overlap) = (100, 9999, 1)
        #expect(timePitch.rate == 32 && timePitch.pitch == 2400 && timePitch.overlap == 3)
        (timePitch.rate, timePitch.pitch) = (0, .nan)
        #expect(timePitch.rate == 1.0 / 32 && timePitch.pitch == 2400)
        let varispeed = AVAudioUnitVarispeed()
        varispeed.rate = 0.1
        varispeed.rate = .nan
        #expect(varispeed.rate == 0.25)
        let delay = AVAudioUnitDelay()
        (delay.delayTime, delay.feedback, delay.wetDryMix) = (2.5, 101, -1)
        #expect(delay.delayTime == 2 && delay.feedback == 100 && delay.wetDryMix == 0)
        let band = AVAudioUnitEQ(numberOfBands: 1).bands[0]
        (band.frequency, band.bandwidth, band.gain) = (1, 9, -100)
        #expect(band.frequency == 20 && band.bandwidth == 5 && band.gain == -96)
    }

    static let types: [(UInt32, UInt32, String)] = [
        (UInt32(kAudioUnitType_Effect), UInt32(kAudioUnitSubType_NBandEQ), "AVAudioUnitEQ"),
        (UInt32(kAudioUnitType_Effect), UInt32(kAudioUnitSubType_Delay), "AVAudioUnitDelay"),
        (UInt32(kAudioUnitType_Effect), UInt32(kAudioUnitSubType_Reverb2), "AVAudioUnitReverb"),
        (
            UInt32(kAudioUnitType_Effect), UInt32(kAudioUnitSubType_Distortion),
            "AVAudioUnitDistortion"
        ),
        (
            UInt32(kAudioUnitType_FormatConverter), UInt32(kAudioUnitSubType_Varispeed),
            "AVAudioUnitVarispeed"
        ),
        (
            UInt32(kAudioUnitType_FormatConverter), UInt32(kAudioUnitSubType_NewTimePitch),
            "AVAudioUnitTimePitch"
        ),
    ]

    static func description(_ type: UInt32, _ subType: UInt32) -> AudioComponentDescription {
        AudioComponentDescription(
            componentType: type, componentSubType: subType,
            componentManufacturer: UInt32(kAudioUnitManufacturer_Apple), componentFlags: 0,
            componentFlagsMask: 0)
    }

    @Test("are made by the names of their components")
    func instantiate() async throws {
        for (type, subType, name) in Self.types {
            let description = Self.description(type, subType)
            let unit = try await AVAudioUnit.instantiate(with: description, options: [])
            #expect("\(Swift.type(of: unit))" == name)
            #expect(unit.audioComponentDescription.componentSubType == subType)
            #expect(!unit.name.isEmpty && unit.manufacturerName == "Apple" && unit.version > 0)
            if type == kAudioUnitType_Effect {
                #expect(AVAudioUnitEffect(audioComponentDescription: description).name == unit.name)
            } else {
                let effect = AVAudioUnitTimeEffect(audioComponentDescription: description)
                #expect(effect.name == unit.name)
            }
        }
        let names = HandlerLog()
        AVAudioUnitEffect.instantiate(
            with: Self.description(UInt32(kAudioUnitType_Effect), 0x6465_6C79), options: []
        ) { unit, error in names.add("\(unit?.name ?? "") \(error == nil)") }
        AVAudioUnit.instantiate(with: Self.description(1, 2)) { unit, error in
            names.add("\(unit == nil) \((error as NSError?)?.code ?? 0)")
        }
        #expect(names.all == ["AUDelay true", "true -3000"])
        await #expect(throws: NSError.self) {
            _ = try await AVAudioUnit.instantiate(with: Self.description(1, 2), options: [])
        }
    }

    @Test("end the program for components that do not exist")
    func missingComponents() {
        let missing = Self.description(UInt32(kAudioUnitType_Effect), 1)
        #expect(
            brokenRules { _ = AVAudioUnitEffect(audioComponentDescription: missing) } == [
                "component"
            ])
        #expect(
            brokenRules { _ = AVAudioUnitTimeEffect(audioComponentDescription: missing) }
                == ["component"])
        #expect(
            brokenRules { _ = AVAudioUnitGenerator(audioComponentDescription: missing) }
                == ["component"])
    }
}
