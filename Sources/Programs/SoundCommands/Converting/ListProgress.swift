import AudioModel
import Terminal

/// The progress of a list of conversions.
package struct ListProgress {
    package var done: Int
    package var failed: Int
    package var count: Int
    /// Path of the file that was begun last.
    package var name: String
    /// Seconds of sound converted.
    package var seconds: Double
    /// Elapsed seconds.
    package var elapsed: Double

    package init(
        done: Int, failed: Int, count: Int, name: String, seconds: Double, elapsed: Double
    ) {
        self.done = done
        self.failed = failed
        self.count = count
        self.name = name
        self.seconds = seconds
        self.elapsed = elapsed
    }

    /// One line of at most `width` characters; the least important parts are left out first.
    package func text(width: Int) -> String {
        var parts = ["\(done + failed) of \(count)"]
        if failed > 0 { parts.append("\(failed) failed") }
        let ended = parts
        if seconds > 0, elapsed > 0 {
            parts.append(Numeral.fixed(seconds / elapsed, places: 0) + "x")
        }
        let short = parts
        parts.append(printable(name))
        for line in [parts, short, ended].map({ $0.joined(separator: "  ") })
        where line.count <= width { return line }
        return String("\(done + failed) of \(count)".prefix(max(width, 0)))
    }
}
