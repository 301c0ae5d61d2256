import AVFAudio
import AudioModel
import Foundation
import Simulation
import Testing

/// An engine that renders on request, with a reference: both get the same random edits.
@MainActor
final class RandomEngine {
    private let stage: PlayerEngine
    private var engine: AVAudioEngine { stage.engine }
    private var nodes: [AVAudioNode]
    private var reference: ReferenceEngine
    private var random: SeededGenerator
    private var taps: [Int: TappedSound] = [:]
    /// The edits so far, for a failure's message.
    private(set) var log: [String] = []

    static let playerCount = 3
    static let mixerCount = 3
    static let delayCount = 2

    init(seed: UInt64) throws {
        random = SeededGenerator(seed: seed)
        stage = try PlayerEngine(connectsPlayer: false)
        var kinds: [ReferenceEngine.Node] = [.init(kind: .mixer, channelCount: 2, isAttached: true)]
        nodes = [stage.app.run { [engine = stage.engine] in engine.mainMixerNode }]
        for _ in 0..<Self.playerCount {
            kinds.append(.init(kind: .player, channelCount: Int.random(in: 1...2, using: &random)))
            nodes.append(stage.app.run { AVAudioPlayerNode() })
        }
        for _ in 0..<Self.mixerCount {
            kinds.append(.init(kind: .mixer, channelCount: Int.random(in: 1...2, using: &random)))
            nodes.append(AVAudioMixerNode())
        }
        for _ in 0..<Self.delayCount {
            let frameCount = Int.random(in: 1...500, using: &random)
            kinds.append(.init(kind: .delay(frameCount: frameCount), channelCount: 2))
            let delay = AVAudioUnitDelay()
            delay.delayTime = Double(frameCount) / 44_100
            (delay.feedback, delay.lowPassCutoff) = (0, 22_050)
            nodes.append(delay)
        }
        reference = ReferenceEngine(nodes: kinds)
        try stage.app.run {
            // A first connection gives each node its format.
            for index in 1..<nodes.count {
                engine.attach(nodes[index])
                engine.connect(nodes[index], to: nodes[0], format: format(index))
                engine.disconnectNodeOutput(nodes[index])
                reference.nodes[index].isAttached = true
            }
            try engine.start()
        }
    }

    private func format(_ node: Int) -> AVAudioFormat {
        OfflineEngine.makeFormat(
            rate: 44_100, channels: AVAudioChannelCount(reference.nodes[node].channelCount))
    }

    // MARK: Checks

    /// Renders a block of random length, and compares it with the reference.
    func render() throws {
        let count = Int.random(in: 1...700, using: &random)
        let rendered = try stage.renderedChannels(count)
        let expected = reference.render(count)
        guard rendered != expected else { return }
        let frame = (0..<count).first { frame in
            rendered.indices.contains { rendered[$0][frame] != expected[$0][frame] }
        }
        let isEqual = false
        try #require(isEqual, "frame \(frame ?? 0) of \(count) after \(log.suffix(20))")
    }

    /// Compares what the taps have received so far, and removes them.
    func checkTaps() throws {
        stage.settle()
        for (node, tap) in taps {
            let expected = try #require(reference.nodes[node].tapped)
            let count = tap.samples[0].count
            try #require(expected[0].count - count < tap.bufferFrames, "tap of \(node)")
            try #require(tap.samples == expected.map { Array($0[..<count]) }, "tap of \(node)")
            nodes[node].removeTap(onBus: 0)
            reference.nodes[node].tapped = nil
        }
        taps = [:]
    }

    // MARK: Edits

    func edit() throws {
        switch Int.random(in: 0..<16, using: &random) {
        case 0...3: connect()
        case 4: connectToSeveral()
        case 5: disconnect()
        case 6: Bool.random(using: &random) ? detach() : attach()
        case 7, 8: try schedule()
        case 9: transport()
        case 10: tap()
        default: changeGain()
        }
    }

    private func anyNode(_ indices: Range<Int>? = nil) -> Int {
        Int.random(in: indices ?? 0..<nodes.count, using: &random)
    }

    private var anyPlayer: Int { anyNode(1..<1 + Self.playerCount) }

    private func anyEnd() -> (node: Int, bus: Int) {
        // More often a mixer than not, so that something is heard.
        let node =
            Bool.random(using: &random)
            ? 0 : anyNode(1 + Self.playerCount..<nodes.count)
        return (node, reference.nodes[node].isMixer ? Int.random(in: 0..<4, using: &random) : 0)
    }

    /// Makes a change in the engine; the reference follows unless the engine refuses it.
    private func change(
        _ name: String, _ rule: String?, _ body: () -> Void, reference follow: () -> Void
    ) {
        log.append(name)
        let rules = brokenRules { stage.app.run { body() } }
        #expect(rules == (rule.map { [$0] } ?? []), "\(log.suffix(5))")
        if rule == nil { follow() }
    }

    private func connect() {
        let (source, end) = (anyNode(1..<nodes.count), anyEnd())
        change("connect \(source) \(end)", ruleOfConnecting(source, [end], "node2")) {
            engine.connect(
                nodes[source], to: nodes[end.node], fromBus: 0, toBus: end.bus,
                format: format(source))
        } reference: {
            reference.connect(source, [end], keepsParameters: false)
        }
    }

    private func connectToSeveral() {
        let source = anyNode(1..<nodes.count)
        var ends: [(node: Int, bus: Int)] = []
        for _ in 0..<Int.random(in: 1...3, using: &random) {
            let end = anyEnd()
            if !ends.contains(where: { $0 == end }) { ends.append(end) }
        }
        change("connect \(source) \(ends)", ruleOfConnecting(source, ends, "connPoint.node")) {
            engine.connect(
                nodes[source],
                to: ends.map { AVAudioConnectionPoint(node: nodes[$0.node], bus: $0.bus) },
                fromBus: 0, format: format(source))
        } reference: {
            reference.connect(source, ends, keepsParameters: true)
        }
    }

    private func ruleOfConnecting(
        _ source: Int, _ ends: [(node: Int, bus: Int)], _ destination: String
    ) -> String? {
        let areAttached = ends.allSatisfy { reference.nodes[$0.node].isAttached }
        if destination != "node2", !areAttached {
            return "[_nodes containsObject: \(destination)]"
        }
        guard reference.nodes[source].isAttached else { return "[_nodes containsObject: node1]" }
        for end in ends {
            guard reference.nodes[end.node].isAttached else {
                return "[_nodes containsObject: \(destination)]"
            }
            if reference.reaches(end.node, source) {
                return "!destNodeMixer->reaches(srcNode)"
            }
        }
        return nil
    }

    private func disconnect() {
        if Bool.random(using: &random) {
            let node = anyNode(1..<nodes.count)
            change("disconnect output of \(node)", nil) {
                engine.disconnectNodeOutput(nodes[node])
            } reference: {
                reference.disconnect { $0.source == node }
            }
        } else {
            let end = anyEnd()
            change("disconnect input \(end)", nil) {
                engine.disconnectNodeInput(nodes[end.node], bus: end.bus)
            } reference: {
                reference.disconnect { $0.destination == end.node && $0.bus == end.bus }
            }
        }
    }

    private func attach() {
        let node = anyNode()
        change("attach \(node)", nil) {
            engine.attach(nodes[node])
        } reference: {
            reference.nodes[node].isAttached = true
        }
    }

    private func detach() {
        let node = anyNode(1..<nodes.count)
        // The players keep playing elsewhere: a tap's rest is not compared after a detachment.
        guard taps[node] == nil else { return }
        let rule = reference.nodes[node].isAttached ? nil : "[_nodes containsObject: node]"
        change("detach \(node)", rule) {
            engine.detach(nodes[node])
        } reference: {
            reference.detach(node)
        }
    }

    private func schedule() throws {
        let node = anyPlayer
        guard let player = nodes[node] as? AVAudioPlayerNode else { return }
        let frameCount = Int.random(in: 1...2000, using: &random)
        let samples = (0..<reference.nodes[node].channelCount).map { _ in
            (0..<frameCount).map { _ in Float.random(in: -1...1, using: &random) }
        }
        let buffer = try pcmBuffer(samples[0], format(node))
        let data = try #require(buffer.floatChannelData)
        for channel in samples.indices {
            data[channel].update(from: samples[channel], count: frameCount)
        }
        let isLoop = Int.random(in: 0..<3, using: &random) == 0
        let isInterrupter = Int.random(in: 0..<4, using: &random) == 0
        var options: AVAudioPlayerNodeBufferOptions = isLoop ? .loops : []
        if isInterrupter { options.insert(.interrupts) }
        change("schedule \(node) \(frameCount) \(options.rawValue)", nil) {
            player.scheduleBuffer(buffer, at: nil, options: options)
        } reference: {
            let item = ReferenceEngine.Item(samples: samples, isLoop: isLoop)
            if isInterrupter {
                reference.nodes[node].items = []
                reference.nodes[node].position = 0
            }
            reference.nodes[node].items.append(item)
        }
    }

    private func transport() {
        let node = anyPlayer
        guard let player = nodes[node] as? AVAudioPlayerNode else { return }
        switch Int.random(in: 0..<6, using: &random) {
        case 0:
            change("stop \(node)", nil) {
                player.stop()
            } reference: {
                reference.nodes[node].isPlaying = false
                reference.nodes[node].items = []
                reference.nodes[node].position = 0
            }
        case 1:
            change("pause \(node)", nil) {
                player.pause()
            } reference: {
                reference.nodes[node].isPlaying = false
            }
        default:
            let isConnected = reference.reaches(node, 0)
            let rule =
                !reference.nodes[node].isAttached
                ? "_engine != nil"
                : isConnected ? nil : "player started when in a disconnected state"
            change("play \(node)", rule) {
                player.play()
            } reference: {
                reference.nodes[node].isPlaying = true
            }
        }
    }

    private func tap() {
        let node = anyNode()
        guard reference.nodes[node].isAttached else { return }
        let tap = TappedSound(channelCount: reference.nodes[node].channelCount)
        change("tap \(node)", taps[node] == nil ? nil : "nullptr == Tap()") {
            nodes[node].installTap(onBus: 0, bufferSize: 1, format: nil) { buffer, time in
                nonisolated(unsafe) let buffer = buffer
                MainActor.assumeIsolated { tap.receive(buffer) }
            }
        } reference: {
            taps[node] = tap
            reference.nodes[node].tapped = [[Float]](
                repeating: [], count: reference.nodes[node].channelCount)
        }
    }

    private func changeGain() {
        let node = anyNode()
        let value = Float.random(in: 0...2, using: &random)
        let pan = Float.random(in: -1...1, using: &random)
        log.append("gain \(node) \(value) \(pan)")
        if let mixer = nodes[node] as? AVAudioMixerNode, Bool.random(using: &random) {
            mixer.outputVolume = value
            reference.nodes[node].outputVolume = value
            return
        }
        guard node > 0, let source = nodes[node] as? any AVAudioMixing else { return }
        let own = reference.connections.indices.filter {
            reference.connections[$0].source == node
                && reference.nodes[reference.connections[$0].destination].isMixer
        }
        if let index = own.randomElement(using: &random), Bool.random(using: &random) {
            // The values of one destination.
            let connection = reference.connections[index]
            let destination = source.destination(
                forMixer: nodes[connection.destination], bus: connection.bus)
            #expect(destination != nil)
            destination?.volume = value
            destination?.pan = pan
            (reference.connections[index].volume, reference.connections[index].pan) = (value, pan)
        } else {
            (source.volume, source.pan) = (value, pan)
            (reference.nodes[node].volume, reference.nodes[node].pan) = (value, pan)
            for index in own {
                (reference.connections[index].volume, reference.connections[index].pan) =
                    (value, pan)
            }
        }
    }
}

/// What a tap's block has received.
@MainActor
final class TappedSound {
    private(set) var samples: [[Float]]
    /// The number of frames of a tap's buffer at 44,100 Hz.
    let bufferFrames = 4410

    init(channelCount: Int) {
        samples = Array(repeating: [], count: channelCount)
    }

    func receive(_ buffer: AVAudioPCMBuffer) {
        guard let data = buffer.floatChannelData else { return }
        for channel in samples.indices {
            samples[channel] += UnsafeBufferPointer(
                start: data[channel], count: Int(buffer.frameLength))
        }
    }
}
