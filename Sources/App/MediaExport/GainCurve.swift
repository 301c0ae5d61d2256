/// A volume over time: steps and linear ramps. Before the first of them it is 1; between them it is
/// that of the last one.
package struct GainCurve: Hashable, Sendable {
    /// A change of the volume: a ramp, or a step where the range is empty.
    package struct Change: Hashable, Sendable {
        /// In seconds.
        package var range: Range<Double>
        package var from: Float
        package var to: Float

        package init(range: Range<Double>, from: Float, to: Float) {
            self.range = range
            self.from = from
            self.to = to
        }
    }

    /// The changes in the order of their beginnings; of those at one time, the last one holds.
    package private(set) var changes: [Change] = []

    package init() {}

    /// The volume is always 1.
    package var isUnity: Bool { changes.isEmpty }

    /// Adds a change behind those that begin at the same time or before.
    package mutating func add(_ change: Change) {
        let index = changes.lastIndex { $0.range.lowerBound <= change.range.lowerBound }
        changes.insert(change, at: index.map { $0 + 1 } ?? 0)
    }

    /// Whether a ramp would overlap another one.
    package func overlaps(_ range: Range<Double>) -> Bool {
        changes.contains { !$0.range.isEmpty && $0.range.overlaps(range) }
    }

    /// Removes all changes at and after a time, in seconds.
    package mutating func removeChanges(from time: Double) {
        changes.removeAll { $0.range.lowerBound >= time }
    }

    /// The volume over the frames of a sample rate.
    package func atRate(_ sampleRate: Double) -> FrameGains { FrameGains(self, sampleRate) }
}

/// A volume over frames. A value; any thread.
package struct FrameGains: Sendable {
    private struct Change {
        var start: Int64
        var end: Int64
        var from: Float
        var to: Float

        /// The volume at a frame from `start` on.
        func gain(at frame: Int64) -> Float {
            guard frame < end else { return to }
            let share = Double(frame - start) / Double(end - start)
            return Float(Double(from) + (Double(to) - Double(from)) * share)
        }
    }

    private let changes: [Change]

    init(_ curve: GainCurve, _ sampleRate: Double) {
        changes = curve.changes.map {
            Change(
                start: nearestFrame(at: $0.range.lowerBound, sampleRate),
                end: nearestFrame(at: $0.range.upperBound, sampleRate), from: $0.from, to: $0.to)
        }
    }

    /// The volume is always 1.
    package var isUnity: Bool { changes.isEmpty }

    /// The volume at a frame.
    package func gain(at frame: Int64) -> Float {
        index(at: frame).map { changes[$0].gain(at: frame) } ?? 1
    }

    /// The last change that begins at a frame or before; `nil` before the first.
    private func index(at frame: Int64) -> Int? {
        var (low, high) = (0, changes.count)
        while low < high {
            let middle = (low + high) / 2
            if changes[middle].start <= frame { low = middle + 1 } else { high = middle }
        }
        return low > 0 ? low - 1 : nil
    }

    /// Multiplies interleaved frames by their volume.
    ///
    /// - Parameter first: The number of the first of them.
    package func apply(
        to samples: UnsafeMutablePointer<Float>, frameCount: Int, channelCount: Int,
        from first: Int64
    ) {
        guard !changes.isEmpty else { return }
        var current = index(at: first)
        for offset in 0..<frameCount {
            let frame = first + Int64(offset)
            while let next = current.map({ $0 + 1 }) ?? Optional(0), next < changes.count,
                changes[next].start <= frame
            {
                current = next
            }
            guard let current else { continue }
            let gain = changes[current].gain(at: frame)
            guard gain != 1 else { continue }
            for channel in 0..<channelCount { samples[offset * channelCount + channel] *= gain }
        }
    }
}
