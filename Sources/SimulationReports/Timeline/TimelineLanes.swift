import AudioModel

/// The apps and their lanes.
extension TimelineDrawing {
    /// Lanes of one name stand in one row: a name is used again only after its end.
    struct LaneRow {
        var name: String
        var lanes: [StreamLane]
    }

    mutating func drawApps() {
        let loudest =
            report.streams.map { max($0.sourcePeaks.loudest, $0.outputPeaks.loudest) }
            .max() ?? 0
        var lanesLeft = Self.lanesMax
        var hiddenCount = 0
        for app in report.appNames {
            drawAppStrip(app)
            for row in rows(of: app) {
                guard lanesLeft > 0 else {
                    hiddenCount += 1
                    continue
                }
                lanesLeft -= 1
                drawRow(row, loudest: loudest)
            }
        }
        if hiddenCount > 0 {
            y += 14
            writer.element(
                "text", ["class": "soft", "x": text(TimelineScale.plotLeft), "y": text(y)],
                "and \(Numeral.counted(hiddenCount, "more stream")), in the text and JSON forms")
            y += 6
        }
    }

    private func rows(of app: String) -> [LaneRow] {
        var rows: [LaneRow] = []
        for lane in report.streams where lane.app == app {
            if let index = rows.firstIndex(where: { $0.name == lane.name }) {
                rows[index].lanes.append(lane)
            } else {
                rows.append(LaneRow(name: lane.name, lanes: [lane]))
            }
        }
        return rows
    }

    private mutating func drawRow(_ row: LaneRow, loudest: Float) {
        let top = y + 2
        let height = Self.laneHeight
        writer.element(
            "rect",
            [
                "class": "panel", "x": text(TimelineScale.plotLeft), "y": text(top),
                "width": text(TimelineScale.plotWidth), "height": text(height),
                "fill-opacity": ".55",
            ])
        let nameX = TimelineScale.plotLeft - 10
        writer.element(
            "text", ["class": "end", "x": text(nameX), "y": text(top + 23)], clipped(row.name, 20))
        writer.element(
            "text",
            ["class": "soft end", "x": text(nameX), "y": text(top + 37), "font-size": "10"],
            clipped(row.lanes[0].shortSound, 22))
        for lane in row.lanes { drawShades(of: lane, top: top, height: height) }
        for lane in row.lanes { drawWaveform(of: lane, top: top + 16, loudest: loudest) }
        for lane in row.lanes { drawReasons(of: lane, top: top) }
        y = top + height + 4
    }

    /// Nothing is drawn thinner than this.
    private static let thinnest = 1.5

    private mutating func drawShades(of lane: StreamLane, top: Double, height: Double) {
        var drawnUntil = -Double.infinity
        for span in lane.spans {
            let left = scale.x(span.from)
            let right = scale.x(span.to)
            // What is thinner than a hair and begins in one that is drawn cannot be seen.
            guard right - left >= Self.thinnest || left >= drawnUntil else { continue }
            drawnUntil = max(right, left + Self.thinnest)
            drawShade(
                span.verdict.state, x: left, y: top, width: max(right - left, Self.thinnest),
                height: height,
                hover: span.hover(lane))
        }
    }

    mutating func drawShade(
        _ state: StreamState, x: Double, y: Double, width: Double, height: Double, hover: String?
    ) {
        let box = (x: text(x), y: text(y), width: text(width), height: text(height))
        writer.element(
            "rect",
            [
                "class": "shade " + state.rawValue, "x": box.x, "y": box.y, "width": box.width,
                "height": box.height,
            ], hover: hover)
        guard TimelineStyle.hasTexture(state), width > 2 else { return }
        writer.element(
            "rect",
            [
                "class": state.rawValue + "-texture", "x": box.x, "y": box.y, "width": box.width,
                "height": box.height,
            ])
    }

    private mutating func drawWaveform(of lane: StreamLane, top: Double, loudest: Float) {
        let halfHeight = (Self.laneHeight - 18) / 2
        let unit = Numeral.short(halfHeight / 1000, places: 5)
        for (style, peaks) in [("source", lane.sourcePeaks), ("wave", lane.outputPeaks)] {
            let path = WaveformPath(
                peaks, start: lane.waveformStart, step: lane.waveformStep, scale: scale,
                loudest: loudest)
            guard !path.isEmpty else { continue }
            writer.open(
                "g",
                [
                    "class": style,
                    "transform":
                        "translate(\(text(TimelineScale.plotLeft)) \(text(top + halfHeight))) "
                        + "scale(1 \(unit))",
                ])
            let id = "tl-\(style)-\(nextPathNumber())"
            writer.element("path", ["id": id, "d": path.data])
            writer.element("use", ["href": "#" + id, "transform": "scale(1 -1)"])
            writer.close()
        }
    }

    private mutating func drawReasons(of lane: StreamLane, top: Double) {
        // Neighbours that say the same say it once.
        let stretches = lane.spans.reduce(into: [StreamSpan]()) { stretches, span in
            if let last = stretches.last, last.shortWords == span.shortWords {
                stretches[stretches.count - 1].to = span.to
            } else {
                stretches.append(span)
            }
        }
        for span in stretches {
            let left = scale.x(span.from)
            let room = scale.x(span.to) - left - 8
            guard
                let words = span.shortWords.first(where: {
                    LabelRows.width(of: $0, fontSize: 10) <= room
                })
            else { continue }
            writer.element(
                "text", ["class": "why halo", "x": text(left + 4), "y": text(top + 12)], words)
        }
    }

    func clipped(_ words: String, _ lengthMax: Int) -> String {
        words.count <= lengthMax ? words : String(words.prefix(lengthMax - 1)) + "…"
    }
}

extension StreamSpan {
    /// From the longest to the shortest.
    fileprivate var shortWords: [String] {
        let state = verdict.state.rawValue
        let gain = Numeral.decibels(verdict.gain) + " dB"
        switch verdict.state {
        case .audible: return [verdict.isHeard ? gain : state]
        case .ducked:
            return (by.map { ["ducked by \($0), \(gain)", "ducked by \($0)"] } ?? []) + [
                state, gain,
            ]
        case .silent, .paused, .interrupted, .stopped:
            let reasons = verdict.reasons.map(\.kind.rawValue).filter { $0 != state }
            let all = state + ": " + reasons.joined(separator: ", ")
            return (by.map { ["\(state) by \($0)"] } ?? []) + (reasons.isEmpty ? [] : [all])
                + reasons.prefix(1) + [state]
        }
    }

    fileprivate func hover(_ lane: StreamLane) -> String {
        var lines = [
            "\(lane.fullName) \(verdict.state.rawValue)" + (by.map { " by \($0)" } ?? ""),
            "\(from.secondsText) to \(to.secondsText) s",
        ]
        if verdict.isHeard { lines.append("gain " + gainWords) }
        lines += verdict.reasons.map { reason in
            let cause =
                reason.cause.isEmpty ? "" : ", since \(reason.since.secondsText) s: \(reason.cause)"
            return "\(reason.kind.rawValue): \(reason.sentence)\(cause)"
        }
        return lines.joined(separator: "\n")
    }
}

extension [Float] {
    fileprivate var loudest: Float { reduce(0) { $1.isFinite ? Swift.max($0, $1) : $0 } }
}

extension StreamLane {
    /// A file without its folders; `tone:440/1` as it is.
    fileprivate var shortSound: String {
        let isGenerated = ["tone:", "noise", "silence/"].contains { sound.hasPrefix($0) }
        guard !isGenerated, let slash = sound.lastIndex(of: "/") else { return sound }
        return String(sound[sound.index(after: slash)...])
    }
}
