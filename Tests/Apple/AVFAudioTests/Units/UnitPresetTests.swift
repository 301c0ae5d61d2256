import AVFAudio
import AudioToolbox
import Foundation
import TestSupport
import Testing

@Suite("Presets and parameters of audio units")
struct UnitPresetTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    /// Writes a preset of the delay in the form of Apple's units.
    private func preset(
        _ words: [UInt32], subType: Int = 0x6465_6C79, version: Int = 0
    ) throws -> URL {
        let data = Data(words.flatMap { word in withUnsafeBytes(of: word.bigEndian, Array.init) })
        return try write([
            "version": version, "type": 0x6175_6678, "subtype": subType,
            "manufacturer": 0x6170_706C, "name": "Slap", "data": data,
        ])
    }

    private func write(_ list: [String: Any]) throws -> URL {
        let url = URL(fileURLWithPath: folder.file("test.aupreset"))
        try PropertyListSerialization.data(fromPropertyList: list, format: .xml, options: 0)
            .write(to: url)
        return url
    }

    private func values(_ unit: AVAudioUnitDelay) -> [Double] {
        [Double(unit.wetDryMix), unit.delayTime, Double(unit.feedback), Double(unit.lowPassCutoff)]
    }

    @Test("A preset sets the parameters of its unit")
    func loading() throws {
        let unit = AVAudioUnitDelay()
        // The global scope, its first element, four parameters; one of them does not exist here.
        let words: [UInt32] = [
            0, 0, 4, 0, Float(25).bitPattern, 1, Float(0.25).bitPattern, 2, Float(-30).bitPattern,
            77, Float(1).bitPattern,
        ]
        try unit.loadPreset(at: preset(words))
        #expect(values(unit) == [25, 0.25, -30, 15_000])
        // An element of the output follows, which is skipped; values are limited, NaN is ignored.
        try unit.loadPreset(
            at: preset([
                2, 0, 1, 0, Float(1).bitPattern, 0, 0, 2, 1, Float(9).bitPattern, 2,
                Float.nan.bitPattern,
            ]))
        #expect(values(unit) == [25, 2, -30, 15_000])
    }

    @Test("What is no preset of the unit changes nothing and throws Apple's error")
    func refusing() throws {
        let unit = AVAudioUnitDelay()
        let good: [UInt32] = [0, 0, 2, 0, Float(25).bitPattern, 1, Float(0.25).bitPattern]
        var refused: [URL] = []
        func expectRefusal(_ url: URL, _ comment: Comment) {
            let error = #expect(throws: NSError.self, comment) { try unit.loadPreset(at: url) }
            #expect(error?.code == -10851 && error?.domain == "com.apple.coreaudio.avfaudio")
            #expect(values(unit) == [100, 1, 50, 15_000], comment)
            refused.append(url)
        }
        for count in 1..<good.count {
            expectRefusal(try preset(Array(good.prefix(count))), "\(count) words")
        }
        expectRefusal(try preset([0, 0, .max] + good), "more parameters than bytes")
        expectRefusal(try preset(good, subType: 0x7276_6232), "the reverb's")
        expectRefusal(try preset(good, version: 1), "a newer version")
        expectRefusal(try write(["version": 0]), "nothing else")
        expectRefusal(URL(fileURLWithPath: #filePath), "no property list")
        #expect(refused.count == good.count + 4)
        let missing = #expect(throws: NSError.self) {
            try unit.loadPreset(at: URL(fileURLWithPath: "/nonexistent.aupreset"))
        }
        #expect(missing?.code != -10851)
        try unit.loadPreset(at: preset(good))
        #expect(values(unit) == [25, 0.25, 50, 15_000])
    }

    /// A unit of each class with values unlike the first ones, and one that is fresh.
    private static func pairs() -> [(AVAudioUnit, AVAudioUnit)] {
        let equalizer = AVAudioUnitEQ(numberOfBands: 2)
        let band = equalizer.bands[1]
        (band.bypass, band.filterType, band.frequency) = (false, .highShelf, 5000)
        (band.gain, band.bandwidth, equalizer.globalGain) = (-6, 2, 3)
        let reverb = AVAudioUnitReverb()
        reverb.wetDryMix = 40
        let distortion = AVAudioUnitDistortion()
        (distortion.preGain, distortion.wetDryMix) = (-20, 10)
        let varispeed = AVAudioUnitVarispeed()
        varispeed.rate = 2
        let timePitch = AVAudioUnitTimePitch()
        (timePitch.rate, timePitch.pitch, timePitch.overlap) = (0.5, 700, 4)
        return [
            (equalizer, AVAudioUnitEQ(numberOfBands: 2)), (reverb, AVAudioUnitReverb()),
            (distortion, AVAudioUnitDistortion()), (varispeed, AVAudioUnitVarispeed()),
            (timePitch, AVAudioUnitTimePitch()),
        ]
    }

    @Test("The full state of a unit is a preset that another one of its kind loads")
    func roundTrip() throws {
        for (unit, other) in Self.pairs() {
            let state = try #require(unit.auAudioUnit.fullState)
            let parameters = try #require(unit.auAudioUnit.parameterTree).allParameters
            let tree = try #require(other.auAudioUnit.parameterTree)
            #expect(!parameters.isEmpty && tree.allParameters.count == parameters.count)
            #expect(tree.allParameters.map(\.value) != parameters.map(\.value))
            try other.loadPreset(at: write(state))
            #expect(tree.allParameters.map(\.value) == parameters.map(\.value))
            other.auAudioUnit.fullState = ["version": 0]
            #expect(tree.allParameters.map(\.value) == parameters.map(\.value))
        }
        let equalizer = AVAudioUnitEQ(numberOfBands: 2)
        equalizer.auAudioUnit.fullState = Self.pairs()[0].0.auAudioUnit.fullState
        #expect(equalizer.bands[1].filterType == .highShelf && !equalizer.bands[1].bypass)
        #expect(equalizer.bands[0].bypass && equalizer.globalGain == 3)
    }

    @Test("A parameter is the property of the unit's class, within its range")
    func parameter() throws {
        let unit = AVAudioUnitTimePitch()
        let tree = try #require(unit.auAudioUnit.parameterTree)
        let pitch = try #require(
            tree.parameter(withAddress: AUParameterAddress(kNewTimePitchParam_Pitch)))
        #expect(tree.parameter(withID: 1, scope: kAudioUnitScope_Global, element: 0) === pitch)
        #expect(tree.parameter(withID: 1, scope: kAudioUnitScope_Input, element: 0) == nil)
        #expect(tree.parameter(withAddress: 2) == nil)
        #expect(pitch.minValue == -2400 && pitch.maxValue == 2400 && pitch.unit == .cents)
        #expect(pitch.identifier == "1" && pitch.keyPath == "1" && pitch.displayName == "pitch")
        pitch.value = 300
        #expect(unit.pitch == 300)
        unit.pitch = -100
        #expect(pitch.value == -100)
        pitch.value = .infinity
        #expect(unit.pitch == 2400)
        pitch.value = .nan
        #expect(unit.pitch == 2400)
    }

    @Test("Every node has one audio unit")
    func nodes() {
        let unit = AVAudioUnitDelay()
        #expect(unit.auAudioUnit === unit.auAudioUnit)
        unit.auAudioUnit.shouldBypassEffect = true
        #expect(unit.bypass && unit.auAudioUnit.componentName == "Apple: AUDelay")
        let mixer = AVAudioMixerNode()
        #expect(mixer.auAudioUnit.componentDescription.componentSubType == 0x6D63_6D78)
        #expect(mixer.auAudioUnit.parameterTree == nil)
        mixer.auAudioUnit.shouldBypassEffect = true
        #expect(!mixer.auAudioUnit.shouldBypassEffect)
        weak var released: AVAudioUnitReverb?
        var kept: AUAudioUnit?
        do {
            let reverb = AVAudioUnitReverb()
            (released, kept) = (reverb, reverb.auAudioUnit)
        }
        #expect(released == nil && kept?.parameterTree?.allParameters.count == 8)
    }
}
