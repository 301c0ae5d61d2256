/// The words of a piece of text, with their times in its speech.
///
/// Words are runs of scalars between white space, without punctuation at their ends. The library
/// reports some words twice, leaves out others that it speaks together ("of the"), and reports each
/// part of a number; here each word comes once, in the order of the text. In scripts without spaces
/// words are what the library reports.
struct WordRanges {
    /// The words' ranges in scalars.
    private(set) var words: [Range<Int>] = []

    init(_ scalars: [Unicode.Scalar]) {
        var start = 0
        while start < scalars.count {
            guard !scalars[start].properties.isWhitespace else {
                start += 1
                continue
            }
            let end = scalars[start...].firstIndex { $0.properties.isWhitespace } ?? scalars.count
            let isWord = { (index: Int) in Self.isPartOfWord(scalars[index]) }
            if let first = (start..<end).first(where: isWord),
                let last = (start..<end).last(where: isWord)
            {
                words.append(first..<Self.endWithJoined(last + 1, before: end, in: scalars))
            }
            start = end
        }
    }

    /// The end of a word, with the scalars that modify its last one.
    private static func endWithJoined(
        _ end: Int, before limit: Int, in scalars: [Unicode.Scalar]
    ) -> Int {
        var end = end
        while end < limit, isJoined(scalars[end]) { end += 1 }
        return end
    }

    private static func isJoined(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.properties.generalCategory {
        case .nonspacingMark, .spacingMark, .enclosingMark, .format, .modifierSymbol: true
        default: false
        }
    }

    private static func isPartOfWord(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.properties.generalCategory {
        case .uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .modifierLetter, .otherLetter,
            .decimalNumber, .letterNumber, .otherNumber, .nonspacingMark, .spacingMark,
            .enclosingMark, .otherSymbol, .currencySymbol, .mathSymbol:
            true
        default: scalar == "%" || scalar == "&" || scalar == "@" || scalar == "#"
        }
    }

    /// Whether words of the scalar's script are written without spaces.
    private static func isUnspaced(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0x0E00...0x0EFF, 0x1000...0x109F, 0x1780...0x17FF, 0x3040...0x30FF, 0x3400...0x4DBF,
            0x4E00...0x9FFF, 0xF900...0xFAFF, 0x20000...0x3FFFF:
            true
        default: false
        }
    }

    /// Returns each word with its first frame.
    ///
    /// - Parameter events: What the library has reported.
    func timed(
        _ events: [EspeakLibrary.Result.Word], in scalars: [Unicode.Scalar], frameCount: Int
    ) -> [(range: Range<Int>, frame: Int)] {
        var timed: [(range: Range<Int>, frame: Int?)] = []
        for word in words {
            let inside = events.filter { word.contains($0.character) }
            if inside.count > 1, word.contains(where: { Self.isUnspaced(scalars[$0]) }) {
                timed += Self.parts(of: word, inside)
            } else {
                timed.append((word, inside.first?.frame))
            }
        }
        return Self.filled(timed, frameCount: frameCount)
    }

    /// The parts of a word that begin where the library has reported some.
    private static func parts(
        of word: Range<Int>, _ events: [EspeakLibrary.Result.Word]
    ) -> [(range: Range<Int>, frame: Int?)] {
        var starts: [EspeakLibrary.Result.Word] = []
        for event in events where event.character > starts.last?.character ?? -1 {
            starts.append(event)
        }
        return starts.indices.map { index in
            let start = index == 0 ? word.lowerBound : starts[index].character
            let end =
                index + 1 < starts.count ? starts[index + 1].character : word.upperBound
            return (start..<end, starts[index].frame)
        }
    }

    /// Gives each word without a time one between its neighbours', by the number of scalars; no time
    /// is before an earlier word's or after the end.
    private static func filled(
        _ words: [(range: Range<Int>, frame: Int?)], frameCount: Int
    ) -> [(range: Range<Int>, frame: Int)] {
        var result: [(range: Range<Int>, frame: Int)] = []
        for (index, word) in words.enumerated() {
            let before = result.last.map { ($0.range.lowerBound, $0.frame) } ?? (0, 0)
            var frame: Int
            if let known = word.frame {
                frame = known
            } else {
                let after = words[index...].first { $0.frame != nil }
                let (character, end) = (
                    after?.range.lowerBound ?? words.last?.range.upperBound ?? 0,
                    after?.frame ?? frameCount
                )
                let length = max(character - before.0, 1)
                let part = Double(word.range.lowerBound - before.0) / Double(length)
                frame = before.1 + Int(part * Double(max(end - before.1, 0)))
            }
            frame = min(max(frame, before.1), frameCount)
            result.append((word.range, frame))
        }
        return result
    }
}
