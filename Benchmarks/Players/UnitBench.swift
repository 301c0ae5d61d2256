import AudioEffects
import AudioGraph
import AudioToolbox
import CommandLineTool
import CoreAudioTypes

/// Measures what a graph of audio units costs above the kernels of its units.
enum UnitBench {
    /// The effects, before the mixer and the output, which make 64 units.
    private static let effectCount = 62
    private static let sampleRate = 48_000.0
    private static let blockFrames = 512
    private static let blocksPerRound = 94
    private static let types: [UInt32] = [
        kAudioUnitSubType_LowPassFilter, kAudioUnitSubType_HighPassFilter,
        kAudioUnitSubType_ParametricEQ, kAudioUnitSubType_DynamicsProcessor,
        kAudioUnitSubType_PeakLimiter, kAudioUnitSubType_Delay,
    ]

    static func steps() throws(ProgramError) -> [BenchStep] {
        guard let graph = UnitGraph() else {
            throw ProgramError(.expectationFailed, "a graph does not start", in: "Benchmarks")
        }
        let loop = PlainLoop()
        return [
            BenchStep(
                Benchmark(
                    name: "graph of 64 audio units, a second of sound",
                    peer: "the same kernels in a loop", unit: "frame",
                    unitCount: blocksPerRound * blockFrames, goal: .time(atMost: 1.3),
                    ours: Benchmark.Side { () throws(ProgramError) in
                        for _ in 0..<blocksPerRound { try graph.render() }
                    },
                    theirs: Benchmark.Side { () throws(ProgramError) in
                        for _ in 0..<blocksPerRound { loop.render() }
                    }))
        ]
    }

    /// A block of noise at a level at which all effects together do not clip.
    private static let noise: [Float] = {
        var state: UInt32 = 1
        return (0..<blockFrames).map { _ in
            state = state &* 1_664_525 &+ 1_013_904_223
            return (Float(state >> 8) / Float(1 << 23) - 1) / 64
        }
    }()

    /// Writes the noise to all channels, as an app's callback.
    private static let source: AURenderCallback = { _, _, _, _, frameCount, list in
        guard let list else { return kAudio_ParamError }
        for buffer in UnsafeMutableAudioBufferListPointer(list) {
            guard let memory = buffer.mData else { continue }
            noise.withUnsafeBytes {
                guard let start = $0.baseAddress else { return }
                memory.copyMemory(from: start, byteCount: min($0.count, 4 * Int(frameCount)))
            }
        }
        return noErr
    }

    /// The effects, a mixer of them, and an output that is pulled.
    private final class UnitGraph {
        private let graph: AUGraph
        private let output: AudioUnit
        private let list = AudioBufferList.allocate(maximumBuffers: 2)
        private var time = AudioTimeStamp()

        init?() {
            var made: AUGraph?
            guard NewAUGraph(&made) == noErr, let graph = made, AUGraphOpen(graph) == noErr,
                let end = Self.add(
                    graph, kAudioUnitType_Output, kAudioUnitSubType_GenericOutput),
                let mixer = Self.add(
                    graph, kAudioUnitType_Mixer, kAudioUnitSubType_MultiChannelMixer)
            else { return nil }
            var count = UInt32(effectCount)
            var callback = AURenderCallbackStruct(inputProc: source, inputProcRefCon: nil)
            guard
                AudioUnitSetProperty(
                    mixer.unit, kAudioUnitProperty_ElementCount, kAudioUnitScope_Input, 0, &count,
                    4) == noErr,
                AUGraphConnectNodeInput(graph, mixer.node, 0, end.node, 0) == noErr
            else { return nil }
            for index in 0..<effectCount {
                let type = types[index % types.count]
                guard let effect = Self.add(graph, kAudioUnitType_Effect, type),
                    AUGraphSetNodeInputCallback(graph, effect.node, 0, &callback) == noErr,
                    AUGraphConnectNodeInput(
                        graph, effect.node, 0, mixer.node, UInt32(index)) == noErr
                else { return nil }
            }
            guard AUGraphInitialize(graph) == noErr else { return nil }
            (self.graph, output) = (graph, end.unit)
            time.mFlags = .sampleTimeValid
        }

        deinit {
            DisposeAUGraph(graph)
            list.unsafeMutablePointer.deallocate()
        }

        private static func add(
            _ graph: AUGraph, _ type: UInt32, _ subType: UInt32
        ) -> (node: AUNode, unit: AudioUnit)? {
            var description = AudioComponentDescription(
                componentType: type, componentSubType: subType,
                componentManufacturer: kAudioUnitManufacturer_Apple, componentFlags: 0,
                componentFlagsMask: 0)
            var node: AUNode = 0
            var unit: AudioUnit?
            guard AUGraphAddNode(graph, &description, &node) == noErr,
                AUGraphNodeInfo(graph, node, nil, &unit) == noErr, let unit
            else { return nil }
            return (node, unit)
        }

        func render() throws(ProgramError) {
            for index in 0..<2 {
                list[index] = AudioBuffer(mNumberChannels: 1, mDataByteSize: 0, mData: nil)
            }
            var flags: AudioUnitRenderActionFlags = []
            let status = AudioUnitRender(
                output, &flags, &time, 0, UInt32(blockFrames), list.unsafeMutablePointer)
            time.mSampleTime += Double(blockFrames)
            guard status == noErr,
                list[0].mData?.assumingMemoryBound(to: Float.self)[100] != 0
            else {
                throw ProgramError(.expectationFailed, "the graph is not heard", in: "Benchmarks")
            }
        }
    }

    /// What a program without a graph does: the same sources, the same effects, a sum.
    private final class PlainLoop {
        private let effects: [any Effect]
        private let input = PlanarBuffer(channelCount: 2, capacity: blockFrames)
        private let output = PlanarBuffer(channelCount: 2, capacity: blockFrames)

        init() {
            let makers: [() -> any Effect] = [
                { FilterEffect(.lowPass) }, { FilterEffect(.highPass) },
                { FilterEffect(.parametric) }, { DynamicsProcessor() }, { PeakLimiter() },
                { DelayEffect(wetDryMix: 50) },
            ]
            effects = (0..<effectCount).map { makers[$0 % makers.count]() }
            for effect in effects {
                effect.prepare(
                    sampleRate: sampleRate, channelCount: 2, maximumFrameCount: blockFrames)
            }
        }

        func render() {
            for channel in 0..<2 {
                output.samples[channel].update(repeating: 0, count: blockFrames)
            }
            for effect in effects {
                noise.withUnsafeBufferPointer {
                    guard let start = $0.baseAddress else { return }
                    for channel in 0..<2 {
                        input.samples[channel].update(from: start, count: blockFrames)
                    }
                }
                effect.process(input.samples, frameCount: blockFrames)
                for channel in 0..<2 {
                    let (source, target) = (input.samples[channel], output.samples[channel])
                    for frame in 0..<blockFrames { target[frame] += source[frame] }
                }
            }
        }
    }
}
