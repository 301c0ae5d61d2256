import AudioModel

extension StoryReport {
    /// The story as a picture: a lane a stream with its waveform, shaded by state; the device's
    /// events on top; what the apps were told; the expectations; the reasons on hover.
    ///
    /// Self-contained SVG for light and dark surroundings. Its size is bounded by the number of
    /// lanes drawn, not by the length of the story.
    ///
    /// - Parameter hasHeading: With the title and the verdict on top.
    public func svg(hasHeading: Bool = true) -> String {
        var drawing = TimelineDrawing(self, hasHeading: hasHeading)
        return drawing.drawn()
    }
}

/// Draws one report from top to bottom; `y` is the pen.
struct TimelineDrawing {
    let report: StoryReport
    let scale: TimelineScale
    private let hasHeading: Bool
    var writer = MarkupWriter()
    var y: Double = 0
    private var pathCount = 0

    /// More lanes than this are named in one line at the end instead of drawn.
    static let lanesMax = 80
    static let laneHeight: Double = 52

    init(_ report: StoryReport, hasHeading: Bool) {
        self.report = report
        self.hasHeading = hasHeading
        scale = TimelineScale(duration: report.duration)
    }

    /// Upper layers are written later: what stands behind needs the height, so the body is drawn
    /// first and put together last.
    mutating func drawn() -> String {
        drawHeading()
        let leaders = drawDeviceEvents()
        let plotTop = y
        drawApps()
        drawExpectations()
        let plotBottom = y
        drawAxisLabels()
        drawLegend()
        let body = writer.text

        writer = MarkupWriter()
        let size = "\(text(TimelineScale.pictureWidth)) \(text(y))"
        writer.open(
            "svg",
            [
                "xmlns": "http://www.w3.org/2000/svg", "viewBox": "0 0 \(size)",
                "width": text(TimelineScale.pictureWidth), "height": text(y), "class": "tl",
                "role": "img", "aria-label": "Timeline of " + report.title,
            ])
        writer.element("style", [:], TimelineStyle.css)
        TimelineStyle.writePatterns(to: &writer)
        writer.element(
            "rect",
            [
                "class": "paper", "width": text(TimelineScale.pictureWidth), "height": text(y),
                "rx": "6",
            ])
        drawGrid(from: plotTop, to: plotBottom)
        for leader in leaders {
            drawLine("leader", x: leader.x, from: leader.top, to: plotBottom)
        }
        writer.markup(body)
        drawFailures(from: plotTop, to: plotBottom)
        writer.close()
        return writer.text
    }

    private mutating func drawHeading() {
        guard hasHeading else {
            y = 12
            return
        }
        writer.element("text", ["class": "title", "x": "16", "y": "30"], report.title)
        let verdict = (report.isOK ? "✓ " : "✗ ") + report.verdictWords
        writer.element(
            "text",
            [
                "class": report.isOK ? "good end" : "bad end", "x": text(TimelineScale.plotRight),
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
            report.failures.map { Mark(at: $0.at, words: $0.message) }, scale)
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
        for state in StreamState.allCases {
            drawShade(state, x: x, y: y, width: 26, height: 14, hover: nil)
            x = drawLegendWord(state.rawValue, x: x + 32)
        }
        drawMarks(legendAt: &x)
        y += 28
    }

    private mutating func drawMarks(legendAt x: inout Double) {
        for (style, word) in [("source", "source"), ("wave", "heard")] {
            writer.element(
                "path",
                [
                    "class": style,
                    "d": "M\(text(x)) \(text(y + 7))l5-5l4 3l5-5l5 6l5 1l-5 1l-5 6l-5-5l-4 3z",
                ])
            x = drawLegendWord(word, x: x + 30)
        }
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
