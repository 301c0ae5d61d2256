import AudioModel
import AudioToolbox
import Foundation
import Synchronization
import Testing

/// One thread renders a graph while another one changes it.
@Suite("A graph of audio units that two threads use")
struct UnitThreadsTests {
    /// The graph: sources of constants through effects that are bypassed, into mixers, into an
    /// output that is pulled; and what should be heard of it.
    ///
    /// Ownership: `render` is one thread's, everything else another one's, until both have ended.
    private final class Stage: @unchecked Sendable {
        static let sourceCount = 6
        static let effects: [UInt32] = [
            kAudioUnitSubType_LowPassFilter, kAudioUnitSubType_Delay,
            kAudioUnitSubType_DynamicsProcessor, kAudioUnitSubType_Distortion,
            kAudioUnitSubType_Reverb2, kAudioUnitSubType_NBandEQ,
        ]

        let units: UnitsOfAGraph
        let output: AUNode
        let mixer: AUNode
        let nodes: [AUNode]
        let handles: [AudioUnit]
        let mixerUnit: AudioUnit
        private let outputUnit: AudioUnit
        private let constants = (0..<sourceCount).map { ConstantSource(Float(1 << $0) / 256) }
        /// What the inputs of the mixer should have.
        private var volumes = [Float](repeating: 1, count: sourceCount)
        private var isEnabled = [Bool](repeating: true, count: sourceCount)
        private var isConnected = [Bool](repeating: false, count: sourceCount)
        private let isDone = Atomic<Bool>(false)
        private(set) var faults: [String] = []
        private(set) var renderFaults: [String] = []

        init() throws {
            units = try UnitsOfAGraph()
            output = try units.add(kAudioUnitType_Output, kAudioUnitSubType_GenericOutput)
            mixer = try units.add(kAudioUnitType_Mixer, kAudioUnitSubType_MultiChannelMixer)
            nodes = try Self.effects.map { [units] in try units.add(kAudioUnitType_Effect, $0) }
            handles = try nodes.map { [units] in try units.unit($0) }
            mixerUnit = try units.unit(mixer)
            outputUnit = try units.unit(output)
            let graph = units.graph
            try #require(AUGraphConnectNodeInput(graph, mixer, 0, output, 0) == noErr)
            for (node, source) in zip(nodes, constants) {
                var callback = source.callback
                try #require(AUGraphSetNodeInputCallback(graph, node, 0, &callback) == noErr)
            }
            for unit in handles { bypass(unit, true) }
            try #require(AUGraphInitialize(graph) == noErr)
        }

        private func bypass(_ unit: AudioUnit, _ isBypassed: Bool) {
            _ = RandomUnitCalls.set(
                unit, kAudioUnitProperty_BypassEffect, 0, 0, UInt32(isBypassed ? 1 : 0))
        }

        // MARK: The thread that renders

        /// Renders until the other thread is done.
        func renderUntilDone() {
            let pull = UnitPull(outputUnit)
            while !isDone.load(ordering: .acquiring) {
                let (status, frames) = pull.attempt(64)
                if status != noErr { renderFaults.append("a slice gives \(status)") }
                if let odd = frames.first(where: { !$0.isFinite }) {
                    renderFaults.append("\(odd) is rendered")
                }
            }
        }

        // MARK: The thread that changes

        func change(seed: UInt64, count: Int) {
            var random = SeededGenerator(seed: seed)
            for _ in 0..<count { changeOnce(&random) }
            isDone.store(true, ordering: .releasing)
        }

        private func changeOnce(_ random: inout SeededGenerator) {
            let bus = Int.random(in: 0..<Self.sourceCount, using: &random)
            let (unit, graph) = (handles[bus], units.graph)
            switch Int.random(in: 0..<10, using: &random) {
            case 0, 1:
                let status =
                    isConnected[bus]
                    ? AUGraphDisconnectNodeInput(graph, mixer, UInt32(bus))
                    : AUGraphConnectNodeInput(graph, nodes[bus], 0, mixer, UInt32(bus))
                if status == noErr { isConnected[bus].toggle() } else { note(status) }
            case 2: note(AUGraphUpdate(graph, nil))
            case 3: setVolume(bus, [0, 0.25, 0.5, 1].randomElement(using: &random) ?? 1)
            case 4: setEnabled(bus, Bool.random(using: &random))
            case 5, 6:
                let ids = RandomUnitCalls.list(
                    unit, kAudioUnitProperty_ParameterList, AudioUnitParameterID.self)
                let id = ids.randomElement(using: &random) ?? 0
                let value = RandomUnitCalls.number(-10...10_000, &random)
                note(AudioUnitSetParameter(unit, id, 0, 0, value, UInt32(bus)))
                _ = RandomUnitCalls.parameter(unit, id)
            case 7: bypass(unit, Bool.random(using: &random))
            case 8: note(AudioUnitReset(unit, 0, 0))
            default: readSomething(of: unit, &random)
            }
        }

        private func readSomething(of unit: AudioUnit, _ random: inout SeededGenerator) {
            var load: Float32 = 0
            note(AUGraphGetCPULoad(units.graph, &load))
            let time: Double? = RandomUnitCalls.value(
                unit, kAudioUnitProperty_LastRenderSampleTime, 0.0)
            let error: OSStatus? = RandomUnitCalls.value(
                unit, kAudioUnitProperty_LastRenderError, OSStatus(0))
            if time == nil || error == nil { faults.append("a property cannot be read") }
            RandomUnitCalls.read(unit, &random)
        }

        private func note(_ status: OSStatus) {
            if status != noErr { faults.append("a call gives \(status)") }
        }

        private func setVolume(_ bus: Int, _ volume: Float) {
            volumes[bus] = volume
            note(
                AudioUnitSetParameter(
                    mixerUnit, kMultiChannelMixerParam_Volume, kAudioUnitScope_Input, UInt32(bus),
                    volume, 0))
        }

        private func setEnabled(_ bus: Int, _ isOn: Bool) {
            isEnabled[bus] = isOn
            note(
                AudioUnitSetParameter(
                    mixerUnit, kMultiChannelMixerParam_Enable, kAudioUnitScope_Input, UInt32(bus),
                    isOn ? 1 : 0, 0))
        }

        // MARK: In the end

        /// Renders until all changes are over, with all effects bypassed.
        ///
        /// - Returns: The last slice.
        func settle() throws -> [Float] {
            for unit in handles { bypass(unit, true) }
            #expect(AUGraphUpdate(units.graph, nil) == noErr)
            let pull = UnitPull(outputUnit)
            for _ in 0..<200 { _ = try pull.render(512) }
            return try pull.render(64)
        }

        var wanted: Float {
            (0..<Self.sourceCount).reduce(0) { sum, bus in
                guard isConnected[bus], isEnabled[bus] else { return sum }
                return sum + volumes[bus] * constants[bus].level
            }
        }
    }

    @Test(
        "renders what its model says in the end, and numbers meanwhile",
        arguments: 0..<6 as Range<UInt64>)
    func changes(seed: UInt64) throws {
        let stage = try Stage()
        let ended = DispatchSemaphore(value: 0)
        for body in [
            { stage.renderUntilDone() }, { stage.change(seed: seed, count: 400) },
        ] as [@Sendable () -> Void] {
            Thread.detachNewThread {
                stage.units.app.run { body() }
                ended.signal()
            }
        }
        ended.wait()
        ended.wait()
        #expect(Set(stage.faults + stage.renderFaults) == [])
        let last = try stage.settle()
        #expect(
            last.allSatisfy { $0 == stage.wanted }, "\(last[0]) instead of \(stage.wanted)")
    }
}
