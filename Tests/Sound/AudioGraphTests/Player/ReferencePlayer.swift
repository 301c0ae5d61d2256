import AudioGraph

/// A player that decides again for every frame: slow and plain, for comparison.
struct ReferencePlayer {
    private struct Item {
        let name: Int
        let samples: [Float]
        let start: Int64?
        let options: PlayerItemOptions
        var position = 0
        var hasBegun = false
    }

    private var items: [Item] = []
    private var pending: [Item] = []
    private var isPlaying = false
    private var startNodeTime: Int64?
    private var nodeTime: Int64 = 0
    private(set) var playerTime: Int64 = 0
    /// The names of items that have ended or were dropped.
    private(set) var ended: Set<Int> = []

    mutating func schedule(
        _ samples: [Float], name: Int, at start: Int64?, options: PlayerItemOptions
    ) {
        let item = Item(name: name, samples: samples, start: start, options: options)
        if options.contains(.interrupts) || options.contains(.interruptsAtLoop) {
            ended.formUnion(pending.map(\.name))
            pending = [item]
        } else if pending.isEmpty {
            items.append(item)
        } else {
            pending.append(item)
        }
    }

    mutating func play(at nodeTime: Int64?) {
        guard !isPlaying else { return }
        isPlaying = true
        startNodeTime = nodeTime
    }

    mutating func pause() { isPlaying = false }

    mutating func stop() {
        ended.formUnion((items + pending).map(\.name))
        items = []
        pending = []
        isPlaying = false
        playerTime = 0
    }

    mutating func rendered(_ frameCount: Int) -> [Float] {
        (0..<frameCount).map { _ in
            let sample = nextFrame()
            nodeTime += 1
            return sample
        }
    }

    private mutating func nextFrame() -> Float {
        interrupt()
        guard isPlaying else { return 0 }
        if let start = startNodeTime, start > nodeTime { return 0 }
        startNodeTime = nil
        defer {
            playerTime += 1
        }
        while let item = items.first {
            if !item.hasBegun, let start = item.start, start > playerTime { return 0 }
            items[0].hasBegun = true
            if item.samples.isEmpty {
                if item.options.contains(.loops) { return 0 }
                endFirst()
                interrupt()
                continue
            }
            let sample = item.samples[item.position]
            items[0].position += 1
            if items[0].position == item.samples.count {
                items[0].position = 0
                if !item.options.contains(.loops) { endFirst() }
            }
            return sample
        }
        return 0
    }

    private mutating func endFirst() {
        ended.insert(items.removeFirst().name)
    }

    private mutating func interrupt() {
        guard let interrupter = pending.first else { return }
        if let start = interrupter.start, start > playerTime { return }
        let isBetween = items.first.map { $0.position == 0 } ?? true
        guard interrupter.options.contains(.interrupts) || isBetween else { return }
        ended.formUnion(items.map(\.name))
        items = pending
        pending = []
    }
}
