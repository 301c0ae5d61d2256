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
    /// The place in a list, such as `2 of 5`; `nil` for a single sound.
    package var place: String?
    /// The speed; it is shown unless it is 1.
    package var rate = 1.0
    /// What is shown in place of the meter; `nil` for the meter.
    package var note: String?

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
    private static let shortMeterWidth = 10
    /// The widths of a progress bar with its brackets.
    private static let barWidths = 10...60
    /// A name is not cut below this number of columns while something less important is shown.
    private static let nameColumns = 24
    /// Level at the meter's left end, in decibels.
    private static let meterFloor: Double = -60

    /// One line of at most `width` columns. The least important parts are left out first: half of
    /// the meter, the route, the meter, the progress bar, then the end of the name.
    package func text(width: Int) -> String {
        let name = printableInScreen(name)
        let nameMin = min(name.columnCount, Self.nameColumns)
        let left = width - start.columnCount
        let now = Numeral.clock(position)
        if let duration, duration > 0 {
            let (before, after) = ("  \(now) ", " " + Numeral.clock(duration))
            for end in ends {
                let room = left - (before + after + end).columnCount - Self.barWidths.lowerBound
                guard room >= nameMin else { continue }
                let name = name.cut(toColumns: room)
                let bar = Self.bar(
                    share: position / duration,
                    width: min(
                        Self.barWidths.lowerBound + room - name.columnCount,
                        Self.barWidths.upperBound))
                return start + name + before + bar + after + end
            }
        }
        let time = now + (duration.map { " / " + Numeral.clock($0) } ?? "")
        for end in ends {
            let room = left - "  \(time)\(end)".columnCount
            if room >= nameMin { return start + name.cut(toColumns: room) + "  \(time)\(end)" }
        }
        let room = left - time.columnCount - 2
        guard room >= 2 else { return String(time.prefix(max(0, width))) }
        return start + name.cut(toColumns: room) + "  " + time
    }

    /// What is before the name.
    private var start: String {
        (isPaused ? "|| " : ">  ") + (place.map { $0 + "  " } ?? "")
            + (rate == 1 ? "" : Numeral.fixed(rate, places: 2) + "x  ")
    }

    /// What can be behind the times, the widest first.
    private var ends: [String] {
        let route = "  " + printableInScreen(route)
        if let note {
            let note = "  " + printableInScreen(note)
            return [note + route, note, ""]
        }
        let short = "  " + meter(width: Self.shortMeterWidth)
        return ["  " + meter + route, short + route, short, ""]
    }

    /// The meter's text: `[##########----------] -30.0 dB`.
    package var meter: String { meter(width: Self.meterWidth) }

    private func meter(width: Int) -> String {
        let decibels = decibels(ofAmplitude: Double(level.isFinite ? level : 0))
        let share = 1 - max(decibels, Self.meterFloor) / Self.meterFloor
        let filled = Int((min(max(share, 0), 1) * Double(width)).rounded())
        let bar =
            String(repeating: "#", count: filled) + String(repeating: "-", count: width - filled)
        let number =
            decibels < Self.meterFloor ? "silent" : Numeral.fixed(decibels, places: 1) + " dB"
        return "[\(bar)] " + String(repeating: " ", count: max(0, 8 - number.count)) + number
    }

    /// A progress bar: `[=====>--------]`.
    private static func bar(share: Double, width: Int) -> String {
        let inside = width - 2
        let done = min(max(Int((share * Double(inside)).rounded(.down)), 0), inside)
        let head = done < inside ? ">" : ""
        return "[" + String(repeating: "=", count: done) + head
            + String(repeating: "-", count: inside - done - head.count) + "]"
    }
}
