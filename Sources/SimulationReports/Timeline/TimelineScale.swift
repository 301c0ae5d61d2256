package import AudioModel

/// Story time to horizontal places in the picture.
package struct TimelineScale {
    /// User units of the picture; about a pixel.
    static let pictureWidth: Double = 1200
    static let plotLeft: Double = 148
    static let plotWidth: Double = 1030
    static let plotRight = plotLeft + plotWidth
    /// How finely peaks are drawn: never more than this many a lane.
    package static let columnCount = Int(plotWidth)

    private let lengthNanoseconds: Double

    package init(duration: HostInterval) {
        lengthNanoseconds = Double(max(duration.nanoseconds, 1_000_000))
    }

    func x(_ time: HostTime) -> Double {
        let share = Double(time.nanoseconds) / lengthNanoseconds
        return Self.plotLeft + min(max(share, 0), 1) * Self.plotWidth
    }

    /// 0 ..< columnCount.
    func column(_ nanoseconds: Double) -> Int {
        let column = nanoseconds / lengthNanoseconds * Double(Self.columnCount)
        return min(max(Int(min(max(column, 0), 1e6)), 0), Self.columnCount - 1)
    }

    package struct Tick: Equatable {
        package var at: HostTime
        package var label: String
    }

    /// Round times, about eight to sixteen of them.
    package var ticks: [Tick] {
        let length = lengthNanoseconds / 1e9
        let steps: [Double] = [
            0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 2, 5, 10, 15, 30, 60, 120, 300,
            600, 900, 1800, 3600, 7200, 14400, 28800, 86400,
        ]
        var step = steps.first { length / $0 <= 16 } ?? 86400
        while length / step > 16 { step *= 2 }
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
