import AudioModel

/// Marks with labels: the device's events, what apps did and were told, the expectations.
extension TimelineDrawing {
    private static let rowHeight: Double = 15

    /// - Returns: Where the events' leaders go on through the lanes.
    mutating func drawDeviceEvents() -> [(x: Double, top: Double)] {
        let clusters = MarkCluster.clusters(report.device.map { Mark($0) }, scale)
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
            drawMark("dot", x: cluster.x, y: bottom - 3, hover: cluster.hover)
            leaders.append((cluster.x, leaderTop))
        }
        y = bottom + 4
        return leaders
    }

    /// An app's name, what it did (dots) and what it was told (triangles).
    mutating func drawAppStrip(_ app: String) {
        y += 6
        let acts = report.apps.filter { $0.app == app }.map { Mark($0) }
        let told = report.told.filter { $0.app == app }.map { Mark($0) }
        let actClusters = MarkCluster.clusters(acts, scale)
        let toldClusters = MarkCluster.clusters(told, scale)
        // One placing for both kinds, so that their labels keep clear of each other too.
        let marks =
            (actClusters.map { ($0, isTold: false) } + toldClusters.map { ($0, isTold: true) })
            .enumerated().sorted { ($0.element.0.x, $0.offset) < ($1.element.0.x, $1.offset) }
            .map(\.element)
        let places = placed(marks.map(\.0), rowsMax: 6)
        let rowCount = max(1, (places.compactMap(\.?.row).max() ?? -1) + 1)
        let top = y
        let bottom = top + Double(rowCount) * Self.rowHeight + (marks.isEmpty ? 0 : 8)
        drawName(clipped(app, 18), style: "app", y: bottom - 3)
        for (mark, place) in zip(marks, places) {
            let (cluster, isTold) = mark
            if let place {
                let baseline = top + Double(place.row) * Self.rowHeight + 11
                drawLine("leader", x: cluster.x, from: baseline - 8, to: bottom - 5)
                drawLabel(
                    place, x: cluster.x, baseline: baseline,
                    style: isTold ? "toldtext" : "soft")
            }
            if isTold {
                drawToldMark(x: cluster.x, y: bottom - 8, hover: cluster.hover)
            } else {
                drawMark("dot", x: cluster.x, y: bottom - 4, hover: cluster.hover)
            }
        }
        y = bottom + 2
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

    mutating func drawToldMark(x: Double, y: Double, hover: String?) {
        writer.element(
            "path", ["class": "told", "d": "M\(text(x - 4.5)) \(text(y))h9l-4.5 8z"], hover: hover)
    }

    private mutating func drawMark(_ style: String, x: Double, y: Double, hover: String) {
        writer.element(
            "circle", ["class": style, "cx": text(x), "cy": text(y), "r": "3.5"], hover: hover)
    }

    private mutating func drawLabel(
        _ place: LabelRows.Position, x: Double, baseline: Double, style: String
    ) {
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
