package import CommandLineTool
import Foundation

/// The name of a phone that keeps its state: also the name of its folder.
///
/// Any script; the same name typed with composed and with combining characters is one phone.
package struct PhoneName: Hashable, Comparable, Sendable {
    package let text: String

    /// Limits of a name's characters, and of its bytes, as file systems limit names.
    package static let charactersMax = 50
    package static let bytesMax = 200

    /// - Throws: A `ProgramError` that says which part of a name is impossible.
    package init(_ name: String) throws(ProgramError) {
        let text = name.precomposedStringWithCanonicalMapping
        if let why = Self.problem(with: text) {
            throw ProgramError(
                .wrongUse, "'\(name)' cannot be the name of a phone: \(why)", in: "sori phone",
                advice: "choose another, like 'kitchen'")
        }
        self.text = text
    }

    private static func problem(with text: String) -> String? {
        if text.isEmpty { return "it is empty" }
        if text.count > charactersMax || text.utf8.count > bytesMax {
            return "it has more than \(charactersMax) characters or \(bytesMax) bytes"
        }
        if let first = text.first, ".-".contains(first) { return "it begins with '\(first)'" }
        if text.first?.isWhitespace == true || text.last?.isWhitespace == true {
            return "it begins or ends with a blank"
        }
        if text.unicodeScalars.contains("/") { return "it has a '/'" }
        return text.unicodeScalars.allSatisfy(isPossible) ? nil : "it has a control character"
    }

    /// Whether a scalar may be in a name. Of the invisible ones only the joiners may, which scripts
    /// need.
    private static func isPossible(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.properties.generalCategory {
        case .control, .lineSeparator, .paragraphSeparator, .surrogate, .unassigned: false
        case .format: scalar == "\u{200C}" || scalar == "\u{200D}"
        default: true
        }
    }

    package static func < (left: PhoneName, right: PhoneName) -> Bool { left.text < right.text }
}
