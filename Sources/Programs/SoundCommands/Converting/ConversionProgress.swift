import AudioModel
import Terminal

/// The progress of a conversion.
package struct ConversionProgress {
    package var name: String
    /// Seconds of sound converted.
    package var done: Double
    package var duration: Double
    /// Elapsed seconds.
    package var elapsed: Double

    package init(name: String, done: Double, duration: Double, elapsed: Double) {
        self.name = name
        self.done = done
        self.duration = duration
        self.elapsed = elapsed
    }

    private static let barWidth = 24

    /// One line of at most `width` characters; the least important parts are left out first.
    package func text(width: Int) -> String {
        let share = duration > 0 ? min(max(done / duration, 0), 1) : 0
        let filled = Int((share * Double(Self.barWidth)).rounded(.down))
        let bar =
            "[" + String(repeating: "#", count: filled)
            + String(repeating: "-", count: Self.barWidth - filled) + "]"
        let percent = "\(Int((share * 100).rounded(.down)))%"
        let padded = String(repeating: " ", count: 4 - percent.count) + percent
        let time = [remainingTime, speed].compactMap { $0 }.joined(separator: "  ")
        let name = printable(name)
        for line in ["\(bar) \(padded)  \(time)  \(name)", "\(bar) \(padded)  \(time)", padded]
        where line.count <= width { return line }
        return String(padded.prefix(max(width, 0)))
    }

    /// The remaining time at the current speed; `nil` while it is unknown.
    private var remainingTime: String? {
        guard done > 0, elapsed >= 0.5 else { return nil }
        return "\(Numeral.clock(max(duration - done, 0) * elapsed / done)) left"
    }

    /// The speed relative to playback; `nil` while it is unknown.
    package var speed: String? {
        guard done > 0, elapsed > 0 else { return nil }
        let times = done / elapsed
        return Numeral.fixed(times, places: times < 10 ? 1 : 0) + "x"
    }
}
