import AudioModel
import Testing

import SimulationReports

@Suite("The timeline of a story")
struct TimelineTests {
    @Test("has a lane a stream, every state in its own shade, and reasons on hover")
    func parts() throws {
        let found = try #require(FoundMarkup.reading(SampleStory.report.svg()))
        for state in StreamState.allCases {
            let shades = found.elements.filter {
                $0.name == "rect" && $0.attributes["class"] == "shade \(state.rawValue)"
            }
            // The legend has one of them.
            let spanCount = SampleStory.report.streams.reduce(0) {
                $0 + $1.spans.count { $0.verdict.state == state }
            }
            #expect(shades.count == spanCount + 1, "\(state)")
        }
        #expect(
            found.text.contains(
                "ring-switch: the ring switch is silent and the category obeys it, "
                    + "since 6.000 s: switch silent"))
        #expect(found.text.contains("interrupted by call"))
        #expect(found.text.contains("line 17: 18 .. 19 Player.song audible\ndoes not hold"))
        #expect(found.count(of: "use") == 7, "source and heard, where there is any")
    }

    @Test("puts a span where its times are")
    func places() throws {
        let found = try #require(FoundMarkup.reading(SmallStory.report.svg()))
        let shades = found.elements.filter {
            $0.attributes["class"]?.hasPrefix("shade") == true
        }.map { [$0.attributes["x"], $0.attributes["width"]] }
        // 2.5 s on a scale of 1,030 units that begins at 148.
        #expect(shades.prefix(3) == [["148", "618"], ["766", "412"], ["354", "103"]])
    }

    @Test("marks a failed claim where it fails")
    func failureMark() throws {
        var report = SampleStory.report
        report.expectations[3].foundAt = .seconds(18.5)
        // 20 s on a scale of 1,030 units that begins at 148.
        let places = [(HostTime?.none, "1126.5"), (.seconds(18.5), "1100.8")]
        for (time, x) in places {
            report.expectations[3].foundAt = time
            let found = try #require(FoundMarkup.reading(report.svg()))
            let marks = found.elements.filter { $0.attributes["class"] == "paper claim" }
            #expect(marks.contains { $0.attributes["cx"] == x }, "\(String(describing: time))")
            #expect(found.elements.count { $0.attributes["class"] == "claimline" } == 1)
        }
    }

    @Test("names a state also where it is too short for its name")
    func shortStates() throws {
        var report = StoryReport(title: "t", path: "p", duration: .seconds(100))
        var lane = StreamLane(app: "A", name: "a", sound: "s", kind: .player)
        let reason = Reason(.paused, rule: "r", sentence: "s")
        lane.spans = [
            StreamSpan(from: .zero, to: .seconds(50), verdict: Verdict(state: .audible), by: nil),
            StreamSpan(
                from: .seconds(50), to: .seconds(50.2),
                verdict: Verdict(state: .interrupted, reasons: [reason]), by: "call"),
            StreamSpan(
                from: .seconds(50.2), to: .seconds(100), verdict: Verdict(state: .audible), by: nil
            ),
        ]
        report.streams = [lane]
        #expect(try #require(FoundMarkup.reading(report.svg())).text.contains("interrupted"))
    }

    @Test("shows an input as recording, with its level")
    func recording() throws {
        var report = StoryReport(title: "t", path: "p", duration: .seconds(10))
        var lane = StreamLane(app: "A", name: "a", sound: "microphone", kind: .recorder)
        lane.spans = [
            StreamSpan(from: .zero, to: .seconds(10), verdict: Verdict(state: .audible), by: nil)
        ]
        lane.waveformStep = .seconds(1)
        lane.outputPeaks = [Float](repeating: 0.1, count: 10)
        lane.sourcePeaks = lane.outputPeaks
        report.streams = [lane]
        let found = try #require(FoundMarkup.reading(report.svg()))
        #expect(found.text.contains("recording, -20.0 dBFS"))
        #expect(
            found.elements.count { $0.attributes["class"] == "shade recording" } == 2,
            "the lane, and the legend")
        #expect(report.text().contains("recording    peak -20.0 dBFS"))
        #expect(report.jsonText.contains("\"state\": \"recording\""))
    }

    @Test("has text of the same size in all widths", arguments: [600.0, 830, 4000, 1, .infinity])
    func widths(width: Double) throws {
        let found = try #require(FoundMarkup.reading(SampleStory.report.svg(width: width)))
        let svg = try #require(found.elements.first { $0.name == "svg" })
        let expected = min(max(width, 600), 4000)
        #expect(svg.attributes["width"].flatMap(Double.init) == expected)
        let marks = found.elements.filter { $0.name == "circle" }
        #expect(
            marks.allSatisfy { ($0.attributes["cx"].flatMap(Double.init) ?? .infinity) <= expected }
        )
    }

    @Test("gives the room for labels to interruptions first, and launches are one word")
    func importance() throws {
        var report = StoryReport(title: "t", path: "p", duration: .seconds(20))
        report.device = [DeviceRecord(at: .seconds(10), change: "call arrives")]
        for number in 0..<200 {
            report.device.append(
                DeviceRecord(at: .seconds(Double(number) / 10), change: "media 0.\(number)"))
        }
        report.device.sort { $0.at < $1.at }
        for event in ["willFinishLaunching", "didFinishLaunching", "didBecomeActive"] {
            report.told.append(NotificationRecord(at: .zero, app: "A", event: event, detail: ""))
        }
        let labels = try #require(FoundMarkup.reading(report.svg())).text
        #expect(labels.contains("call arrives, media"))
        #expect(labels.contains("launches"))
    }

    @Test("is well-formed whatever the scenario says")
    func hostile() throws {
        let found = try #require(FoundMarkup.reading(hostileStory.svg()))
        #expect(found.count(of: "script") == 0)
    }

    @Test("is the same bytes every time")
    func deterministic() {
        #expect(SampleStory.report.svg() == SampleStory.report.svg())
    }

    @Test("of nothing at all is a picture too")
    func empty() throws {
        let report = StoryReport(title: "", path: "", duration: .zero)
        #expect(FoundMarkup.reading(report.svg()) != nil)
    }

    @Test("stays small for an hour of five busy streams")
    func longStory() throws {
        let svg = Self.busyHour.svg()
        #expect(svg.utf8.count < 800_000)
        #expect(FoundMarkup.reading(svg) != nil)
    }

    /// A story with a change per second in each stream and on the device, and peaks throughout.
    private static var busyHour: StoryReport {
        var report = StoryReport(title: "hour", path: "hour", duration: .seconds(3600))
        for number in 0..<5 {
            var lane = StreamLane(app: "App\(number)", name: "song", sound: "s", kind: .player)
            lane.spans = (0..<3600).map { second in
                StreamSpan(
                    from: .seconds(Double(second)), to: .seconds(Double(second + 1)),
                    verdict: second % 2 == 0
                        ? Verdict(state: .audible, factors: [GainFactor(.mediaVolume, 0.8)])
                        : Verdict(state: .silent, reasons: [SmallStory.ringSwitch]), by: nil)
            }
            lane.sourcePeaks = (0..<360_000).map { Float(($0 * 7919) % 1000) / 1000 }
            lane.outputPeaks = lane.sourcePeaks
            report.streams.append(lane)
        }
        report.device = (0..<3600).map {
            DeviceRecord(at: .seconds(Double($0)), change: "media 0.\($0 % 10)")
        }
        return report
    }
}

@Suite("Labels over marks")
struct LabelRowsTests {
    @Test("never cover each other or another mark's leader", arguments: 0..<20)
    func neverCover(seed: Int) {
        var state = UInt64(seed) &* 2 &+ 1
        func random(_ bound: Int) -> Int {
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            return Int(state >> 33) % bound
        }
        var rows = LabelRows(rowsMax: 5, from: 0, to: 1000, gap: 6)
        let marks = (0..<60).map { _ in Double(random(1000)) }.sorted()
        var boxes: [(row: Int, mark: Double, from: Double, to: Double)] = []
        for mark in marks {
            let label = String(repeating: "x", count: 1 + random(30))
            guard let place = rows.place(mark: mark, labels: [label, "x"]) else { continue }
            let width = LabelRows.width(of: place.label, fontSize: 11)
            let from = place.isLeftward ? mark - width : mark
            boxes.append((place.row, mark, from, from + width))
        }
        #expect(boxes.count > 10)
        for (index, box) in boxes.enumerated() {
            #expect(box.from >= 0 && box.to <= 1000)
            for other in boxes[(index + 1)...] {
                if box.row == other.row {
                    #expect(box.to <= other.from || other.to <= box.from)
                } else {
                    let (upper, lower) = box.row < other.row ? (box, other) : (other, box)
                    #expect(upper.mark <= lower.from || lower.to <= upper.mark)
                }
            }
        }
    }
}

@Suite("The path of a waveform")
struct WaveformPathTests {
    private let scale = TimelineScale(duration: .seconds(10.3))  // One column is 10 ms.

    @Test("outlines each stretch that sounds, by the root of its peaks")
    func outline() {
        let path = WaveformPath(
            [0, 0.25, 0.25, 1, 0, 0, 0.01], start: .seconds(1), step: .milliseconds(10),
            scale: scale, loudest: 1)
        #expect(path.heights == [0, 500, 500, 1000, 0, 0, 100])
        #expect(path.data == "M101 15v-515h2v-500h1V15zM106 15v-115h1V15z")
    }

    @Test("keeps the largest of the peaks that share a column")
    func aggregate() {
        let path = WaveformPath(
            [0.04, 1, 0.09, 0.01], start: .zero, step: .milliseconds(5), scale: scale, loudest: 1)
        #expect(path.heights == [1000, 300])
    }

    @Test("survives what is no peak, and steps longer than the picture")
    func oddities() {
        let odd = WaveformPath(
            [.nan, .infinity, -1, 2], start: .seconds(9), step: .seconds(100), scale: scale,
            loudest: 1)
        #expect(odd.heights.count <= scale.columnCount)
        let early = WaveformPath(
            [1, 1], start: .seconds(-5), step: .milliseconds(1), scale: scale, loudest: 1)
        #expect(early.heights == [1000])
        #expect(WaveformPath([1], start: .zero, step: .zero, scale: scale, loudest: 1).isEmpty)
        #expect(
            WaveformPath([], start: .zero, step: .milliseconds(1), scale: scale, loudest: 1).isEmpty
        )
    }
}

@Suite("The scale of a timeline")
struct TimelineScaleTests {
    @Test(
        "has round times",
        arguments: [
            (0.5, ["0 s", "0.05 s", "0.1 s"]), (3, ["0 s", "0.2 s", "0.4 s"]),
            (20, ["0 s", "2 s", "4 s"]), (119, ["0 s", "10 s", "20 s"]),
            (200, ["0:00", "0:15", "0:30"]), (7200, ["0:00:00", "0:10:00", "0:20:00"]),
        ] as [(Double, [String])])
    func ticks(length: Double, first: [String]) {
        let ticks = TimelineScale(duration: .seconds(length)).ticks
        #expect(ticks.prefix(3).map(\.label) == first)
        #expect((5...17).contains(ticks.count))
    }

    @Test("never has more ticks than fit", arguments: [0, 1e-9, 1e6, 9e9])
    func extremes(length: Double) {
        #expect(TimelineScale(duration: .seconds(length)).ticks.count <= 17)
    }
}
