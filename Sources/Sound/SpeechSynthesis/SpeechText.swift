/// A text to be spoken, as segments with their prosody.
package struct SpeechText: Sendable {
    /// The text without markup; all ranges are in its UTF-16 code units.
    package var string: String
    var segments: [Segment]

    /// The longest piece that is synthesised at once, in Unicode scalars.
    static let pieceLengthMax = 400
    /// The length from which a piece ends with the next sentence.
    static let pieceLengthWanted = 120

    /// A part of the text that is spoken in one way.
    struct Segment: Sendable {
        /// The range in UTF-16 code units.
        var range: Range<Int>
        var content: Content
        var prosody = Prosody()

        enum Content: Sendable, Equatable {
            case text
            /// Other words that are spoken for the text.
            case alias(String)
            /// A pause in seconds.
            case pause(Double)
            case bookmark(String)
        }
    }

    /// Factors of the voice's own rate, pitch and volume.
    struct Prosody: Hashable, Sendable {
        var rate = 1.0
        var pitch = 1.0
        var volume = 1.0
    }

    /// Makes a text without markup.
    package init(_ string: String) {
        self.string = string
        let end = string.utf16.count
        segments = end > 0 ? [Segment(range: 0..<end, content: .text)] : []
    }

    init(string: String, segments: [Segment]) {
        self.string = string
        self.segments = segments
    }

    // MARK: Pieces

    /// A piece of the text that is synthesised at once.
    struct Piece {
        /// The scalars to speak; for text, those of the string, with controls as spaces.
        var scalars: [Unicode.Scalar]
        /// The offset of each scalar in the string, in UTF-16 code units, and the end's; empty for an
        /// alias.
        var offsets: [Int]
        var range: Range<Int>
        /// Whether the piece ends with a sentence.
        var endsSentence: Bool
    }

    /// The first piece of a segment from `start` on.
    ///
    /// - Returns: `nil` when nothing is left.
    func piece(of segment: Segment, from start: String.Index) -> (piece: Piece, end: String.Index)?
    {
        let end = string.utf16.index(string.startIndex, offsetBy: segment.range.upperBound)
        guard start < end else { return nil }
        var piece = Piece(scalars: [], offsets: [], range: 0..<0, endsSentence: true)
        var offset = start.utf16Offset(in: string)
        let first = offset
        var index = start
        var lastSpace: (count: Int, index: String.Index, offset: Int)?
        while index < end {
            let scalar = string.unicodeScalars[index]
            if piece.scalars.count == Self.pieceLengthMax {
                if let lastSpace {
                    piece.scalars.removeLast(piece.scalars.count - lastSpace.count)
                    piece.offsets.removeLast(piece.offsets.count - lastSpace.count)
                    (index, offset) = (lastSpace.index, lastSpace.offset)
                }
                piece.endsSentence = false
                break
            }
            piece.scalars.append(Self.speakable(scalar))
            piece.offsets.append(offset)
            index = string.unicodeScalars.index(after: index)
            offset += scalar.utf16.count
            if scalar.properties.isWhitespace {
                lastSpace = (piece.scalars.count, index, offset)
                let isEnd = Self.endsSentence(piece.scalars)
                if isEnd, piece.scalars.count >= Self.pieceLengthWanted { break }
            }
        }
        piece.offsets.append(offset)
        piece.range = first..<offset
        return (piece, index)
    }

    /// Whether the scalars end with a sentence's mark, closing quotes and white space.
    private static func endsSentence(_ scalars: [Unicode.Scalar]) -> Bool {
        if scalars.last == "\n" { return true }
        let last = scalars.last { scalar in
            let category = scalar.properties.generalCategory
            return !scalar.properties.isWhitespace && category != .closePunctuation
                && category != .finalPunctuation && scalar != "\"" && scalar != "'"
        }
        return last.map { ".!?…。！？".unicodeScalars.contains($0) } ?? false
    }

    /// The scalar, or a space for one that the library takes as a command.
    static func speakable(_ scalar: Unicode.Scalar) -> Unicode.Scalar {
        let isControl = scalar.properties.generalCategory == .control
        return isControl && scalar != "\n" && scalar != "\t" ? " " : scalar
    }
}
