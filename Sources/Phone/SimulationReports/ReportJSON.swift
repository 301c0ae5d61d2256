package import AudioModel
import ScenarioLanguage

extension StoryReport {
    /// The story as one JSON object: `scenario, ok, durationSeconds, streams, told, device,
    /// expectations`, and beyond the language's specification `path`, `profile`, `apps`,
    /// `failures` and `warnings`.
    ///
    /// The same report is always the same bytes.
    public var jsonText: String { json.readableText + "\n" }

    /// Several stories as one array.
    public static func jsonText(_ reports: [StoryReport]) -> String {
        JSONValue.array(reports.map(\.json)).readableText + "\n"
    }

    package var json: JSONValue {
        var members: [(String, JSONValue)] = [
            ("scenario", .string(title)),
            ("path", .string(path)),
            ("ok", .bool(isOK)),
            ("durationSeconds", .decimal(duration.seconds, places: 6)),
            ("streams", .array(streams.map(\.json))),
            ("told", .array(told.map(\.json))),
            ("device", .array(device.map(\.json))),
            ("apps", .array(apps.map(\.json))),
            ("expectations", .array(expectations.map(\.json))),
            ("failures", .array(failures.map(\.json))),
            ("warnings", .array(warnings.map(\.json))),
        ]
        if let profile {
            members.insert(("profile", .integer(profile.rawValue)), at: 3)
        }
        if !storyCase.isOnly { members.insert(("case", storyCase.json), at: 2) }
        if let turn { members.append(("differsFrom", turn.json)) }
        if let restingLines { members.append(("restsOn", .array(restingLines.map(\.json)))) }
        return .object(members)
    }
}

extension StoryCase {
    /// The values by name.
    package var json: JSONValue {
        .object(values.map { ($0.name, .string($0.value)) })
    }
}

extension RestingLine {
    fileprivate var json: JSONValue {
        .object([
            ("line", .number(String(line))),
            ("text", .string(text)),
            (
                "facts",
                .array(
                    facts.map { fact in
                        .object([
                            ("fact", .string(fact.fact)),
                            ("rule", fact.rule.map { .string($0) } ?? .null),
                            ("confidence", .string(fact.confidence.rawValue)),
                            ("alternative", .string(fact.alternative)),
                        ])
                    })
            ),
        ])
    }
}

extension StreamLane {
    fileprivate var json: JSONValue {
        .object([
            ("app", .string(app)),
            ("name", .string(name)),
            ("sound", .string(sound)),
            ("kind", .string(kind.rawValue)),
            ("spans", .array(spans.map(json))),
        ])
    }

    private func json(_ span: StreamSpan) -> JSONValue {
        let verdict = span.verdict
        let decibels = AudioModel.decibels(ofAmplitude: Double(verdict.gain))
        return .object([
            ("from", .seconds(span.from)),
            ("to", .seconds(span.to)),
            ("state", .string(stateWord(verdict.state))),
            ("gainDB", verdict.isAudible ? .decimal(decibels, places: 3) : .null),
            ("because", .array(verdict.reasons.map { .string($0.kind.rawValue) })),
            ("rules", .array(verdict.reasons.map { .string($0.rule) })),
            ("by", .optional(span.by)),
        ])
    }
}

extension NotificationRecord {
    fileprivate var json: JSONValue {
        .object([
            ("at", .seconds(at)), ("app", .string(app)), ("event", .string(event)),
            ("detail", .string(detail)),
        ])
    }
}

extension DeviceRecord {
    fileprivate var json: JSONValue {
        .object([("at", .seconds(at)), ("change", .string(change))])
    }
}

extension AppActionRecord {
    fileprivate var json: JSONValue {
        .object([("at", .seconds(at)), ("app", .string(app)), ("what", .string(what))])
    }
}

extension ExpectationResult {
    fileprivate var json: JSONValue {
        let follows = followsFrom.map { [("followsFrom", JSONValue.integer($0))] } ?? []
        return .object(
            [
                ("line", .integer(line)), ("text", .string(text)), ("ok", .bool(isOK)),
                ("found", .string(found)),
            ] + follows)
    }
}

extension StoryWarning {
    fileprivate var json: JSONValue {
        .object([
            ("at", .seconds(at)), ("line", .integer(location.line)),
            ("column", .integer(location.column)), ("message", .string(message)),
        ])
    }
}

extension StoryFailure {
    fileprivate var json: JSONValue {
        let place: [(key: String, value: JSONValue)] =
            [("line", .integer(line))] + (column > 0 ? [("column", .integer(column))] : [])
        let follows = followsFrom.map { [("followsFrom", JSONValue.integer($0))] } ?? []
        return .object(
            [("at", .seconds(at))] + place + [("message", .string(message))] + follows)
    }
}
