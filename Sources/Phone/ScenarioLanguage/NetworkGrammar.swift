import AudioModel
import DeviceActions

/// Parses the actions of the phone's network and of its servers.
extension LineCursor {
    /// The first words of the actions.
    static let networkWords = ["network", "serve"]

    /// Parses an action; `nil` for another one.
    mutating func networkAct() throws(LineError) -> NetworkAct? {
        guard let word = bareWord, Self.networkWords.contains(word) else { return nil }
        advance()
        return word == "network" ? try networkChange() : .serves(try servedSound())
    }

    /// Parses the text after `network`.
    private mutating func networkChange() throws(LineError) -> NetworkAct {
        if accept("on") { return .reaches(true) }
        if accept("off") { return .reaches(false) }
        let value = try number("a bandwidth above 0 as in '64 kbit/s'") { $0 > 0 }
        let column = column
        let unit = try expectOne(of: BandwidthUnit.self)
        let kilobits = unit.kilobits(value)
        guard kilobits <= NetworkAct.kilobitsMax, kilobits > 0 else {
            throw LineError(column: column, message: "expected a bandwidth of at most 8000 Mbit/s")
        }
        return .bandwidth(kilobits: kilobits)
    }

    /// Parses the text after `serve`.
    private mutating func servedSound() throws(LineError) -> ServedSound {
        var served = ServedSound(url: try webAddress(), sound: nil)
        if accept("redirect") {
            try expect("to")
            served.redirect = try webAddress()
            return served
        }
        served.sound = try ownSound()
        if accept("as") { served.form = try expectOne(of: ServedSound.Form.self) }
        var given: [String] = []
        let words = ["stall", "cut", "status", "without-ranges", "times"]
        describeKeywords(as: "a property of an answer")
        while let word = try option(of: words, used: &given) {
            defer { describeKeywords(as: "a property of an answer") }
            switch word {
            case "stall":
                given.removeAll { $0 == "stall" }
                let length = try seconds()
                try expect("after")
                served.rules.append(.stall(seconds: length, after: try seconds()))
            case "cut":
                try expect("after")
                served.rules.append(.cut(after: try seconds()))
            case "status":
                served.rules.append(.status(try whole("a status from 100 to 599", 100...599)))
            case "times":
                let range = 1...ServedSound.timesMax
                served.rules.append(
                    .times(try whole("how often, from 1 to \(ServedSound.timesMax)", range)))
            default: served.rules.append(.withoutRanges)
            }
        }
        return served
    }

    private mutating func webAddress() throws(LineError) -> String {
        guard let current, current.kind == .quoted, isWebAddress(current.text) else {
            throw unexpected("an address in double quotes, as in \"http://example.com/a.mp3\"")
        }
        advance()
        return current.text
    }

    /// Parses seconds with or without their unit: `3s`, `0.5`.
    private mutating func seconds() throws(LineError) -> Double {
        let limit = ServedSound.secondsMax
        guard let word = bareWord,
            let value = DecimalText.double(word.hasSuffix("s") ? word.dropLast() : word[...]),
            (0...limit).contains(value)
        else { throw unexpectedNumber("seconds from 0 to \(Int(limit)), as in '3s'") }
        advance()
        return value
    }

    private mutating func whole(
        _ what: String, _ range: ClosedRange<Int>
    ) throws(LineError) -> Int {
        guard let bareWord, let value = DecimalText.integer(bareWord[...]), range.contains(value)
        else { throw unexpectedNumber(what) }
        advance()
        return value
    }
}

/// Whether a text is the address of something that a server of the web has.
func isWebAddress(_ text: String) -> Bool {
    let scheme = text.prefix { $0 != ":" }.lowercased()
    return (scheme == "http" || scheme == "https")
        && text.dropFirst(scheme.count).hasPrefix("://")
        && text.utf8.count > scheme.utf8.count + 3
}

private enum BandwidthUnit: String, CaseIterable {
    case bits = "bit/s"
    case kilobits = "kbit/s"
    case megabits = "Mbit/s"
    case kilobytes = "kB/s"

    func kilobits(_ value: Double) -> Double {
        switch self {
        case .bits: value / 1000
        case .kilobits: value
        case .megabits: value * 1000
        case .kilobytes: value * 8
        }
    }
}

// MARK: - Text

extension NetworkAct: CustomStringConvertible {
    /// The action as the language writes it.
    public var description: String {
        switch self {
        case .reaches(let isOn): "network \(isOn ? "on" : "off")"
        case .bandwidth(let kilobits): "network \(DecimalText.text(kilobits)) kbit/s"
        case .serves(let served): served.description
        }
    }
}

extension ServedSound: CustomStringConvertible {
    public var description: String {
        var words = ["serve", url.inQuotes]
        if let redirect { words += ["redirect", "to", redirect.inQuotes] }
        if let sound { words.append(sound.description) }
        if form != .file { words += ["as", form.rawValue] }
        for rule in rules { words.append(rule.description) }
        return words.joined(separator: " ")
    }
}

extension ServedSound.Rule: CustomStringConvertible {
    public var description: String {
        switch self {
        case .stall(let length, let after):
            "stall \(DecimalText.text(length))s after \(DecimalText.text(after))s"
        case .cut(let after): "cut after \(DecimalText.text(after))s"
        case .status(let status): "status \(status)"
        case .withoutRanges: "without-ranges"
        case .times(let count): "times \(count)"
        }
    }
}
