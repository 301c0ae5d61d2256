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
                "width": text(scale.plotWidth), "height": text(height),
                "fill-opacity": ".55",
            ])
        drawName(clipped(row.name, 20), style: "", y: top + 23)
        drawName(clipped(row.lanes[0].shortSound, 22), style: "soft small", y: top + 37)
        for lane in row.lanes { drawShades(of: lane, top: top, height: height) }
        for lane in row.lanes { drawWaveform(of: lane, top: top + 16, loudest: loudest) }
        y = top + height + drawStates(of: row, top: top) + 4
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
                lane.stateWord(span.verdict.state), x: left, y: top,
                width: max(right - left, Self.thinnest), height: height,
                hover: span.hover(lane))
        }
    }

    mutating func drawShade(
        _ state: String, x: Double, y: Double, width: Double, height: Double, hover: String?
    ) {
        let box = (x: text(x), y: text(y), width: text(width), height: text(height))
        writer.element(
            "rect",
            [
                "class": "shade " + state, "x": box.x, "y": box.y, "width": box.width,
                "height": box.height,
            ], hover: hover)
        guard TimelineStyle.hasTexture(state), width > 2 else { return }
        writer.element(
            "rect",
            [
                "class": state + "-texture", "x": box.x, "y": box.y, "width": box.width,
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

    /// One state of a lane, as long as its words stay the same.
    private struct Stretch {
        var from: HostTime
        var to: HostTime
        var state: StreamState
        /// From the longest to the shortest; each names the state.
        var words: [String]
    }

    /// Writes the states into their shades, and below the lane those that are too short for it.
    ///
    /// - Returns: The height of what stands below the lane.
    private mutating func drawStates(of row: LaneRow, top: Double) -> Double {
        var callouts: [Stretch] = []
        for stretch in row.lanes.flatMap(stretches) {
            let left = scale.x(stretch.from)
            let room = scale.x(stretch.to) - left - 8
            if let words = stretch.words.first(where: {
                LabelRows.width(of: $0, fontSize: Self.stateFontSize) <= room
            }) {
                writer.element(
                    "text", ["class": "why halo", "x": text(left + 4), "y": text(top + 12)], words)
            } else if stretch.state != .stopped {
                callouts.append(stretch)
            }
        }
        return drawCallouts(callouts, bottom: top + Self.laneHeight)
    }

    private static let stateFontSize: Double = 10
    private static let calloutHeight: Double = 13
    private static let calloutRowsMax = 4

    private mutating func drawCallouts(_ stretches: [Stretch], bottom: Double) -> Double {
        var rows = LabelRows(
            rowsMax: Self.calloutRowsMax, from: TimelineScale.plotLeft,
            to: scale.pictureWidth - 4, gap: 6, fontSize: Self.stateFontSize)
        let order = stretches.indices.sorted {
            (stretches[$0].state.importance, $0) < (stretches[$1].state.importance, $1)
        }
        var placed: [(x: Double, place: LabelRows.Position)] = []
        for stretch in order.map({ stretches[$0] }) {
            let x = (scale.x(stretch.from) + scale.x(stretch.to)) / 2
            if let place = rows.place(mark: x, labels: stretch.words.reversed()) {
                placed.append((x, place))
            }
        }
        for (x, place) in placed {
            // Leaders run upwards here, so the rows count from the bottom.
            let row = rows.rowCount - 1 - place.row
            let baseline = bottom + Double(row + 1) * Self.calloutHeight
            drawLine("leader", x: x, from: bottom - 6, to: baseline)
            writer.element(
                "text",
                [
                    "class": "why halo soft\(place.isLeftward ? " end" : "")",
                    "x": text(place.isLeftward ? x - 4 : x + 4), "y": text(baseline),
                ], place.label)
        }
        return placed.isEmpty ? 0 : Double(rows.rowCount) * Self.calloutHeight + 3
    }

    /// The states of a lane; neighbours that say the same say it once.
    private func stretches(of lane: StreamLane) -> [Stretch] {
        lane.spans.reduce(into: []) { stretches, span in
            let words = lane.shortWords(of: span)
            if let last = stretches.last, last.words == words {
                stretches[stretches.count - 1].to = span.to
            } else {
                stretches.append(
                    Stretch(
                        from: span.from, to: span.to, state: span.verdict.state, words: words))
            }
        }
    }

    func clipped(_ words: String, _ lengthMax: Int) -> String {
        words.count <= lengthMax ? words : String(words.prefix(lengthMax - 1)) + "…"
    }
}

extension StreamState {
    /// The order in which states are named where there is not room for all.
    fileprivate var importance: Int {
        switch self {
        case .interrupted: 0
        case .silent: 1
        case .ducked: 2
        case .paused: 3
        case .audible: 4
        case .stopped: 5
        }
    }
}

extension StreamLane {
    /// The state with its reason or gain, from the longest to the shortest.
    fileprivate func shortWords(of span: StreamSpan) -> [String] {
        let verdict = span.verdict
        let state = stateWord(verdict.state)
        let level = verdict.isAudible ? levelWords(of: span, isShort: true) : ""
        switch verdict.state {
        case .audible: return (level.isEmpty ? [] : ["\(state), \(level)"]) + [state]
        case .ducked:
            return (span.by.map { ["ducked by \($0), \(level)", "ducked by \($0)"] } ?? [])
                + [state]
        case .silent, .paused, .interrupted, .stopped:
            let reasons = verdict.reasons.map(\.kind.rawValue).filter { $0 != state }
            let all = state + ": " + reasons.joined(separator: ", ")
            return (span.by.map { ["\(state) by \($0)"] } ?? []) + (reasons.isEmpty ? [] : [all])
                + reasons.prefix(1).map { "\(state): \($0)" } + [state]
        }
    }
}

extension StreamSpan {
    fileprivate func hover(_ lane: StreamLane) -> String {
        var lines = [
            "\(lane.fullName) \(lane.stateWord(verdict.state))" + (by.map { " by \($0)" } ?? ""),
            "\(from.secondsText) to \(to.secondsText) s",
        ]
        if verdict.isAudible { lines.append(lane.levelWords(of: self)) }
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
