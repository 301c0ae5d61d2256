/// Limit of the length of an app's, a stream's or a port's name, in Unicode scalars.
package let nameLengthMax = 64

/// Whether a name is valid for an app: in a script with upper and lower case it begins with an
/// upper-case letter, unlike `phone` and the keywords.
package func isAppName(_ name: String) -> Bool {
    guard beginsAppName(name) else { return false }
    return name.unicodeScalars.last != " " && isName(name, allowsBlanks: true)
}

/// Whether a word begins like an app's name and unlike a keyword.
package func beginsAppName(_ word: String) -> Bool {
    guard let first = word.unicodeScalars.first else { return false }
    return first.isLetter && !first.properties.isLowercase
}

/// Whether a name is valid for a stream: in a script with upper and lower case it begins with a
/// lower-case letter.
package func isStreamName(_ name: String) -> Bool {
    guard let first = name.unicodeScalars.first, first.isLetter, !first.properties.isUppercase,
        first.properties.generalCategory != .titlecaseLetter
    else { return false }
    return isName(name, allowsBlanks: false)
}

/// The longest beginning of a text that is the name of a value: a letter, then letters, digits and
/// `_`. A `-` or a `.` ends it, so that more may follow the name in a word.
package func valueNameAtStart(of text: String) -> Substring {
    guard let first = text.unicodeScalars.first, first.isLetter else { return "" }
    let scalars = text.unicodeScalars.prefix { scalar in
        scalar.properties.isAlphabetic || scalar.properties.numericType != nil
            || scalar.isWrittenWithLetters || scalar == "_"
    }
    return Substring(scalars.prefix(nameLengthMax))
}

/// Whether a name is valid for a port: any printable text.
func isPortName(_ name: String) -> Bool {
    !name.isEmpty && name.unicodeScalars.count <= nameLengthMax
}

private func isName(_ name: String, allowsBlanks: Bool) -> Bool {
    let scalars = name.unicodeScalars
    return scalars.count <= nameLengthMax
        && scalars.allSatisfy { scalar in
            scalar.properties.isAlphabetic || scalar.properties.numericType != nil
                || scalar.isWrittenWithLetters || scalar == "-" || scalar == "_"
                || (allowsBlanks && scalar == " ")
        }
}

extension Unicode.Scalar {
    /// Whether it can begin a name; marks that combine with the preceding letter cannot.
    fileprivate var isLetter: Bool {
        switch properties.generalCategory {
        case .uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .modifierLetter, .otherLetter,
            .letterNumber:
            true
        default: false
        }
    }

    /// Whether it is part of how a script writes words without being a letter: vowel signs, tone
    /// marks, and the joiners of the Arabic and Indic scripts.
    fileprivate var isWrittenWithLetters: Bool {
        switch properties.generalCategory {
        case .nonspacingMark, .spacingMark: true
        default: self == "\u{200C}" || self == "\u{200D}"
        }
    }
}

/// Makes the name of a program for people: its own, with a number when another has it: `mpv (2)`.
///
/// - Parameter taken: The names of other programs.
package func programName(for name: String, unlike taken: [String]) -> String {
    let own = printableName(name)
    let first = own.allSatisfy(\.isWhitespace) ? "program" : own
    // Lower case, in which names are looked for; "phone" is the device itself.
    let taken = Set(taken.map { $0.lowercased() } + ["phone"])
    var name = first
    var number = 1
    while taken.contains(name.lowercased()) {
        number += 1
        name = "\(first) (\(number))"
    }
    return name
}

/// Makes a name for people: printable, with single blanks, and not longer than names are.
package func printableName(_ name: String) -> String {
    let words = name.unicodeScalars.split { $0.properties.isWhitespace }
    let scalars = words.joined(separator: [" "]).filter { scalar in
        switch scalar.properties.generalCategory {
        case .control, .format, .surrogate, .unassigned, .lineSeparator, .paragraphSeparator: false
        default: true
        }
    }
    return String(String.UnicodeScalarView(scalars.prefix(nameLengthMax)))
}

/// Makes a valid name of an app from what the app calls itself.
///
/// - Parameter taken: The names of other apps.
package func appName(for name: String, unlike taken: [String]) -> String {
    let letters = name.unicodeScalars.filter { scalar in
        scalar.isASCII
            && (scalar.properties.isAlphabetic || scalar.properties.numericType != nil
                || scalar == "-" || scalar == "_")
    }
    let bare = String(String.UnicodeScalarView(letters.prefix(24))).drop { !$0.isLetter }
    var name = bare.isEmpty ? "App" : bare.prefix(1).uppercased() + bare.dropFirst()
    if taken.contains(name) || name.lowercased() == "phone" { name += "App" }
    let first = name
    var number = 1
    while taken.contains(name) {
        number += 1
        name = first + "\(number)"
    }
    return name
}
