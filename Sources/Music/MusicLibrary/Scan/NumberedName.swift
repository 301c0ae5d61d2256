/// A file's name that begins with a number, which may be the number of a track.
struct NumberedName {
    /// The number; from 1.
    let number: Int
    /// What is behind the number and its separators.
    let title: String
    /// Whether the name alone tells a track number: `03 Song`, `3 - Song`, `05. Song`. The `99` of
    /// `99 Luftballons` belongs to the title.
    let isTrack: Bool
    /// Whether the number is one of two digits before a space: a track number in a folder that has
    /// the number before it, too.
    let mayBeTrack: Bool

    /// - Parameter name: Without its extension.
    /// - Returns: `nil` for a name that does not begin with a number and a title.
    init?(_ name: String) {
        let digits = name.prefix { $0.isASCII && $0.isNumber }
        let rest = name.dropFirst(digits.count)
        let title = rest.drop { " .-".contains($0) }
        guard (1...3).contains(digits.count), let number = Int(digits), number > 0,
            let first = rest.first, " .-".contains(first), !title.isEmpty
        else { return nil }
        self.number = number
        self.title = String(title)
        let separators = rest.prefix { " .-".contains($0) }
        isTrack = digits.first == "0" || first == "." || separators.contains("-")
        mayBeTrack = digits.count == 2
    }

    /// The numbers with which the names of a folder's files begin.
    static func numbers(of names: [String]) -> Set<Int> {
        Set(names.compactMap { NumberedName(plainName(ofFile: $0))?.number })
    }

    /// Title and track number of a file like `03 - Name.mp3`.
    ///
    /// - Parameter numbers: Those of the files of its folder.
    static func titleAndTrack(
        ofFile name: String, in numbers: Set<Int>
    ) -> (title: String, track: Int?) {
        let plain = plainName(ofFile: name)
        guard let numbered = NumberedName(plain) else { return (plain, nil) }
        let isTrack =
            numbered.isTrack || numbered.mayBeTrack && numbers.contains(numbered.number - 1)
        return isTrack ? (numbered.title, numbered.number) : (plain, nil)
    }

    /// A file's name without its extension, and with spaces for underscores.
    private static func plainName(ofFile name: String) -> String {
        var plain = name[...]
        if let dot = plain.lastIndex(of: "."), dot != plain.startIndex { plain = plain[..<dot] }
        return String(plain.map { $0 == "_" ? " " : $0 })
    }
}
