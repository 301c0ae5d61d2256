/// Writes XML (and HTML that is XML), escaping every attribute and every text.
package struct MarkupWriter {
    package typealias Attributes = KeyValuePairs<String, String>

    package private(set) var text = ""
    private var openNames: [String] = []

    package init() {}

    package mutating func open(_ name: String, _ attributes: Attributes = [:]) {
        writeTag(name, attributes)
        text += ">"
        openNames.append(name)
    }

    package mutating func close() {
        guard let name = openNames.popLast() else { preconditionFailure("nothing is open") }
        text += "</\(name)>\n"
    }

    /// - Parameters:
    ///   - content: `nil` writes an empty-element tag.
    ///   - hover: A `title` child: what a pointer resting on the element shows.
    package mutating func element(
        _ name: String, _ attributes: Attributes = [:], _ content: String? = nil,
        hover: String? = nil
    ) {
        writeTag(name, attributes)
        guard content != nil || hover != nil else {
            text += "/>\n"
            return
        }
        text += ">"
        if let hover { text += "<title>\(Self.escaped(hover))</title>" }
        if let content { text += Self.escaped(content) }
        text += "</\(name)>\n"
    }

    /// Opens an element with attributes that are known only when the program runs.
    mutating func open(_ name: String, _ attributes: [(String, String)]) {
        writeTag(name, attributes)
        text += ">"
        openNames.append(name)
    }

    /// Writes an element with text, with attributes that are known only when the program runs.
    mutating func element(_ name: String, _ attributes: [(String, String)], _ content: String) {
        writeTag(name, attributes)
        text += ">\(Self.escaped(content))</\(name)>\n"
    }

    /// Writes an empty element with attributes that are known only when the program runs.
    mutating func element(
        _ name: String, _ attributes: [(String, String)], hover: String?
    ) {
        writeTag(name, attributes)
        text += hover.map { "><title>\(Self.escaped($0))</title></\(name)>\n" } ?? "/>\n"
    }

    mutating func markup(_ markup: String) {
        text += markup
    }

    private mutating func writeTag(_ name: String, _ attributes: Attributes) {
        writeTag(name, attributes.map { ($0.key, $0.value) })
    }

    private mutating func writeTag(_ name: String, _ attributes: [(String, String)]) {
        text += "<" + name
        for (key, value) in attributes {
            text += " \(key)=\"\(Self.escaped(value, isAttribute: true))\""
        }
    }

    /// What XML cannot hold at all becomes the replacement character.
    static func escaped(_ text: String, isAttribute: Bool = false) -> String {
        var output = ""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "&": output += "&amp;"
            case "<": output += "&lt;"
            case ">": output += "&gt;"
            case "\"": output += "&quot;"
            case "'": output += "&#39;"
            // Unescaped line breaks in an attribute become blanks.
            case "\n" where isAttribute: output += "&#10;"
            case "\t" where isAttribute: output += "&#9;"
            case "\n", "\t": output.unicodeScalars.append(scalar)
            case _ where scalar.value < 0x20 || (0x7F...0x9F).contains(scalar.value),
                "\u{FFFE}", "\u{FFFF}":
                output += "\u{FFFD}"
            default: output.unicodeScalars.append(scalar)
            }
        }
        return output
    }
}
