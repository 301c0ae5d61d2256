import AudioModel
package import LiveDevice
package import SimulationReports

extension ActivityLogEntry {
    /// The parts of `text` in colours, in order: the event, and the states of streams.
    package var styledParts: [(text: String, style: TextPaint.Style)] {
        let eventStyle: TextPaint.Style =
            switch kind {
            case .deviceEvent: .deviceEvent
            case .appEvent: .appEvent
            case .failure: .bad
            }
        var parts = [(text: event, style: eventStyle)]
        for (index, clause) in consequences.enumerated() {
            parts.append((index == 0 ? ": " : "; ", .plain))
            guard let state = states[index],
                let range = clause.ranges(of: " " + state.rawValue).first
            else {
                parts.append((clause, .plain))
                continue
            }
            parts.append((String(clause[..<range.lowerBound]), .plain))
            parts.append((String(clause[range]), TextPaint.Style(state)))
            parts.append((String(clause[range.upperBound...]), .plain))
        }
        return parts
    }
}
