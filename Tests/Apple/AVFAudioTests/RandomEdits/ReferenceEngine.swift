/// An engine as plain arithmetic: players, mixers and delays, rendered block by block.
///
/// Node 0 is the main mixer, which is always attached and connected to the output.
struct ReferenceEngine {
    enum Kind {
        case player
        case mixer
        /// A delay of a number of frames, of two channels.
        case delay(frameCount: Int)
    }

    struct Item {
        var samples: [[Float]]
        var isLoop: Bool
    }

    struct Node {
        var kind: Kind
        var channelCount: Int
        var isAttached = false
        var volume: Float = 1
        var pan: Float = 0
        /// What a player has scheduled.
        var items: [Item] = []
        var position = 0
        var isPlaying = false
        var outputVolume: Float = 1
        /// The gain at the end of the last block; `nil` before the first.
        var lastOutputVolume: Float?
        /// The frames in a delay.
        var line: [[Float]] = [[], []]
        /// What a tap has received.
        var tapped: [[Float]]?

        var isMixer: Bool {
            if case .mixer = kind { return true }
            return false
        }
    }

    struct Connection {
        var source: Int
        var destination: Int
        var bus: Int
        var volume: Float
        var pan: Float
        /// The gains at the end of the last block; `nil` before the first.
        var gains: [Float]?
        /// The nodes above at the time of `gains`.
        var branch: [Int] = []
    }

    var nodes: [Node]
    var connections: [Connection] = []

    // MARK: The graph

    func inputs(of node: Int) -> [Connection] {
        connections.filter { $0.destination == node }.sorted { $0.bus < $1.bus }
    }

    func reaches(_ source: Int, _ destination: Int) -> Bool {
        source == destination
            || connections.contains { $0.source == source && reaches($0.destination, destination) }
    }

    /// Connects a source to several inputs, instead of all that it was connected to.
    mutating func connect(_ source: Int, _ ends: [(node: Int, bus: Int)], keepsParameters: Bool) {
        func isEnd(_ connection: Connection) -> Bool {
            ends.contains { $0.node == connection.destination && $0.bus == connection.bus }
        }
        connections.removeAll { connection in
            let isOwn = connection.source == source
            return isOwn ? !keepsParameters || !isEnd(connection) : isEnd(connection)
        }
        for end in ends
        where !connections.contains(where: { $0.destination == end.node && $0.bus == end.bus }) {
            connections.append(
                Connection(
                    source: source, destination: end.node, bus: end.bus,
                    volume: nodes[source].volume, pan: nodes[source].pan))
        }
        compile()
    }

    mutating func disconnect(where isGone: (Connection) -> Bool) {
        connections.removeAll(where: isGone)
        compile()
    }

    /// Detaches a node; the neighbours of a delay are connected.
    mutating func detach(_ node: Int) {
        let above = inputs(of: node).first?.source
        let below = connections.filter { $0.source == node }
        connections.removeAll { $0.destination == node || $0.source == node }
        if case .delay = nodes[node].kind, let above {
            connections += below.map {
                Connection(
                    source: above, destination: $0.destination, bus: $0.bus,
                    volume: nodes[above].volume, pan: nodes[above].pan)
            }
        }
        nodes[node].isAttached = false
        nodes[node].line = [[], []]
        nodes[node].lastOutputVolume = nil
        nodes[node].tapped = nil
        compile()
    }

    /// A connection to a mixer begins with its own gains where what lies above it has changed.
    private mutating func compile() {
        for index in connections.indices where nodes[connections[index].destination].isMixer {
            guard reaches(connections[index].destination, 0) else { continue }
            var branch: [Int] = []
            var node: Int? = connections[index].source
            while let present = node {
                branch.append(present)
                node = nodes[present].isMixer ? nil : inputs(of: present).first?.source
            }
            if branch != connections[index].branch { connections[index].gains = nil }
            connections[index].branch = branch
        }
    }

    // MARK: Rendering

    /// Renders a block of the main mixer.
    mutating func render(_ frameCount: Int) -> [[Float]] {
        var rendered: [Int: [[Float]]] = [:]
        return samples(of: 0, frameCount, &rendered)
    }

    private mutating func samples(
        of node: Int, _ frameCount: Int, _ rendered: inout [Int: [[Float]]]
    ) -> [[Float]] {
        if let known = rendered[node] { return known }
        let samples: [[Float]]
        switch nodes[node].kind {
        case .player: samples = play(node, frameCount)
        case .mixer: samples = mix(node, frameCount, &rendered)
        case .delay(let delay):
            var input = [[Float]](repeating: Array(repeating: 0, count: frameCount), count: 2)
            if let source = inputs(of: node).first?.source {
                input = converted(self.samples(of: source, frameCount, &rendered), to: 2)
            }
            samples = (0..<2).map { channel in
                var line = nodes[node].line[channel]
                if line.isEmpty { line = Array(repeating: 0, count: delay) }
                line += input[channel]
                nodes[node].line[channel] = Array(line.suffix(delay))
                return Array(line.prefix(frameCount))
            }
        }
        rendered[node] = samples
        if nodes[node].tapped != nil {
            for channel in samples.indices { nodes[node].tapped?[channel] += samples[channel] }
        }
        return samples
    }

    private mutating func play(_ node: Int, _ frameCount: Int) -> [[Float]] {
        let channels = 0..<nodes[node].channelCount
        var output = channels.map { _ in [Float]() }
        while output[0].count < frameCount {
            let left = frameCount - output[0].count
            guard nodes[node].isPlaying, let item = nodes[node].items.first else {
                for channel in channels { output[channel] += Array(repeating: 0, count: left) }
                break
            }
            let start = nodes[node].position
            let end = min(start + left, item.samples[0].count)
            for channel in channels { output[channel] += item.samples[channel][start..<end] }
            nodes[node].position = end
            guard end == item.samples[0].count else { continue }
            nodes[node].position = 0
            if !item.isLoop { nodes[node].items.removeFirst() }
        }
        return output
    }

    private mutating func mix(
        _ node: Int, _ frameCount: Int, _ rendered: inout [Int: [[Float]]]
    ) -> [[Float]] {
        let count = nodes[node].channelCount
        var sum = [[Float]](repeating: Array(repeating: 0, count: frameCount), count: count)
        for bus in inputs(of: node).map(\.bus) {
            guard
                let index = connections.firstIndex(where: {
                    $0.destination == node && $0.bus == bus
                })
            else { continue }
            let input = samples(of: connections[index].source, frameCount, &rendered)
            let (volume, pan) = (connections[index].volume, connections[index].pan)
            var gains = [volume, volume]
            if count == 2 { gains = [volume * min(1, 1 - pan), volume * min(1, 1 + pan)] }
            let start = connections[index].gains ?? gains
            connections[index].gains = gains
            let channels = converted(input, to: count)
            for channel in 0..<count {
                let ramp = Ramp(start[channel], gains[channel], frameCount)
                for frame in 0..<frameCount {
                    sum[channel][frame] += channels[channel][frame] * ramp[frame]
                }
            }
        }
        let volume = nodes[node].outputVolume
        let ramp = Ramp(nodes[node].lastOutputVolume ?? volume, volume, frameCount)
        nodes[node].lastOutputVolume = volume
        return sum.map { channel in (0..<frameCount).map { channel[$0] * ramp[$0] } }
    }

    /// A gain that moves in a straight line and reaches its end with the last frame of a block.
    private struct Ramp {
        let end: Float
        let step: Float
        let frameCount: Int

        init(_ start: Float, _ end: Float, _ frameCount: Int) {
            self.end = end
            self.frameCount = frameCount
            step = (end - start) / Float(frameCount)
        }

        subscript(frame: Int) -> Float { end - step * Float(frameCount - 1 - frame) }
    }

    private func converted(_ samples: [[Float]], to count: Int) -> [[Float]] {
        switch (samples.count, count) {
        case (1, 2): [samples[0], samples[0]]
        case (2, 1): [zip(samples[0], samples[1]).map { ($0 + $1) * 0.5 }]
        default: samples
        }
    }
}
