import AVFAudio
import AudioToolbox
import Foundation
import Testing

@Suite("Components of audio units")
struct UnitComponentTests {
    private static func description(
        _ type: UInt32 = 0, _ subType: UInt32 = 0,
        _ manufacturer: UInt32 = UInt32(kAudioUnitManufacturer_Apple)
    ) -> AudioComponentDescription {
        AudioComponentDescription(
            componentType: type, componentSubType: subType, componentManufacturer: manufacturer,
            componentFlags: 0, componentFlagsMask: 0)
    }

    private let manager = AVAudioUnitComponentManager.shared()

    private func names(_ components: [AVAudioUnitComponent]) -> [String] { components.map(\.name) }

    @Test("are found by their codes, of which 0 fits everything")
    func wildcards() {
        let all = names(manager.components(matching: Self.description()))
        #expect(all.first == "AURemoteIO" && all.contains("AUSampler") && all.contains("AUDelay"))
        let effects = Self.description(UInt32(kAudioUnitType_Effect))
        let found = names(manager.components(matching: effects))
        #expect(found.contains("AUReverb2") && !found.contains("AUSampler"))
        let everything = names(manager.components(matching: Self.description(0, 0, 0)))
        #expect(everything.starts(with: all))
        let delay = Self.description(
            UInt32(kAudioUnitType_Effect), UInt32(kAudioUnitSubType_Delay),
            UInt32(kAudioUnitManufacturer_Apple))
        #expect(names(manager.components(matching: delay)) == ["AUDelay"])
        #expect(manager.components(matching: Self.description(0, 0, 1)).isEmpty)
        var flagged = Self.description()
        (flagged.componentFlags, flagged.componentFlagsMask) = (1, 1)
        #expect(manager.components(matching: flagged).isEmpty)
    }

    @Test("are found by predicates and tests")
    func tests() {
        let instruments = manager.components(
            matching: NSPredicate { component, _ in
                (component as? AVAudioUnitComponent)?.typeName == AVAudioUnitTypeMusicDevice
            })
        #expect(names(instruments).first == "AUSampler")
        #expect(instruments.first?.hasMIDIInput == true)
        var count = 0
        let firstTwo = manager.components { _, stop in
            count += 1
            stop.pointee = ObjCBool(count == 2)
            return true
        }
        #expect(names(firstTwo) == ["AURemoteIO", "AUVoiceProcessor"] && count == 2)
        #expect(firstTwo[0] != firstTwo[1])
        #expect(firstTwo[0].hash != 0 && firstTwo[0].versionString == "1.0.0")
    }

    @Test("are made without the name of their manufacturer too")
    func withoutManufacturer() async throws {
        let kinds: [(UInt32, AVAudioUnit.Type)] = [
            (UInt32(kAudioUnitSubType_AUiPodTimeOther), AVAudioUnitTimePitch.self),
            (UInt32(kAudioUnitSubType_Varispeed), AVAudioUnitTimeEffect.self),
        ]
        for (kind, type) in kinds {
            let asked = Self.description(UInt32(kAudioUnitType_FormatConverter), kind, 0)
            let unit =
                type == AVAudioUnitTimePitch.self
                ? AVAudioUnitTimePitch(audioComponentDescription: asked)
                : AVAudioUnitTimeEffect(audioComponentDescription: asked)
            let found = unit.audioComponentDescription
            #expect(found.componentSubType == kind)
            #expect(found.componentManufacturer == kAudioUnitManufacturer_Apple)
            #expect(unit.manufacturerName == "Apple" && unit.name.hasPrefix("AU"))
            let made = try await AVAudioUnit.instantiate(with: asked, options: [])
            #expect(made.audioComponentDescription.componentSubType == kind)
        }
        let asked = Self.description(
            UInt32(kAudioUnitType_Effect), UInt32(kAudioUnitSubType_Delay), 0)
        let effect = AVAudioUnitEffect(audioComponentDescription: asked)
        #expect(effect.audioComponentDescription.componentManufacturer != 0)
        let unit = try AUAudioUnit(componentDescription: asked)
        #expect(unit.audioUnitName == "AUDelay" && unit.manufacturerName == "Apple")
        #expect(unit.componentDescription.componentManufacturer == kAudioUnitManufacturer_Apple)
    }

    @Test("can be made, each with the names that it has")
    func made() async throws {
        for component in manager.components(matching: Self.description()) {
            let unit = try await AVAudioUnit.instantiate(
                with: component.audioComponentDescription, options: [])
            #expect(unit.name == component.name && unit.version == component.version)
            #expect(unit.auAudioUnit.audioUnitName == component.name)
            #expect(unit.auAudioUnit.componentDescription.componentSubType != 0)
        }
    }

    /// The codes of Apple's headers as four characters.
    static let apples: [(UInt32, String)] = [
        (UInt32(kAudioUnitType_Output), "auou"), (UInt32(kAudioUnitType_MusicDevice), "aumu"),
        (UInt32(kAudioUnitType_MusicEffect), "aumf"),
        (UInt32(kAudioUnitType_FormatConverter), "aufc"), (UInt32(kAudioUnitType_Effect), "aufx"),
        (UInt32(kAudioUnitType_Mixer), "aumx"), (UInt32(kAudioUnitType_Panner), "aupn"),
        (UInt32(kAudioUnitType_Generator), "augn"), (UInt32(kAudioUnitType_OfflineEffect), "auol"),
        (UInt32(kAudioUnitType_MIDIProcessor), "aumi"),
        (UInt32(kAudioUnitType_SpeechSynthesizer), "ausp"),
        (UInt32(kAudioUnitType_RemoteEffect), "aurx"),
        (UInt32(kAudioUnitType_RemoteGenerator), "aurg"),
        (UInt32(kAudioUnitType_RemoteInstrument), "auri"),
        (UInt32(kAudioUnitType_RemoteMusicEffect), "aurm"),
        (UInt32(kAudioUnitManufacturer_Apple), "appl"),
        (UInt32(kAudioUnitSubType_GenericOutput), "genr"),
        (UInt32(kAudioUnitSubType_RemoteIO), "rioc"),
        (UInt32(kAudioUnitSubType_VoiceProcessingIO), "vpio"),
        (UInt32(kAudioUnitSubType_AUConverter), "conv"),
        (UInt32(kAudioUnitSubType_NewTimePitch), "nutp"),
        (UInt32(kAudioUnitSubType_DeferredRenderer), "defr"),
        (UInt32(kAudioUnitSubType_Splitter), "splt"),
        (UInt32(kAudioUnitSubType_MultiSplitter), "mspl"),
        (UInt32(kAudioUnitSubType_Merger), "merg"),
        (UInt32(kAudioUnitSubType_Varispeed), "vari"),
        (UInt32(kAudioUnitSubType_AUiPodTimeOther), "ipto"),
        (UInt32(kAudioUnitSubType_RoundTripAAC), "raac"),
        (UInt32(kAudioUnitSubType_PeakLimiter), "lmtr"),
        (UInt32(kAudioUnitSubType_DynamicsProcessor), "dcmp"),
        (UInt32(kAudioUnitSubType_LowPassFilter), "lpas"),
        (UInt32(kAudioUnitSubType_HighPassFilter), "hpas"),
        (UInt32(kAudioUnitSubType_BandPassFilter), "bpas"),
        (UInt32(kAudioUnitSubType_HighShelfFilter), "hshf"),
        (UInt32(kAudioUnitSubType_LowShelfFilter), "lshf"),
        (UInt32(kAudioUnitSubType_ParametricEQ), "pmeq"),
        (UInt32(kAudioUnitSubType_Distortion), "dist"),
        (UInt32(kAudioUnitSubType_Delay), "dely"),
        (UInt32(kAudioUnitSubType_SampleDelay), "sdly"),
        (UInt32(kAudioUnitSubType_NBandEQ), "nbeq"), (UInt32(kAudioUnitSubType_Reverb2), "rvb2"),
        (UInt32(kAudioUnitSubType_AUiPodEQ), "ipeq"),
        (UInt32(kAudioUnitSubType_MultiChannelMixer), "mcmx"),
        (UInt32(kAudioUnitSubType_MatrixMixer), "mxmx"),
        (UInt32(kAudioUnitSubType_SpatialMixer), "3dem"),
        (UInt32(kAudioUnitSubType_ScheduledSoundPlayer), "sspl"),
        (UInt32(kAudioUnitSubType_AudioFilePlayer), "afpl"),
        (UInt32(kAudioUnitSubType_Sampler), "samp"),
        (UInt32(kAudioUnitSubType_MIDISynth), "msyn"),
    ]

    @Test("have Apple's four-character codes", arguments: apples)
    func code(_ value: UInt32, _ characters: String) {
        #expect(characters.utf8.reduce(UInt32(0)) { $0 << 8 | UInt32($1) } == value)
    }
}
