import AudioModel
import Terminal

/// The state that a player shows while it plays.
package struct ProgressLine: Equatable {
    package var name: String
    /// Position in seconds.
    package var position: Double
    /// Duration in seconds; `nil` if it is unknown.
    package var duration: Double?
    /// Linear peak of the audible samples.
    package var level: Float
    /// The name of the output, for display.
    package var route: String
    package var isPaused: Bool

    package init(
        name: String, position: Double, duration: Double?, level: Float, route: String,
        isPaused: Bool
    ) {
        self.name = name
        self.position = position
        self.duration = duration
        self.level = level
        self.route = route
        self.isPaused = isPaused
    }

    private static let meterWidth = 20
    /// The widths of a progress bar, without its brackets.
    private static let barWidths = 16...60
    /// Level at the meter's left end, in decibels.
    private static let meterFloor: Double = -60

    /// One line of at most `width` characters. The least important parts are left out first: the
    /// progress bar, the route, then the meter, then the end of the name.
    package func text(width: Int) -> String {
        let sign = isPaused ? "||" : "> "
        let time = Numeral.clock(position) + (duration.map { " / " + Numeral.clock($0) } ?? "")
        let start = "\(sign) \(printable(name))"
        let ends = ["  \(time)  \(meter)  \(printable(route))", "  \(time)  \(meter)", "  \(time)"]
        if let duration, duration > 0 {
            let room = width - start.count - ends[0].count
            if room >= Self.barWidths.lowerBound {
                let bar = Self.bar(
                    share: position / duration, width: min(room, Self.barWidths.upperBound))
                return start + "  \(Numeral.clock(position)) \(bar) \(Numeral.clock(duration))"
                    + "  \(meter)  \(printable(route))"
            }
        }
        for end in ends where start.count + end.count <= width { return start + end }
        let end = ends[2]
        guard end.count + 4 <= width else { return String(time.prefix(max(0, width))) }
        return start.prefix(width - end.count - 1) + "~" + end
    }

    /// The meter's text: `[##########----------] -30.0 dB`.
    package var meter: String {
        let decibels = decibels(ofAmplitude: Double(level.isFinite ? level : 0))
        let share = 1 - max(decibels, Self.meterFloor) / Self.meterFloor
        let filled = Int((min(max(share, 0), 1) * Double(Self.meterWidth)).rounded())
        let bar =
            String(repeating: "#", count: filled)
            + String(repeating: "-", count: Self.meterWidth - filled)
        let number =
            decibels < Self.meterFloor ? "silent" : Numeral.fixed(decibels, places: 1) + " dB"
        return "[\(bar)] " + String(repeating: " ", count: max(0, 8 - number.count)) + number
    }

    /// A progress bar: `[=====>--------]`.
    private static func bar(share: Double, width: Int) -> String {
        let inside = width - 1
        let done = min(max(Int((share * Double(inside)).rounded(.down)), 0), inside)
        let head = done < inside ? ">" : ""
        return "[" + String(repeating: "=", count: done) + head
            + String(repeating: "-", count: inside - done - head.count) + "]"
    }
}
