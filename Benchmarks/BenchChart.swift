import Foundation
import SimulationReports

/// The comparisons of benchmarks as a picture: a bar each, from the peer's speed to ours.
package struct BenchChart {
    private struct Row {
        var label: String
        /// How many times as fast as the peer; likewise the goal.
        var speed: Double
        var goal: Double
        var verdict: String
    }

    private let groups: [(title: String, rows: [Row])]
    /// The exponents of two at the ends of the axis.
    private let exponents: ClosedRange<Int>

    private static let width = 900
    private static let labelWidth = 400
    private static let rightMargin = 70
    private static let rowHeight = 22

    package init(_ reports: [BenchReport]) {
        groups = reports.map { ($0.bench, $0.measures.compactMap(Self.row)) }
            .filter { !$0.1.isEmpty }
        let rows = groups.flatMap(\.rows)
        let speeds = rows.map(\.speed) + rows.map(\.goal) + [0.5, 2]
        let lowest = Int(log2(speeds.min() ?? 1).rounded(.down))
        exponents = lowest...max(Int(log2(speeds.max() ?? 1).rounded(.up)), lowest + 1)
    }

    private static func row(_ measure: Measure) -> Row? {
        guard case .compared(let found) = measure.outcome else { return nil }
        let (speed, goal) =
            switch found.goal {
            case .speed(let atLeast): (found.ratio, atLeast)
            case .time(let atMost): (1 / found.ratio, 1 / atMost)
            }
        return Row(
            label: "\(measure.name), beside \(found.peer)", speed: speed, goal: goal,
            verdict: measure.verdict)
    }

    /// The picture as an SVG file, for light and dark pages.
    package var svg: String {
        var markup = MarkupWriter()
        let rowCount = groups.reduce(0) { $0 + $1.rows.count + 2 }
        let height = (rowCount + 2) * Self.rowHeight
        markup.open(
            "svg",
            [
                "xmlns": "http://www.w3.org/2000/svg", "viewBox": "0 0 \(Self.width) \(height)",
                "role": "img",
            ])
        markup.element("title", [:], "How many times as fast as others")
        markup.element("style", [:], Self.style)
        markup.element("rect", ["class": "page", "width": "100%", "height": "100%"])
        drawAxis(height, into: &markup)
        var y = 2 * Self.rowHeight
        for group in groups {
            markup.element("text", ["class": "title", "x": "10", "y": "\(y + 16)"], group.title)
            y += Self.rowHeight
            for row in group.rows {
                draw(row, at: y, into: &markup)
                y += Self.rowHeight
            }
            y += Self.rowHeight
        }
        markup.close()
        return markup.text
    }

    private func drawAxis(_ height: Int, into markup: inout MarkupWriter) {
        // A label for each power of two, or for fewer where they would meet.
        let step = max(exponents.count / 8, 1)
        for exponent in exponents where exponent % step == 0 {
            let x = position(exp2(Double(exponent)))
            let label =
                switch exponent {
                case 0: "as fast"
                case 1...: "\(1 << exponent)x"
                default: "1/\(1 << -exponent)"
                }
            markup.element("text", ["class": "axis", "x": "\(x)", "y": "20"], label)
            markup.element(
                "line",
                [
                    "class": exponent == 0 ? "one" : "grid", "x1": "\(x)", "x2": "\(x)",
                    "y1": "28", "y2": "\(height - 10)",
                ])
        }
    }

    private func draw(_ row: Row, at y: Int, into markup: inout MarkupWriter) {
        let (one, end, goal) = (position(1), position(row.speed), position(row.goal))
        let words = "\(factor(row.speed)) x as fast, goal \(factor(row.goal)): \(row.verdict)"
        markup.element(
            "text", ["class": "label", "x": "\(Self.labelWidth - 8)", "y": "\(y + 15)"], row.label)
        markup.element(
            "rect",
            [
                "class": "bar", "data-verdict": row.verdict, "x": "\(min(one, end))",
                "y": "\(y + 4)", "width": "\(max(abs(end - one), 1))", "height": "14",
            ], hover: "\(row.label): \(words)")
        markup.element(
            "line",
            [
                "class": "goal", "x1": "\(goal)", "x2": "\(goal)", "y1": "\(y + 1)",
                "y2": "\(y + 21)",
            ])
        markup.element(
            "text", ["class": "figure", "x": "\(max(one, end, goal) + 6)", "y": "\(y + 15)"],
            Self.short(row.speed) + (row.verdict == "missed" ? " missed" : ""))
    }

    /// The place of a speed on the axis, which is logarithmic.
    private func position(_ speed: Double) -> Int {
        let room = Double(Self.width - Self.labelWidth - Self.rightMargin)
        let share =
            (log2(speed) - Double(exponents.lowerBound))
            / Double(exponents.upperBound - exponents.lowerBound)
        return Self.labelWidth + Int((room * share).rounded())
    }

    private static func short(_ speed: Double) -> String {
        String(format: speed < 10 ? "%.2f" : "%.0f", speed)
    }

    private static let style = """
        text { font: 12px sans-serif; fill: #222 } .page { fill: #fff } .title { font-weight: 600 }
        .label { text-anchor: end } .axis { text-anchor: middle; fill: #666 }
        .grid { stroke: #ddd } .one { stroke: #888 } .goal { stroke: #222; stroke-width: 2 }
        .bar { fill: #2a7d4f } .bar[data-verdict=missed] { fill: #c2410c }
        @media (prefers-color-scheme: dark) {
          text { fill: #ddd } .page { fill: #16181c } .axis { fill: #999 } .grid { stroke: #333 }
          .one { stroke: #888 } .goal { stroke: #eee } .bar { fill: #3fa56d }
          .bar[data-verdict=missed] { fill: #e0703c }
        }
        """
}
