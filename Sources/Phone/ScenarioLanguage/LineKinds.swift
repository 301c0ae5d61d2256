import AudioModel
import DeviceActions

/// Adds each kind of line to the scenario.
extension ScenarioParser {
    /// - Parameter column: Column of the first word, which is already consumed.
    mutating func parse(
        _ kind: LineKind, column: Int, _ cursor: inout LineCursor
    ) throws(LineError) {
        if !kind.isHeader, includes.mainLine != nil {
            throw LineError(
                column: column,
                message: "expected only headers in an included file, found '\(kind.rawValue)'")
        }
        switch kind {
        case .scenario, .include, .value, .table, .phone, .setting, .app:
            if let firstTimedLine {
                throw LineError(
                    column: column,
                    message: "expected headers before the first timed line (line \(firstTimedLine))"
                        + ", found '\(kind.rawValue)'")
            }
            try parseHeader(kind, column: column, &cursor)
        case .at, .then:
            firstTimedLine = firstTimedLine ?? lineNumber
            if let endLine {
                throw LineError(
                    column: column,
                    message: "expected no timed line after 'end' (line \(endLine)), "
                        + "found '\(kind.rawValue)'")
            }
            let timeColumn = cursor.column
            let time = kind == .at ? try cursor.time() : try timeAfterPrevious(&cursor)
            try parseActs(at: time, timeColumn: timeColumn, &cursor)
        case .expect: try parseExpectation(&cursor)
        }
    }

    // MARK: Headers

    private mutating func parseHeader(
        _ kind: LineKind, column: Int, _ cursor: inout LineCursor
    ) throws(LineError) {
        switch kind {
        case .scenario:
            guard scenario.title == nil else {
                throw LineError(column: column, message: "expected 'scenario' only once")
            }
            guard let title = cursor.current, title.kind == .quoted else {
                throw cursor.unexpected("a title in double quotes")
            }
            scenario.title = title.text
            cursor.advance()
            try cursor.expectEndOfLine()
        case .include: try parseInclude(&cursor)
        case .value: try parseLet(&cursor)
        case .table: try parseTable(&cursor)
        case .phone:
            try cursor.phoneSetup(&scenario.phone, given: &phoneGiven)
            scenario.given.phone = phoneGiven
        case .setting:
            let settingColumn = cursor.column
            let (setting, isOn) = try cursor.setting()
            guard !settingsGiven.contains(setting) else {
                throw LineError(
                    column: settingColumn, message: "expected '\(setting.rawValue)' only once")
            }
            settingsGiven.append(setting)
            scenario.settings[setting] = isOn
            scenario.given.settings = settingsGiven
            try cursor.expectEndOfLine()
        default:
            try parseApp(&cursor)
        }
    }

    private mutating func parseApp(_ cursor: inout LineCursor) throws(LineError) {
        let column = cursor.column
        let name: String
        do throws(LineError) {
            name = try cursor.declaredAppName()
        } catch {
            cast.knowsAllApps = false
            throw error
        }
        try cast.declare(name, column: column)
        scenario.apps.append(try cursor.appDeclaration(of: name))
    }

    // MARK: Acts

    /// Parses the text after `then`.
    private func timeAfterPrevious(_ cursor: inout LineCursor) throws(LineError) -> HostTime {
        let expected = "'+' and \(LineCursor.timeWords)"
        guard let word = cursor.bareWord, word.hasPrefix("+"),
            let time = LineCursor.time(word.dropFirst())
        else {
            var error = cursor.unexpectedNumber(expected)
            if let word = cursor.bareWord, LineCursor.time(word[...]) != nil {
                error.message += "; did you mean '+\(word)'?"
            }
            throw error
        }
        guard let previousTime else {
            throw LineError(
                column: cursor.column,
                message: "expected 'at T' before the first 'then', which counts from the timed "
                    + "line before it")
        }
        let sum = HostTime(nanoseconds: previousTime.time.nanoseconds + time.nanoseconds)
        guard sum <= Scenario.durationMax else {
            throw LineError(
                column: cursor.column,
                message: "expected \(LineCursor.timeWords), found \(DecimalText.text(sum)) "
                    + "after adding up")
        }
        cursor.advance()
        return sum
    }

    private mutating func parseActs(
        at time: HostTime, timeColumn: Int, _ cursor: inout LineCursor
    ) throws(LineError) {
        if let previousTime, time < previousTime.time {
            throw LineError(
                column: timeColumn,
                message: "expected a time of at least \(DecimalText.text(previousTime.time)), "
                    + "that of line \(previousTime.line), found '\(DecimalText.text(time))'")
        }
        previousTime = (time, lineNumber)
        var label = try cursor.label()
        if let label { try labels.define(label, at: time, line: lineNumber) }
        repeat {
            let location = SourceLocation(line: lineNumber, column: cursor.column)
            let start = cursor.current?.bytes.lowerBound ?? 0
            let useCount = cursor.uses.count
            switch try cursor.act() {
            case .end:
                if let label {
                    throw LineError(
                        column: label.column,
                        message: "expected no label before 'end', found '\(label.name):'")
                }
                try cursor.expectEndOfLine()
                scenario.duration = time
                endLine = lineNumber
            case .action(let action, let failure):
                let text = String(decoding: bytes[start..<cursor.endOfPrevious], as: UTF8.self)
                switch action {
                case .app(let app, let act):
                    try cast.check(act, by: app, uses: cursor.uses[useCount...])
                    try cast.checkName(of: act, by: app, at: time, column: cursor.newStreamColumn)
                    cast.perform(
                        act, by: app, at: time, line: lineNumber, isRefused: failure != nil)
                case .phone(let act): cast.perform(act, line: lineNumber)
                case .network: break
                }
                scenario.timed.append(
                    TimedAction(
                        time: time, label: label?.name, action: action, fails: failure,
                        location: location, text: text))
                label = nil
            }
        } while try cursor.expectSeparatorOrEndOfLine()
    }

    // MARK: Expectations

    private mutating func parseExpectation(_ cursor: inout LineCursor) throws(LineError) {
        var lastTime = HostTime.zero
        var lastTimeColumn = cursor.column
        let when: ExpectationTime
        var label: LabelUse?
        if cursor.accept("never") {
            when = .never
        } else if cursor.accept("at") {
            lastTimeColumn = cursor.column
            lastTime = try cursor.time()
            when = .moment(at: lastTime)
        } else if cursor.accept("within") {
            lastTimeColumn = cursor.column
            let (interval, line) = try cursor.timeLimit()
            label = line
            when = .within(interval, of: line.name, at: .zero)
        } else {
            let column = cursor.column
            let span = try cursor.span()
            try checkSpan(from: span.from, to: span.to, column: column)
            (lastTime, lastTimeColumn) = (span.to, span.toColumn)
            when = .span(from: span.from, to: span.to)
        }
        repeat {
            let location = SourceLocation(line: lineNumber, column: cursor.column)
            let start = cursor.current?.bytes.lowerBound ?? 0
            let useCount = cursor.uses.count
            let claim = try cursor.claim()
            try checkTime(of: claim, when, column: location.column)
            let text = String(decoding: bytes[start..<cursor.endOfPrevious], as: UTF8.self)
            scenario.expectations.append(
                Expectation(when, claim, location: location, text: "expect \(when) \(text)"))
            pending.append(
                PendingCondition(
                    line: lineNumber, uses: Array(cursor.uses[useCount...]), lastTime: lastTime,
                    lastTimeColumn: lastTimeColumn, index: scenario.expectations.count - 1,
                    label: label))
        } while try cursor.expectSeparatorOrEndOfLine()
    }

    private func checkSpan(from: HostTime, to: HostTime, column: Int) throws(LineError) {
        let found = "found \(DecimalText.text(from))..\(DecimalText.text(to))"
        guard from < to else {
            throw LineError(
                column: column, message: "expected a span that ends after it begins, \(found)")
        }
        guard to - from >= Scenario.spanMin else {
            throw LineError(
                column: column, message: "expected a span of at least 0.2 seconds, \(found)")
        }
    }

    private func checkTime(
        of claim: Condition, _ when: ExpectationTime, column: Int
    ) throws(LineError) {
        if when == .never, !claim.canBeNever {
            throw LineError(
                column: column,
                message: "expected a condition without 'not' after 'never', found '\(claim)'; "
                    + "say it without 'never' for a span of time")
        }
        if when != .never, !claim.canHaveTime {
            throw LineError(
                column: column, message: "expected 'never' before '\(claim)', as it has no time")
        }
    }
}
