import AudioModel
import AudioToolbox
import Synchronization
import TestSupport
import Testing

/// Run by `scripts/test-render`, in release and with its counter loaded; skipped without it.
@Suite("The device's thread with every audio unit", .enabled(if: RenderCounter.isLoaded))
struct UnitRenderThreadTests {
    private static let unitCount = 64
    private static let stepCount = 200

    /// A RemoteIO, a mixer, and units of every other kind, again and again.
    private struct Stage {
        let units: UnitsOfAGraph
        var handles: [AudioUnit] = []
        private let source = ConstantSource(1.0 / 256)

        init() throws {
            units = try UnitsOfAGraph()
            let graph = units.graph
            let output = try units.add(kAudioUnitType_Output, kAudioUnitSubType_RemoteIO)
            let mixer = try units.add(kAudioUnitType_Mixer, kAudioUnitSubType_MultiChannelMixer)
            let mixerUnit = try units.unit(mixer)
            try #require(
                RandomUnitCalls.set(
                    mixerUnit, kAudioUnitProperty_ElementCount, kAudioUnitScope_Input, 0,
                    UInt32(UnitRenderThreadTests.unitCount)) == noErr)
            try #require(AUGraphConnectNodeInput(graph, mixer, 0, output, 0) == noErr)
            let kinds = try Self.kinds
            for index in 0..<UnitRenderThreadTests.unitCount - 2 {
                let kind = kinds[index % kinds.count]
                let node = try units.add(kind.componentType, kind.componentSubType)
                let unit = try units.unit(node)
                var callback = source.callback
                let hasInput =
                    kind.componentType != kAudioUnitType_Generator
                    && kind.componentType != kAudioUnitType_MusicDevice
                if hasInput {
                    try #require(AUGraphSetNodeInputCallback(graph, node, 0, &callback) == noErr)
                }
                try #require(
                    AUGraphConnectNodeInput(graph, node, 0, mixer, UInt32(index)) == noErr)
                handles.append(unit)
            }
        }

        /// The components that render what they get, or what they are told.
        private static var kinds: [AudioComponentDescription] {
            get throws {
                try RandomUnitCalls.components.map { component in
                    var description = AudioComponentDescription()
                    try #require(AudioComponentGetDescription(component, &description) == noErr)
                    return description
                }.filter { $0.componentType != kAudioUnitType_Output }
            }
        }
    }

    @Test("allocates nothing and takes no lock, whatever the app does to them")
    func clean() throws {
        let counter = try #require(RenderCounter())
        var random = SeededGenerator(seed: 44)
        let stage = try Stage()
        let (units, graph) = (stage.units, stage.units.graph)
        let cycles = Atomic(0)
        units.app.run {
            #expect(AUGraphInitialize(graph) == noErr && AUGraphStart(graph) == noErr)
            for unit in stage.handles { MusicDeviceMIDIEvent(unit, 0x90, 60, 100, 0) }
        }
        // The first block may allocate: the device has rendered before, in an app.
        units.phone.pass(.milliseconds(100))
        units.app.watchRendering { render in
            counter.watch(render)
            cycles.add(1, ordering: .relaxed)
        }
        for _ in 0..<Self.stepCount {
            units.app.run {
                guard let unit = stage.handles.randomElement(using: &random) else { return }
                let ids = RandomUnitCalls.list(
                    unit, kAudioUnitProperty_ParameterList, AudioUnitParameterID.self)
                let id = ids.randomElement(using: &random) ?? 0
                let value = RandomUnitCalls.number(0...1_000, &random)
                AudioUnitSetParameter(unit, id, 0, 0, value, 0)
            }
            units.phone.pass(.milliseconds(20))
        }
        #expect(units.app.peak(0.5...1) > 0)
        let count = cycles.load(ordering: .relaxed)
        print(
            "audio units: \(counter.allocationCount) allocations, \(counter.lockCount) locks"
                + " in \(count) cycles of \(Self.unitCount) units")
        #expect(count >= 2 * Self.stepCount)
        #expect(counter.allocationCount == 0 && counter.freeCount == 0)
        #expect(counter.lockCount == 0)
    }
}
