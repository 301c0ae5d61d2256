public import AudioModel
import Terminal

/// The reasons why an app's streams sound as they do at one moment of a story.
public struct MomentExplanation: Sendable {
    public var app: String
    public var at: HostTime
    /// The app's streams, in the order of the report.
    public var streams: [Stream]
    /// The interruptions that the app was notified of so far, oldest first.
    public var interruptions: [InterruptionSpan] = []
    /// The last suppressed vibrations and key clicks with their reasons, oldest first; at most
    /// `contextMax`.
    public var suppressed: [String] = []
    /// The last refused requests of the app with their reasons, oldest first; at most `contextMax`.
    public var refused: [String] = []
    /// The last changes of the device and the app, oldest first; at most `contextMax` of each.
    public var context: [String]

    public struct Stream: Sendable {
        public var name: String
        public var sound: String
        var kind: StreamKind
        public var moment: Moment

        /// The stream in a span, for its text.
        func explained(_ span: StreamSpan) -> SoundExplanation {
            SoundExplanation(
                name, kind, span.verdict, by: span.by, since: span.from, sound: sound)
        }
    }

    public enum Moment: Sendable {
        /// The stream has not begun; the time is when it will.
        case notYet(HostTime)
        /// The origins are those of the verdict's factors, in their order.
        case during(StreamSpan, origins: [FactorOrigin])
        /// The stream ended at this time.
        case over(HostTime)
    }

    static let contextMax = 3
}

extension StoryReport {
    /// Explains `app` at `time`; `nil` when the story has no such app.
    public func explanation(of app: String, at time: HostTime) -> MomentExplanation? {
        guard explainableApps.contains(app) else { return nil }
        let streams = streams.filter { $0.app == app && !$0.spans.isEmpty }.map { lane in
            MomentExplanation.Stream(
                name: lane.fullName, sound: lane.sound, kind: lane.kind,
                moment: moment(of: lane, at: time))
        }
        var context: [(at: HostTime, words: String)] = []
        let past = device.filter { $0.at <= time }
        context += past.filter { !$0.isSuppressed }.suffix(MomentExplanation.contextMax)
            .map { ($0.at, "\(Self.deviceName): \($0.change)") }
        let acts = apps.filter { $0.app == app && $0.at <= time }
        context += acts.filter { !$0.isRefusal }
            .suffix(MomentExplanation.contextMax).map { ($0.at, "\(app) \($0.what)") }
        context += told.filter { $0.app == app && $0.at <= time }
            .suffix(MomentExplanation.contextMax).map { ($0.at, "\(app) told \($0.words)") }
        let order = context.indices.sorted { (context[$0].at, $0) < (context[$1].at, $1) }
        let suppressed = past.filter(\.isSuppressed).suffix(MomentExplanation.contextMax)
        return MomentExplanation(
            app: app, at: time, streams: streams,
            interruptions: interruptions(of: app, until: time),
            suppressed: suppressed.map {
                "\($0.at.secondsText)  \(Self.deviceName): \($0.change)"
            },
            refused: acts.filter(\.isRefusal).suffix(MomentExplanation.contextMax).map {
                "\($0.at.secondsText)  \(app) \($0.what)"
            },
            context: order.map { "\(context[$0].at.secondsText)  \(context[$0].words)" })
    }

    /// The apps known to `explanation(of:at:)`, always including the phone itself.
    public var explainableApps: [String] {
        appNames.contains(Self.deviceName) ? appNames : appNames + [Self.deviceName]
    }
}

extension StoryReport {
    private func moment(of lane: StreamLane, at time: HostTime) -> MomentExplanation.Moment {
        guard let first = lane.spans.first, let last = lane.spans.last else {
            return .notYet(time)
        }
        if time < first.from { return .notYet(first.from) }
        let present = lane.spans.lastIndex { $0.from <= time && time < $0.to }
        // The last moment of the story belongs to the span that it ends.
        guard let index = present ?? (last.to == time ? lane.spans.indices.last : nil) else {
            return .over(last.to)
        }
        return .during(lane.spans[index], origins: origins(in: lane, at: index))
    }
}

extension MomentExplanation {
    /// The explanation as text: each stream's state, the factors of its gain, and the reasons.
    public func text(inColor: Bool = false) -> String {
        let paint = TextPaint(isOn: inColor)
        var lines = [paint(printable(AppExplanation(app, at: at).headline), .bold)]
        if streams.isEmpty { lines += ["", "  no streams in the whole story"] }
        for stream in streams {
            lines += [""] + stream.lines.map(printable)
        }
        if !interruptions.isEmpty { lines += ["", paint("interruptions", .faint)] }
        for (index, passage) in interruptions.enumerated() {
            for (line, words) in passage.lines(of: app).enumerated() {
                lines.append(printable((line == 0 ? "  \(index + 1). " : "     ") + words))
            }
        }
        lines += Self.list(suppressed, under: paint("suppressed", .faint))
        lines += Self.list(refused, under: paint("refused", .faint))
        lines += Self.list(context, under: paint("before that", .faint))
        return lines.joined(separator: "\n") + "\n"
    }

    /// Lines that begin with their times, in order of time.
    private static func list(_ timed: [String], under heading: String) -> [String] {
        guard let last = timed.last else { return [] }
        // The last has the longest time.
        let timeWidth = last.prefix { $0 != " " }.count
        return ["", heading]
            + timed.map { line in
                let time = line.prefix { $0 != " " }
                let indent = String(repeating: " ", count: 2 + max(0, timeWidth - time.count))
                return indent + printable(line)
            }
    }

    package var json: JSONValue {
        .object([
            ("app", .string(app)),
            ("at", .seconds(at)),
            ("streams", .array(streams.map(\.json))),
            ("interruptions", .array(interruptions.map(\.json))),
            ("suppressed", .array(suppressed.map { .string($0) })),
            ("refused", .array(refused.map { .string($0) })),
            ("before", .array(context.map { .string($0) })),
        ])
    }

    public var jsonText: String { json.readableText + "\n" }
}

extension MomentExplanation.Stream {
    fileprivate var lines: [String] {
        switch moment {
        case .notYet(let start): ["\(name): not yet, starts at \(start.secondsText)"]
        case .over(let end): ["\(name): over, ended at \(end.secondsText)"]
        case .during(let span, let origins):
            // The mute has its origins in the reasons, the product in all of them.
            [explained(span).headline]
                + explained(span).details(origins: origins.map { $0.rule.isEmpty ? "" : $0.words })
        }
    }

    fileprivate var json: JSONValue {
        let head: [(key: String, value: JSONValue)] = [
            ("name", .string(name)), ("sound", .string(sound)),
        ]
        switch moment {
        case .notYet(let start):
            return .object(head + [("state", .string("not yet")), ("starts", .seconds(start))])
        case .over(let end):
            return .object(head + [("state", .string("over")), ("ended", .seconds(end))])
        case .during(let span, let origins):
            return .object(head + span.explanationMembers(origins))
        }
    }
}

extension StreamSpan {
    fileprivate func explanationMembers(
        _ origins: [FactorOrigin]
    ) -> [(key: String, value: JSONValue)] {
        let total = decibels(ofAmplitude: Double(verdict.gain))
        return [
            ("state", .string(verdict.state.rawValue)),
            ("by", .optional(by)),
            ("from", .seconds(from)),
            ("to", .seconds(to)),
            ("gain", .decimal(Double(verdict.gain), places: 6)),
            ("gainDB", .decimal(total, places: 3)),
            (
                "factors",
                .array(
                    zip(verdict.factors, origins).map { factor, origin in
                        .object([
                            ("name", .string(factor.kind.rawValue)),
                            ("gain", .decimal(Double(factor.gain), places: 6)),
                            (
                                "gainDB",
                                .decimal(decibels(ofAmplitude: Double(factor.gain)), places: 3)
                            ),
                            ("rule", origin.rule.isEmpty ? .null : .string(origin.rule)),
                            ("since", .seconds(origin.since)),
                            ("cause", .string(origin.cause)),
                        ])
                    })
            ),
            (
                "because",
                .array(
                    verdict.reasons.map { reason in
                        .object([
                            ("reason", .string(reason.kind.rawValue)),
                            ("rule", .string(reason.rule)),
                            ("sentence", .string(reason.sentence)),
                            ("cause", .string(reason.cause)),
                            ("since", .seconds(reason.since)),
                        ])
                    })
            ),
        ]
    }
}
