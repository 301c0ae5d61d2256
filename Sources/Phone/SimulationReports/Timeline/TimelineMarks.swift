import AudioModel

/// Marks with labels: the device's events, what apps did and were told, the expectations.
extension TimelineDrawing {
    private static let rowHeight: Double = 15

    /// - Returns: Where the events' leaders go on through the lanes.
    mutating func drawDeviceEvents() -> [(x: Double, top: Double)] {
        let marks = report.device.map { Mark($0) } + idleActs
        let clusters = MarkCluster.clusters(marks.sorted { $0.at < $1.at }, scale)
        let places = placed(clusters, rowsMax: 8)
        let rowCount = (places.compactMap(\.?.row).max() ?? -1) + 1
        let top = y
        let bottom = top + Double(rowCount) * Self.rowHeight + 8
        drawName(StoryReport.deviceName, style: "app", y: bottom - 3)
        var leaders: [(x: Double, top: Double)] = []
        for (cluster, place) in zip(clusters, places) {
            var leaderTop = bottom - 6
            if let place {
                let baseline = top + Double(place.row) * Self.rowHeight + 12
                leaderTop = baseline - 9
                drawLabel(place, x: cluster.x, baseline: baseline, style: "")
            }
            if cluster.marks.allSatisfy(\.isWithoutEffect) {
                drawActMark(cluster, y: bottom - 3)
            } else {
                drawMark("dot", x: cluster.x, y: bottom - 3, hover: cluster.hover, at: cluster.at)
            }
            leaders.append((cluster.x, leaderTop))
        }
        y = bottom + 4
        return leaders
    }

    /// The acts of the user and of the surroundings that changed nothing: the others are events.
    private var idleActs: [Mark] {
        report.acts.filter { $0.actor == StoryReport.deviceName && $0.isWithoutEffect }
            .map { Mark($0) }
    }

    /// The kinds of marks in an app's strip, from the top.
    private enum StripMark: Int {
        /// What the story lets the app do.
        case act
        /// What has become of it.
        case state
        /// What it was told.
        case told

        /// The mark's middle, above the strip's bottom.
        var height: Double {
            switch self {
            case .act: 20
            case .state: 11
            case .told: 6
            }
        }
    }

    /// An app's name, its acts (squares), its states (dots) and what it was told (triangles).
    mutating func drawAppStrip(_ app: String) {
        y += 6
        let acts = report.acts.filter { $0.actor == app && app != StoryReport.deviceName }
        let states = report.apps.filter { $0.app == app }
        let told = report.told.filter { $0.app == app }
        // One placing for all kinds, so that their labels keep clear of each other too.
        let clusters: [(cluster: MarkCluster, kind: StripMark)] =
            MarkCluster.clusters(acts.map { Mark($0) }, scale).map { ($0, .act) }
            + MarkCluster.clusters(states.map { Mark($0) }, scale).map { ($0, .state) }
            + MarkCluster.clusters(told.map { Mark($0) }, scale).map { ($0, .told) }
        let marks = clusters.enumerated().sorted {
            ($0.element.cluster.x, $0.offset) < ($1.element.cluster.x, $1.offset)
        }.map(\.element)
        let places = placed(marks.map(\.cluster), rowsMax: 8)
        let rowCount = max(1, (places.compactMap(\.?.row).max() ?? -1) + 1)
        let top = y
        let bottom = top + Double(rowCount) * Self.rowHeight + (marks.isEmpty ? 0 : 24)
        // The phone's events stand on top by the same name.
        let name = app == StoryReport.deviceName ? "\(app)'s sounds" : app
        drawName(clipped(name, 18), style: "app", y: bottom - 3)
        for (mark, place) in zip(marks, places) {
            let x = mark.cluster.x
            if let place {
                let baseline = top + Double(place.row) * Self.rowHeight + 11
                drawLine("leader", x: x, from: baseline - 8, to: bottom - mark.kind.height)
                let style =
                    switch mark.kind {
                    case .act: ""
                    case .state: "soft"
                    case .told: "toldtext"
                    }
                drawLabel(place, x: x, baseline: baseline, style: style)
            }
            draw(mark.cluster, mark.kind, y: bottom - mark.kind.height)
        }
        y = bottom + 2
    }

    private mutating func draw(_ cluster: MarkCluster, _ kind: StripMark, y: Double) {
        switch kind {
        case .act: drawActMark(cluster, y: y)
        case .state: drawMark("dot", x: cluster.x, y: y, hover: cluster.hover, at: cluster.at)
        case .told: drawToldMark(x: cluster.x, y: y, hover: cluster.hover, at: cluster.at)
        }
    }

    /// A square, which is hollow where no act of the cluster did anything.
    private mutating func drawActMark(_ cluster: MarkCluster, y: Double) {
        let style = cluster.marks.allSatisfy(\.isWithoutEffect) ? "act idle" : "act"
        writer.element(
            "rect",
            [
                ("class", style), ("x", text(cluster.x - 3.5)), ("y", text(y - 3.5)),
                ("width", "7"), ("height", "7"),
            ] + focus(cluster.hover, at: cluster.at), hover: cluster.hover)
    }

    /// The attributes by which a page's reader comes to a mark with the keyboard, and hears it.
    private func focus(_ words: String?, at time: HostTime?) -> [(String, String)] {
        guard isLinked, let words, let time else { return [] }
        return [
            ("tabindex", "0"), ("role", "img"),
            ("aria-label", words.replacing("\n", with: "; ")),
            ("data-at", Numeral.short(time.seconds, places: 6)),
        ]
    }

    /// The expectations as bars over what they are about; those that fail come first, so that they
    /// are drawn when there is not room for all.
    mutating func drawExpectations() {
        let drawable = report.expectations.enumerated().filter {
            $0.element.span != nil || !$0.element.isOK
        }
        guard !drawable.isEmpty else { return }
        y += 10
        var rows: [[ClosedRange<Double>]] = []
        let top = y
        let inOrder = drawable.filter { !$0.element.isOK } + drawable.filter(\.element.isOK)
        for (index, result) in inOrder {
            let from = scale.x(result.span?.lowerBound ?? .zero)
            let to = scale.x(result.span?.upperBound ?? .zero + report.duration)
            let extent = (from - 7)...(max(to, from) + 7)
            var row = rows.firstIndex { !$0.contains { $0.overlaps(extent) } }
            if row == nil, rows.count < Self.expectationRowsMax {
                rows.append([])
                row = rows.count - 1
            }
            guard let row else { continue }
            rows[row].append(extent)
            drawnExpectations.insert(index + 1)
            drawExpectation(
                result, number: index + 1, from: from, to: to, y: top + Double(row) * 15 + 8)
        }
        drawName("expect", style: "app", y: top + 12)
        y = top + Double(rows.count) * 15 + 4
    }

    private static let expectationRowsMax = 10

    /// - Parameter number: The expectation's place in the file, from 1: the page links it.
    private mutating func drawExpectation(
        _ result: ExpectationResult, number: Int, from: Double, to: Double, y: Double
    ) {
        let verdict = result.isOK ? "holds" : "does not hold"
        let group = "tl-\(ReportLinks.expectation(number))"
        if isLinked {
            writer.open("a", ["id": group, "href": "#" + ReportLinks.expectation(number)])
        } else {
            writer.open("g", ["id": group])
        }
        writer.element(
            "title", [:], "line \(result.line): \(result.text)\n\(verdict); found: \(result.found)")
        if to - from > 14 {
            let style = result.isOK ? "holds" : "fails"
            writer.element(
                "path",
                [
                    "class": style, "opacity": ".55",
                    "d": "M\(text(from)) \(text(y - 3))v6M\(text(from)) \(text(y))H\(text(to))"
                        + "M\(text(to)) \(text(y - 3))v6",
                ])
        }
        let x = result.isOK ? (from + to) / 2 : scale.x(result.failureTime(in: report.duration))
        writer.element(
            "circle", ["class": "paper claim", "cx": text(x), "cy": text(y), "r": "7"])
        drawTick(x: x, y: y, holds: result.isOK)
        writer.close()
    }

    mutating func drawTick(x: Double, y: Double, holds: Bool) {
        let shape = holds ? "m-4 0l3 3l5-6" : "m-3.5-3.5l7 7m0-7l-7 7"
        writer.element(
            "path", ["class": holds ? "holds" : "fails", "d": "M\(text(x)) \(text(y))\(shape)"])
    }

    mutating func drawToldMark(x: Double, y: Double, hover: String?, at time: HostTime? = nil) {
        writer.element(
            "path",
            [("class", "told"), ("d", "M\(text(x - 4.5)) \(text(y))h9l-4.5 8z")]
                + focus(hover, at: time), hover: hover)
    }

    private mutating func drawMark(
        _ style: String, x: Double, y: Double, hover: String, at time: HostTime
    ) {
        writer.element(
            "circle",
            [("class", style), ("cx", text(x)), ("cy", text(y)), ("r", "3.5")]
                + focus(hover, at: time), hover: hover)
    }

    private mutating func drawLabel(
        _ place: LabelRows.Position, x: Double, baseline: Double, style: String
    ) {
        // A ground of paper, so that no dashed line runs through the words.
        let width = LabelRows.width(of: place.label, fontSize: 11) * 0.92
        writer.element(
            "rect",
            [
                "class": "ground", "x": text(place.isLeftward ? x - 4 - width : x + 2),
                "y": text(baseline - 10), "width": text(width + 2), "height": "13",
            ])
        writer.element(
            "text",
            [
                "class": "halo \(style)\(place.isLeftward ? " end" : "")",
                "x": text(place.isLeftward ? x - 4 : x + 4), "y": text(baseline),
            ], place.label)
    }

    /// Places the labels, the most important first.
    private func placed(_ clusters: [MarkCluster], rowsMax: Int) -> [LabelRows.Position?] {
        var rows = LabelRows(
            rowsMax: rowsMax, from: TimelineScale.plotLeft, to: scale.pictureWidth - 4, gap: 8)
        var places = [LabelRows.Position?](repeating: nil, count: clusters.count)
        let importances = clusters.map(\.importance.rawValue)
        for index in clusters.indices.sorted(by: { (importances[$0], $0) < (importances[$1], $1) })
        {
            places[index] = rows.place(mark: clusters[index].x, labels: clusters[index].labels)
        }
        return places
    }
}
