package import AudioModel

/// Story time to horizontal places in the picture.
package struct TimelineScale {
    /// Width of a picture unless a caller chooses another, in user units; about a pixel each.
    package static let defaultWidth: Double = 1200
    /// Widths that have room for the names, the plot and its labels.
    package static let widths: ClosedRange<Double> = 600...4000
    static let plotLeft: Double = 148
    /// Width of the names at the left; the first label of the axis begins left of the plot.
    static let namesWidth: Double = 136

    let pictureWidth: Double
    private let lengthNanoseconds: Double

    package init(duration: HostInterval, width: Double = Self.defaultWidth) {
        lengthNanoseconds = Double(max(duration.nanoseconds, 1_000_000))
        pictureWidth = min(max(width, Self.widths.lowerBound), Self.widths.upperBound)
    }

    var plotWidth: Double { pictureWidth - Self.plotLeft - 22 }
    var plotRight: Double { Self.plotLeft + plotWidth }
    /// The number of columns of a waveform, which bounds the size of its path.
    package var columnCount: Int { Int(plotWidth) }

    func x(_ time: HostTime) -> Double {
        let share = Double(time.nanoseconds) / lengthNanoseconds
        return Self.plotLeft + min(max(share, 0), 1) * plotWidth
    }

    /// 0 ..< columnCount.
    func column(_ nanoseconds: Double) -> Int {
        let column = nanoseconds / lengthNanoseconds * Double(columnCount)
        return min(max(Int(min(max(column, 0), 1e6)), 0), columnCount - 1)
    }

    package struct Tick: Equatable {
        package var at: HostTime
        package var label: String
    }

    /// Round times, about eight to sixteen of them; fewer in a narrow picture.
    package var ticks: [Tick] {
        let length = lengthNanoseconds / 1e9
        let tickCountMax = min((plotWidth / 60).rounded(.down), 16)
        let steps: [Double] = [
            0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 2, 5, 10, 15, 30, 60, 120, 300,
            600, 900, 1800, 3600, 7200, 14400, 28800, 86400,
        ]
        var step = steps.first { length / $0 <= tickCountMax } ?? 86400
        while length / step > tickCountMax { step *= 2 }
        return (0...Int(length / step + 1e-9)).map { index in
            let seconds = Double(index) * step
            return Tick(at: .seconds(seconds), label: Self.clock(seconds, step: step, of: length))
        }
    }

    /// `12.5 s` in a short story, `3:20` from two minutes on, `1:03:20` from an hour on.
    private static func clock(_ seconds: Double, step: Double, of length: Double) -> String {
        guard length >= 120 else { return Numeral.short(seconds, places: 3) + " s" }
        let whole = Int(seconds.rounded())
        func two(_ value: Int) -> String { value < 10 ? "0\(value)" : "\(value)" }
        guard length >= 3600 else { return "\(whole / 60):\(two(whole % 60))" }
        return "\(whole / 3600):\(two(whole / 60 % 60)):\(two(whole % 60))"
    }
}
