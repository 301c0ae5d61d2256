/// The relation of beats and seconds, with changes of the tempo.
package struct TempoMap: Equatable, Sendable {
    /// The tempo without any change, in beats a minute.
    package static let defaultTempo = 120.0
    /// The tempos that are possible, in beats a minute.
    package static let tempos = 0.01...60_000_000.0

    private struct Change: Equatable {
        var beat: Double
        var second: Double
        var secondsPerBeat: Double
    }

    private var changes: [Change]

    /// - Parameter tempos: Beats and the tempo from there on, in beats a minute; in any order.
    package init(_ tempos: [(beat: Double, beatsPerMinute: Double)] = []) {
        changes = [Change(beat: 0, second: 0, secondsPerBeat: 60 / Self.defaultTempo)]
        let sorted = tempos.enumerated().sorted {
            ($0.element.beat, $0.offset) < ($1.element.beat, $1.offset)
        }
        for (_, tempo) in sorted where tempo.beat.isFinite && tempo.beatsPerMinute.isFinite {
            let beat = max(tempo.beat, 0)
            let speed = min(max(tempo.beatsPerMinute, Self.tempos.lowerBound), 60_000_000)
            let change = Change(
                beat: beat, second: seconds(atBeat: beat), secondsPerBeat: 60 / speed)
            if changes.last?.beat == beat { changes.removeLast() }
            changes.append(change)
        }
    }

    /// The time of a beat, which may be negative.
    package func seconds(atBeat beat: Double) -> Double {
        let change = changes[lastIndex { $0.beat <= beat }]
        return change.second + (beat - change.beat) * change.secondsPerBeat
    }

    /// The beat at a time, which may be negative.
    package func beats(atSecond second: Double) -> Double {
        let change = changes[lastIndex { $0.second <= second }]
        return change.beat + (second - change.second) / change.secondsPerBeat
    }

    /// The index of the last change that fulfils a condition, which those at the start do; 0 when
    /// none does.
    private func lastIndex(where holds: (Change) -> Bool) -> Int {
        var (low, high) = (0, changes.count)
        while high - low > 1 {
            let middle = (low + high) / 2
            if holds(changes[middle]) { low = middle } else { high = middle }
        }
        return low
    }
}
