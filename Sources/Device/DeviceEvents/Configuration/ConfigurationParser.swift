import AudioModel
import DBus
import DeviceActions
import SoundPolicy

extension ServiceConfiguration {
    /// Most bytes of a file.
    package static let byteCountMax = DBusAllowances.byteCountMax
    /// Most problems that are reported.
    package static let problemsMax = 100

    /// Reads a configuration. Lines that cannot be used are left out and reported.
    package static func parse(
        _ text: String
    ) -> (configuration: ServiceConfiguration, problems: [Problem]) {
        var configuration = ServiceConfiguration()
        var problems: [Problem] = []
        guard text.utf8.count <= byteCountMax else {
            return (
                configuration,
                [Problem(line: 1, message: "expected at most \(byteCountMax) bytes in the file")]
            )
        }
        let lines = text.split(omittingEmptySubsequences: false) { $0.isNewline }
        for (index, line) in lines.enumerated() {
            guard problems.count < problemsMax else { break }
            do throws(LineError) {
                try configuration.take(try words(of: line), line: index + 1)
            } catch {
                problems.append(Problem(line: index + 1, message: error.message))
            }
        }
        return (configuration, problems)
    }

    private struct LineError: Error {
        var message: String
    }

    private static func words(of line: Substring) throws(LineError) -> [String] {
        guard let words = DBusAllowances.words(of: line) else {
            throw LineError(message: "expected a closing '\"'")
        }
        return words
    }

    private mutating func take(_ words: [String], line: Int) throws(LineError) {
        guard let first = words.first else { return }
        let rest = Array(words.dropFirst())
        switch first {
        case "profile":
            let word = try Self.single(rest, after: first)
            profile = try Self.value(
                word, "a profile", ServiceProfile.init(rawValue:), Self.profiles)
        case "rule": try parseRule(rest)
        case "mute-key":
            let word = try Self.single(rest, after: first)
            muteKeyMovesSwitch =
                try Self.value(
                    word, "what the key moves", ["switch": true, "nothing": false].value(of:),
                    ["switch", "nothing"])
        case "windows":
            let word = try Self.single(rest, after: first)
            followsWindows =
                try Self.value(
                    word, "what windows do", ["follow": true, "ignore": false].value(of:),
                    ["follow", "ignore"])
        case "events": try parseEvents(rest)
        case "ring-tone":
            ringTone = NamedFile(path: try Self.single(rest, after: first), line: line)
        case DBusAllowances.keyword: try parseAllowance(rest)
        case "program": try parseTreatment(.program(Self.name(rest, first)), rest.dropFirst())
        case "role": try parseTreatment(.role(Self.name(rest, first)), rest.dropFirst())
        case "desktop-category":
            try parseTreatment(.desktopCategory(Self.name(rest, first)), rest.dropFirst())
        case "recording": try parseTreatment(.recording, rest[...])
        case "default": try parseTreatment(.everything, rest[...])
        default:
            let keywords = [
                "profile", "rule", "mute-key", "windows", "events", "ring-tone",
                DBusAllowances.keyword, "program", "role", "desktop-category", "recording",
                "default",
            ]
            throw Self.unknown(first, "a keyword", keywords)
        }
    }

    private static let profiles = ServiceProfile.allCases.map(\.rawValue)

    /// `RULE on` or `RULE off`.
    private mutating func parseRule(_ words: [String]) throws(LineError) {
        let (rule, isOn) = try Self.switched(
            words, after: "rule", "a rule", Rule.allCases.map { ($0.rawValue, $0) })
        rules[rule] = isOn
    }

    /// `SOURCE on` or `SOURCE off`.
    private mutating func parseEvents(_ words: [String]) throws(LineError) {
        let (source, isOn) = try Self.switched(
            words, after: "events", "a source of events",
            DeviceEventSource.allCases.map { ($0.word, $0) })
        if isOn { eventsOff.remove(source) } else { eventsOff.insert(source) }
    }

    /// A name and whether what it stands for is on.
    private static func switched<Value>(
        _ words: [String], after keyword: String, _ what: String, _ known: [(String, Value)]
    ) throws(LineError) -> (Value, isOn: Bool) {
        let name = try name(words, keyword)
        let found = try value(
            name, what, { word in known.first { $0.0 == word }?.1 }, known.map(\.0))
        let isOn = try value(
            try single(Array(words.dropFirst()), after: name), "on or off",
            ["on": true, "off": false].value(of:), ["on", "off"])
        return (found, isOn)
    }

    /// `PROGRAM PERMISSION…`.
    private mutating func parseAllowance(_ words: [String]) throws(LineError) {
        let program = try Self.name(words, DBusAllowances.keyword)
        guard program.contains(".") || program == DBusAllowances.unidentified else {
            throw LineError(
                message: "expected the identifier of a Flatpak, 'snap.NAME' or "
                    + "'\(DBusAllowances.unidentified)', found '\(program.prefix(60))'")
        }
        _ = try Self.name(Array(words.dropFirst()), program)
        for word in words.dropFirst() where !DevicePermission.words.contains(word) {
            throw Self.unknown(word, "a permission", DevicePermission.words)
        }
        allowances.allow(program, words.dropFirst())
    }

    /// `category C [mode M] [options O,…]`, `system-sounds` or `ignored`.
    private mutating func parseTreatment(
        _ selector: ProgramSelector, _ words: ArraySlice<String>
    ) throws(LineError) {
        let forms = ["category", "system-sounds", "ignored"]
        guard let form = words.first else {
            throw LineError(message: "expected \(forms.joined(separator: ", ")) at the end")
        }
        var rest = Array(words.dropFirst())
        switch form {
        case "system-sounds", "ignored":
            guard rest.isEmpty else {
                throw LineError(message: "expected nothing after '\(form)', found '\(rest[0])'")
            }
            treatments.append((selector, form == "ignored" ? .ignored : .systemSounds))
        case "category":
            let category = try Self.value(
                try Self.name(rest, form), "a category", Words.categories.value(of:),
                Words.categories.words)
            rest.removeFirst()
            var mode = SessionMode.default
            if rest.first == "mode" {
                mode = try Self.value(
                    try Self.name(Array(rest.dropFirst()), "mode"), "a mode",
                    Words.modes.value(of:), Words.modes.words)
                rest.removeFirst(2)
            }
            var options: SessionOptions = []
            if rest.first == "options" {
                let list = try Self.name(Array(rest.dropFirst()), "options")
                for word in list.split(separator: ",", omittingEmptySubsequences: false) {
                    options.insert(
                        try Self.value(
                            String(word), "an option", Words.options.value(of:),
                            Words.options.words))
                }
                rest.removeFirst(2)
            }
            if let word = rest.first {
                throw Self.unknown(word, "'mode', 'options' or the end", ["mode", "options"])
            }
            guard areValid(options, with: category) else {
                throw LineError(
                    message: "the category \(category.rawValue) does not take these options")
            }
            guard isSupported(mode, by: category) else {
                throw LineError(
                    message: "the category \(category.rawValue) does not take this mode")
            }
            treatments.append((selector, .session(category, mode, options)))
        default: throw Self.unknown(form, "a treatment", forms)
        }
    }

    // MARK: Words

    private static func name(_ words: [String], _ before: String) throws(LineError) -> String {
        guard let word = words.first, !word.isEmpty else {
            throw LineError(message: "expected a name after '\(before)'")
        }
        return word
    }

    private static func single(
        _ words: [String], after before: String
    ) throws(LineError) -> String {
        let word = try name(words, before)
        guard words.count == 1 else {
            throw LineError(message: "expected nothing after '\(word)', found '\(words[1])'")
        }
        return word
    }

    private static func value<Value>(
        _ word: String, _ what: String, _ find: (String) -> Value?, _ known: [String]
    ) throws(LineError) -> Value {
        guard let value = find(word) else { throw unknown(word, what, known) }
        return value
    }

    private static func unknown(
        _ word: String, _ what: String, _ known: [String]
    ) -> LineError {
        let near = NearMiss.nearest(to: word, among: known).map { "; did you mean '\($0)'?" }
        let list = known.count <= 9 ? ": " + known.joined(separator: ", ") : ""
        return LineError(message: "expected \(what), found '\(word.prefix(60))'" + (near ?? list))
    }
}

extension [String: Bool] {
    fileprivate func value(of word: String) -> Bool? { self[word] }
}
