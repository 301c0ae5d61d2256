import AVFAudio
import AudioModel
import Foundation
import Simulation
import Testing

@Suite("Random edits of an engine on a phone") @MainActor struct LiveEditTests {
    private static let sourceCount = 3
    private static let mixers = 4..<6
    private static let effects = 6..<8

    /// Tones of 220 Hz and no steps: two mixers, two effects that change nothing, three sources.
    ///
    /// Node 0 is the main mixer.
    @MainActor private final class Tones {
        let stage: EngineStage
        var nodes: [AVAudioNode] = []
        var formats: [AVAudioFormat] = []
        var tapped: Set<Int> = []
        var random: SeededGenerator

        init(seed: UInt64) throws {
            random = SeededGenerator(seed: seed)
            stage = try EngineStage()
            let hardware = OfflineEngine.makeFormat(rate: 48_000, channels: 2)
            nodes = [stage.app.run { [engine = stage.engine] in engine.mainMixerNode }]
            formats = [hardware]
            for _ in 0..<LiveEditTests.sourceCount {
                let rate = ([44_100, 48_000] as [Double]).randomElement(using: &random) ?? 48_000
                formats.append(
                    OfflineEngine.makeFormat(
                        rate: rate, channels: .random(in: 1...2, using: &random)))
                nodes.append(makeTone(rate: rate))
            }
            nodes += LiveEditTests.mixers.map { _ in AVAudioMixerNode() } as [AVAudioNode]
            nodes +=
                LiveEditTests.effects.map { _ in AVAudioUnitEQ(numberOfBands: 1) } as [AVAudioNode]
            formats += (LiveEditTests.mixers.lowerBound..<LiveEditTests.effects.upperBound).map {
                _ in hardware
            }
            // A first connection gives each node its format.
            for (node, format) in zip(nodes, formats).dropFirst() {
                stage.engine.attach(node)
                stage.engine.connect(node, to: nodes[0], format: format)
                stage.engine.disconnectNodeOutput(node)
            }
        }

        private func makeTone(rate: Double) -> AVAudioSourceNode {
            nonisolated(unsafe) var phase = Double.random(in: 0..<6, using: &random)
            return stage.app.run {
                AVAudioSourceNode { _, _, frameCount, list in
                    for frame in 0..<Int(frameCount) {
                        let sample = Float(0.15 * sin(phase))
                        phase += 220 * 2 * .pi / rate
                        for buffer in UnsafeMutableAudioBufferListPointer(list) {
                            buffer.mData?.assumingMemoryBound(to: Float.self)[frame] = sample
                        }
                    }
                    return 0
                }
            }
        }

        func any(_ range: Range<Int>) -> Int { .random(in: range, using: &random) }
    }

    @Test(
        "neither click nor trap, and come back to the sound of what is left",
        arguments: 1...12 as ClosedRange<UInt64>)
    func noClicks(seed: UInt64) throws {
        let tones = try Tones(seed: seed)
        let (stage, engine) = (tones.stage, tones.stage.engine)
        stage.app.run {
            engine.connect(tones.nodes[1], to: tones.nodes[0], format: tones.formats[1])
        }
        try stage.start()
        stage.pass(100)
        var heard: [Float] = []
        var now = 100
        for step in 0..<60 {
            stage.app.run { edit(tones) }
            if step % 7 == 3 { stage.app.run { edit(tones) } }
            let length = Int.random(in: 1...50, using: &tones.random)
            stage.pass(length)
            let samples = stage.phone.heard(
                from: stage.app, during: .milliseconds(now) ..< .milliseconds(now + length)
            ).samples
            heard += stride(from: 0, to: samples.count, by: 2).map { samples[$0] }
            now += length
        }
        // A tone's slope changes slowly; the ends of fades are corners of at most 1 in 480 frames.
        let steps: [Float] = zip(heard.dropFirst(), heard).map { $0 - $1 }
        let bends: [Float] = zip(steps.dropFirst(), steps).map { abs($0 - $1) }
        let worst = bends.indices.max { bends[$0] < bends[$1] } ?? 0
        #expect(bends[worst] < 0.015, "at \(100 + worst / 48) ms")
        // When one source is left, then it is heard, as loud as it is.
        stage.app.run {
            for node in tones.nodes[1...] where node.engine != nil { engine.detach(node) }
            let source = tones.nodes[1]
            engine.attach(source)
            (source as? AVAudioSourceNode)?.volume = 1
            (source as? AVAudioSourceNode)?.pan = 0
            engine.mainMixerNode.outputVolume = 1
            engine.connect(source, to: engine.mainMixerNode, format: tones.formats[1])
        }
        stage.pass(400)
        let rest = stage.phone.heard(
            from: stage.app, during: .milliseconds(now + 200) ..< .milliseconds(now + 400)
        ).samples
        #expect(abs((rest.max() ?? 0) - 0.15) < 1e-3)
        #expect(engine.isRunning)
    }

    /// One edit of the running engine.
    private func edit(_ tones: Tones) {
        let engine = tones.stage.engine
        switch tones.any(0..<14) {
        case 0...4: connect(tones)
        case 5: engine.disconnectNodeOutput(tones.nodes[tones.any(1..<tones.nodes.count)])
        case 6:
            engine.disconnectNodeInput(tones.nodes[tones.any(0..<6)], bus: tones.any(0..<3))
        case 7:
            let node = tones.any(1..<tones.nodes.count)
            if tones.nodes[node].engine == nil {
                engine.attach(tones.nodes[node])
            } else if !tones.tapped.contains(node) {
                engine.detach(tones.nodes[node])
            }
        case 8:
            let node = tones.any(0..<tones.nodes.count)
            guard tones.nodes[node].engine != nil else { return }
            if tones.tapped.remove(node) != nil {
                tones.nodes[node].removeTap(onBus: 0)
            } else {
                tones.tapped.insert(node)
                tones.nodes[node].installTap(onBus: 0, bufferSize: 4800, format: nil) { _, _ in }
            }
        default:
            let node = tones.nodes[tones.any(0..<6)]
            let value = Float.random(in: 0...1, using: &tones.random)
            if let mixer = node as? AVAudioMixerNode { mixer.outputVolume = value }
            (node as? any AVAudioMixing)?.volume = value
            (node as? any AVAudioMixing)?.pan = 2 * value - 1
        }
    }

    /// Connects a node to others, where that is allowed.
    private func connect(_ tones: Tones) {
        let source = tones.any(1..<tones.nodes.count)
        var ends: [(node: Int, bus: Int)] = []
        for _ in 0..<tones.any(1..<3) {
            let node = Bool.random(using: &tones.random) ? 0 : tones.any(4..<tones.nodes.count)
            let bus = node < 6 ? tones.any(0..<3) : 0
            if !ends.contains(where: { $0 == (node, bus) }) { ends.append((node, bus)) }
        }
        let rules = violatedRules {
            if ends.count == 1 {
                tones.stage.engine.connect(
                    tones.nodes[source], to: tones.nodes[ends[0].node], fromBus: 0,
                    toBus: ends[0].bus, format: tones.formats[source])
            } else {
                tones.stage.engine.connect(
                    tones.nodes[source],
                    to: ends.map {
                        AVAudioConnectionPoint(node: tones.nodes[$0.node], bus: $0.bus)
                    },
                    fromBus: 0, format: tones.formats[source])
            }
        }
        #expect(
            rules.allSatisfy {
                $0 == "!destNodeMixer->reaches(srcNode)" || $0.hasPrefix("[_nodes containsObject")
            })
    }
}
