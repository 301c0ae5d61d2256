import AudioModel

extension StoryReport {
    /// The story as a picture: a lane a stream with its waveform, shaded by state; the device's
    /// events on top; what the apps were told; the expectations; the reasons on hover.
    ///
    /// Self-contained SVG for light and dark surroundings. Its size is bounded by the number of
    /// lanes drawn, not by the length of the story.
    ///
    /// - Parameters:
    ///   - hasHeading: With the title and the verdict on top.
    ///   - width: Width in user units, which are about pixels; from 600 to 4000. Text has the same
    ///     size in all widths.
    public func svg(hasHeading: Bool = true, width: Double = 1200) -> String {
        var drawing = TimelineDrawing(self, hasHeading: hasHeading, width: width)
        return drawing.drawn()
    }
}

/// The names of a page's parts that link to each other.
enum ReportLinks {
    static func expectation(_ number: Int) -> String { "expectation-\(number)" }
    static func line(_ number: Int) -> String { "line-\(number)" }
}

/// Draws one report from top to bottom; `y` is the pen.
struct TimelineDrawing {
    let report: StoryReport
    let scale: TimelineScale
    private let hasHeading: Bool
    /// Whether expectations are links to the page's rows.
    let isLinked: Bool
    var writer = MarkupWriter()
    /// The names at the left, which a page keeps in view.
    private var names = MarkupWriter()
    var y: Double = 0
    private var pathCount = 0
    /// Numbers of the expectations that have a mark, from 1.
    var drawnExpectations: Set<Int> = []
    /// Where the lanes and the expectations end, from the top.
    private var lanesBottom: Double = 0

    /// More lanes than this are named in one line at the end instead of drawn.
    static let lanesMax = 80
    static let laneHeight: Double = 52

    init(_ report: StoryReport, hasHeading: Bool, isLinked: Bool = false, width: Double) {
        self.report = report
        self.hasHeading = hasHeading
        self.isLinked = isLinked
        scale = TimelineScale(duration: report.duration, width: width)
    }

    /// The picture with its names in one element.
    mutating func drawn() -> String {
        let plot = drawPlot()
        return element(plot + names.text, from: 0, to: scale.pictureWidth)
    }

    /// The share of the picture's height that is below the lanes; known when it is drawn.
    var shareBelowLanes: Double { y > 0 ? (y - lanesBottom) / y : 0 }

    /// The names and the plot as two elements of the same scale, to be set side by side.
    mutating func drawnInParts() -> (names: String, plot: String) {
        let plot = drawPlot()
        return (
            element(names.text, from: 0, to: TimelineScale.namesWidth),
            element(plot, from: TimelineScale.namesWidth, to: scale.pictureWidth)
        )
    }

    private func element(_ contents: String, from left: Double, to right: Double) -> String {
        let hasNames = left == 0
        let isWhole = hasNames && right == scale.pictureWidth
        let (width, height) = (text(right - left), text(y))
        let label = hasNames && !isWhole ? "Names of the lanes" : "Timeline of " + report.name
        var writer = MarkupWriter()
        writer.open(
            "svg",
            [
                "xmlns": "http://www.w3.org/2000/svg",
                "viewBox": "\(text(left)) 0 \(width) \(height)",
                "width": width, "height": height, "class": "tl",
                "role": "img", "aria-label": label,
            ])
        if !hasNames || isWhole {
            writer.element("style", [:], TimelineStyle.css)
            TimelineStyle.writePatterns(to: &writer)
        }
        writer.element(
            "rect",
            [
                "class": "paper", "x": text(left), "width": width, "height": height,
                "rx": isWhole ? "6" : "0",
            ])
        writer.markup(contents)
        writer.close()
        return writer.text
    }

    /// Draws everything but the names, in layers: what stands behind needs the height, so the body
    /// is drawn first and put together last.
    private mutating func drawPlot() -> String {
        drawHeading()
        let leaders = drawDeviceEvents()
        let plotTop = y
        drawApps()
        drawExpectations()
        let plotBottom = y
        lanesBottom = y
        drawAxisLabels()
        drawLegend()
        let body = writer.text

        writer = MarkupWriter()
        drawGrid(from: plotTop, to: plotBottom)
        for leader in leaders {
            drawLine("leader", x: leader.x, from: leader.top, to: plotBottom)
        }
        drawFailedExpectations(from: plotTop, to: plotBottom)
        writer.markup(body)
        drawFailures(from: plotTop, to: plotBottom)
        return writer.text
    }

    /// Lines through the lanes where expectations fail.
    private mutating func drawFailedExpectations(from top: Double, to bottom: Double) {
        var lastX = -Double.infinity
        let failed = report.expectations.filter { !$0.isOK }
        for x in failed.map({ scale.x($0.failureTime(in: report.duration)) }).sorted()
        where x - lastX >= 1 {
            drawLine("claimline", x: x, from: top, to: bottom)
            lastX = x
        }
    }

    /// Writes a name at the left.
    mutating func drawName(_ name: String, style: String, y: Double) {
        names.element(
            "text",
            ["class": style + " end", "x": text(TimelineScale.namesWidth), "y": text(y)], name)
    }

    private mutating func drawHeading() {
        guard hasHeading else {
            y = 12
            return
        }
        writer.element("text", ["class": "title", "x": "16", "y": "30"], report.name)
        let verdict = (report.isOK ? "✓ " : "✗ ") + report.verdictWords
        writer.element(
            "text",
            [
                "class": report.isOK ? "good end" : "bad end", "x": text(scale.plotRight),
                "y": "30", "font-weight": "600",
            ], verdict)
        y = 44
    }

    private mutating func drawGrid(from top: Double, to bottom: Double) {
        for tick in scale.ticks {
            drawLine("grid", x: scale.x(tick.at), from: top, to: bottom + 5)
        }
    }

    mutating func drawLine(_ style: String, x: Double, from top: Double, to bottom: Double) {
        writer.element("path", ["class": style, "d": "M\(text(x)) \(text(top))V\(text(bottom))"])
    }

    private mutating func drawAxisLabels() {
        y += 18
        for tick in scale.ticks {
            writer.element(
                "text", ["class": "soft middle", "x": text(scale.x(tick.at)), "y": text(y)],
                tick.label)
        }
        y += 12
    }

    private mutating func drawFailures(from top: Double, to bottom: Double) {
        for cluster in MarkCluster.clusters(
            report.failures.map { Mark(at: $0.at, words: $0.message, .interruption) }, scale)
        {
            writer.open("g")
            writer.element("title", [:], cluster.hover)
            drawLine("failline", x: cluster.x, from: top - 6, to: bottom)
            writer.element(
                "rect",
                [
                    "class": "hit", "x": text(cluster.x - 4), "y": text(top - 6), "width": "8",
                    "height": text(bottom - top + 6),
                ])
            writer.close()
        }
    }

    /// Every state in its shade, then the marks.
    private mutating func drawLegend() {
        y += 12
        var x = TimelineScale.plotLeft
        let hasRecordings = report.streams.contains { $0.kind == .recorder }
        let states =
            StreamState.allCases.map(\.rawValue) + (hasRecordings ? [StreamState.recording] : [])
        for state in states {
            makeLegendRoom(for: state, symbolWidth: 32, at: &x)
            drawShade(state, x: x, y: y, width: 26, height: 14, hover: nil)
            x = drawLegendWord(state, x: x + 32)
        }
        drawMarks(legendAt: &x)
        y += 28
    }

    /// Begins another row of the legend where a word would not fit.
    private mutating func makeLegendRoom(
        for word: String, symbolWidth: Double, at x: inout Double
    ) {
        guard x + symbolWidth + LabelRows.width(of: word, fontSize: 11) > scale.plotRight else {
            return
        }
        x = TimelineScale.plotLeft
        y += 20
    }

    private mutating func drawMarks(legendAt x: inout Double) {
        for (style, word) in [("source", "source"), ("wave", "heard")] {
            makeLegendRoom(for: word, symbolWidth: 30, at: &x)
            writer.element(
                "path",
                [
                    "class": style,
                    "d": "M\(text(x)) \(text(y + 7))l5-5l4 3l5-5l5 6l5 1l-5 1l-5 6l-5-5l-4 3z",
                ])
            x = drawLegendWord(word, x: x + 30)
        }
        makeLegendRoom(for: "act", symbolWidth: 15, at: &x)
        writer.element(
            "rect", ["class": "act", "x": text(x), "y": text(y + 3), "width": "7", "height": "7"])
        x = drawLegendWord("act", x: x + 13)
        makeLegendRoom(for: "told, holds, does not hold", symbolWidth: 70, at: &x)
        drawToldMark(x: x + 5, y: y + 3, hover: nil)
        x = drawLegendWord("told", x: x + 15)
        drawTick(x: x + 5, y: y + 7, holds: true)
        x = drawLegendWord("holds", x: x + 15)
        drawTick(x: x + 5, y: y + 7, holds: false)
        x = drawLegendWord("does not hold", x: x + 15)
    }

    private mutating func drawLegendWord(_ word: String, x: Double) -> Double {
        writer.element("text", ["class": "soft", "x": text(x), "y": text(y + 11)], word)
        return x + LabelRows.width(of: word, fontSize: 11) + 16
    }

    /// For identifiers that are unique in the picture.
    mutating func nextPathNumber() -> Int {
        pathCount += 1
        return pathCount
    }

    func text(_ value: Double) -> String { Numeral.short(value, places: 1) }
}
