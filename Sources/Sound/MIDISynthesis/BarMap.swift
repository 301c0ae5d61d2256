/// The relation of beats, which are quarter notes, to bars and their beats, with changes of the
/// time signature.
package struct BarMap: Sendable {
    /// A place in bars and beats, which both count from 1.
    package struct Place: Equatable, Sendable {
        package var bar: Int
        package var beat: Int
        /// The part of the beat that has passed, 0 ..< 1.
        package var fraction: Double

        package init(bar: Int, beat: Int, fraction: Double) {
            (self.bar, self.beat, self.fraction) = (bar, beat, fraction)
        }
    }

    private struct Change: Sendable {
        var beat: Double
        /// The bar that begins there, from 1.
        var bar: Double
        var beatsPerBar: Double
        /// The quarter notes of a beat of the bar.
        var beatLength: Double

        var barLength: Double { beatsPerBar * beatLength }
    }

    private var changes = [Change(beat: 0, bar: 1, beatsPerBar: 4, beatLength: 1)]

    /// The largest bar or beat that is converted.
    private static let numberMax = 1e9

    /// - Parameter events: Of them those with a time signature count; in the order of their beats.
    package init(_ events: [MIDISequence.Event]) {
        for event in events {
            guard case .meta(type: 0x58, let bytes) = event.body, bytes.count >= 2, bytes[0] > 0,
                bytes[1] < 8, event.beat.isFinite, let last = changes.last
            else { continue }
            let beat = max(event.beat, 0)
            // A bar that is cut short counts as one.
            let bars = ((beat - last.beat) / last.barLength - Self.tolerance).rounded(.up)
            if beat <= last.beat { changes.removeLast() }
            changes.append(
                Change(
                    beat: beat, bar: last.bar + max(bars, 0), beatsPerBar: Double(bytes[0]),
                    beatLength: 4 / Double(1 << Int(bytes[1]))))
        }
    }

    /// A part of a bar or a beat that is taken for an error of rounding.
    private static let tolerance = 1e-9

    /// The place of a beat; `nil` for a beat without bounds.
    package func place(ofBeat beat: Double) -> Place? {
        guard abs(beat) <= Self.numberMax else { return nil }
        let change = changes.last { $0.beat <= beat } ?? changes[0]
        let beats = (beat - change.beat) / change.beatLength
        // The nearest beat, where the difference is an error of rounding.
        let nearest = beats.rounded()
        let whole = abs(beats - nearest) < Self.tolerance ? nearest : beats.rounded(.down)
        let bars = (whole / change.beatsPerBar).rounded(.down)
        return Place(
            bar: Int(change.bar + bars), beat: Int(whole - bars * change.beatsPerBar) + 1,
            fraction: max(beats - whole, 0))
    }

    /// The beat of a place; beats beyond the bar's count on.
    package func beat(of place: Place) -> Double {
        let change = changes.last { Double(place.bar) >= $0.bar } ?? changes[0]
        let beats =
            (Double(place.bar) - change.bar) * change.beatsPerBar + Double(place.beat - 1)
            + place.fraction
        return change.beat + beats * change.beatLength
    }
}
