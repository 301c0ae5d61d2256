/// A JSON value with ordered objects, so that the same value is always the same bytes.
package indirect enum JSONValue: Sendable {
    case null
    case bool(Bool)
    case string(String)
    /// The digits as they are to be printed.
    case number(String)
    case array([JSONValue])
    case object([(key: String, value: JSONValue)])

    package static func integer(_ value: some BinaryInteger) -> JSONValue {
        .number(String(value))
    }

    /// At most `places` decimals; `null` for what JSON cannot hold.
    package static func decimal(_ value: Double, places: Int) -> JSONValue {
        value.isFinite ? .number(Numeral.short(value, places: places)) : .null
    }

    /// Seconds, exact to a microsecond.
    package static func seconds(_ time: HostTime) -> JSONValue {
        .number(time.shortSecondsText)
    }

    /// `null` for `nil`.
    package static func optional(_ text: String?) -> JSONValue {
        text.map(JSONValue.string) ?? .null
    }

    /// On one line.
    package var compactText: String { text(isReadable: false) }
    /// A line for each member, but small objects and arrays of scalars on one.
    package var readableText: String { text(isReadable: true) }

    private func text(isReadable: Bool) -> String {
        var output = ""
        write(to: &output, isReadable: isReadable, indent: 0)
        return output
    }

    /// How many containers stand inside one another.
    private var depth: Int {
        switch self {
        case .null, .bool, .number, .string: 0
        case .array(let values): 1 + (values.map(\.depth).max() ?? 0)
        case .object(let members): 1 + (members.map(\.value.depth).max() ?? 0)
        }
    }

    private func write(to output: inout String, isReadable: Bool, indent: Int) {
        switch self {
        case .null: output += "null"
        case .bool(let value): output += value ? "true" : "false"
        case .number(let digits): output += digits
        case .string(let text): Self.write(text, to: &output)
        case .array(let values):
            let isExpanded = isReadable && depth > 1
            output += "["
            for (index, value) in values.enumerated() {
                Self.separate(index, isExpanded: isExpanded, indent: indent + 1, in: &output)
                value.write(to: &output, isReadable: isExpanded, indent: indent + 1)
            }
            Self.end(isExpanded: isExpanded, indent: indent, in: &output)
            output += "]"
        case .object(let members):
            let isExpanded = isReadable && depth > 2
            output += "{"
            for (index, member) in members.enumerated() {
                Self.separate(index, isExpanded: isExpanded, indent: indent + 1, in: &output)
                Self.write(member.key, to: &output)
                output += ": "
                member.value.write(to: &output, isReadable: isExpanded, indent: indent + 1)
            }
            Self.end(isExpanded: isExpanded, indent: indent, in: &output)
            output += "}"
        }
    }

    private static func separate(
        _ index: Int, isExpanded: Bool, indent: Int, in output: inout String
    ) {
        if index > 0 { output += isExpanded ? "," : ", " }
        if isExpanded { output += "\n" + String(repeating: "  ", count: indent) }
    }

    private static func end(isExpanded: Bool, indent: Int, in output: inout String) {
        if isExpanded { output += "\n" + String(repeating: "  ", count: indent) }
    }

    private static func write(_ text: String, to output: inout String) {
        output += "\""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\"": output += "\\\""
            case "\\": output += "\\\\"
            case "\n": output += "\\n"
            case "\t": output += "\\t"
            case "\r": output += "\\r"
            case _ where scalar.value < 0x20 || scalar.value == 0x7F:
                let digits = String(scalar.value, radix: 16)
                output += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
            default: output.unicodeScalars.append(scalar)
            }
        }
        output += "\""
    }
}
