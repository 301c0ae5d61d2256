public import Foundation
import SpeechSynthesis

/// A place in synthesized speech at which a word, a sentence or a bookmark begins.
///
/// Ownership: one thread at a time changes it, as Apple's.
open class AVSpeechSynthesisMarker: NSObject, NSCopying, NSSecureCoding, @unchecked Sendable {
    /// What begins at a marker.
    public enum Mark: Int, Sendable {
        case phoneme = 0
        case word = 1
        case sentence = 2
        case paragraph = 3
        case bookmark = 4
    }

    /// What begins here.
    open var mark: Mark
    /// The place in the utterance's speech, in bytes.
    open var byteSampleOffset: Int
    /// The range of the text, in UTF-16 code units; empty for a bookmark.
    open var textRange: NSRange
    /// The name of a bookmark; empty for others.
    open var bookmarkName = ""
    /// The phoneme in the International Phonetic Alphabet; empty for others.
    open var phoneme = ""

    /// Makes a marker for a range of the text.
    public init(markerType type: Mark, forTextRange range: NSRange, atByteSampleOffset offset: Int)
    {
        mark = type
        textRange = range
        byteSampleOffset = offset
    }

    /// Makes a word's marker.
    public convenience init(wordRange range: NSRange, atByteSampleOffset offset: Int) {
        self.init(markerType: .word, forTextRange: range, atByteSampleOffset: offset)
    }

    /// Makes a sentence's marker.
    public convenience init(sentenceRange range: NSRange, atByteSampleOffset offset: Int) {
        self.init(markerType: .sentence, forTextRange: range, atByteSampleOffset: offset)
    }

    /// Makes a paragraph's marker.
    public convenience init(paragraphRange range: NSRange, atByteSampleOffset offset: Int) {
        self.init(markerType: .paragraph, forTextRange: range, atByteSampleOffset: offset)
    }

    /// Makes a phoneme's marker.
    public convenience init(phonemeString phoneme: String, atByteSampleOffset offset: Int) {
        self.init(markerType: .phoneme, forTextRange: NSRange(), atByteSampleOffset: offset)
        self.phoneme = phoneme
    }

    /// Makes a bookmark's marker.
    public convenience init(bookmarkName mark: String, atByteSampleOffset offset: Int) {
        self.init(markerType: .bookmark, forTextRange: NSRange(), atByteSampleOffset: offset)
        bookmarkName = mark
    }

    open func copy(with zone: NSZone? = nil) -> Any {
        let copy = AVSpeechSynthesisMarker(
            markerType: mark, forTextRange: textRange, atByteSampleOffset: byteSampleOffset)
        copy.bookmarkName = bookmarkName
        copy.phoneme = phoneme
        return copy
    }

    public static var supportsSecureCoding: Bool { true }

    open func encode(with coder: NSCoder) {
        coder.encode(mark.rawValue, forKey: "mark")
        coder.encode(byteSampleOffset, forKey: "offset")
        coder.encode(textRange.location, forKey: "location")
        coder.encode(textRange.length, forKey: "length")
        coder.encode(bookmarkName as NSString, forKey: "bookmark")
        coder.encode(phoneme as NSString, forKey: "phoneme")
    }

    /// Reads a marker; `nil` for a kind that is none.
    public required init?(coder: NSCoder) {
        guard let mark = Mark(rawValue: coder.decodeInteger(forKey: "mark")) else { return nil }
        self.mark = mark
        byteSampleOffset = coder.decodeInteger(forKey: "offset")
        textRange = NSRange(
            location: coder.decodeInteger(forKey: "location"),
            length: coder.decodeInteger(forKey: "length"))
        (bookmarkName, phoneme) = (coder.text("bookmark") ?? "", coder.text("phoneme") ?? "")
        super.init()
    }

    /// - Parameter frame: The place in the utterance's speech, in frames.
    convenience init(_ kind: SpeechReader.Event.Kind, frame: Int) {
        let offset = frame * MemoryLayout<Float>.size
        switch kind {
        case .word(let range): self.init(wordRange: NSRange(range), atByteSampleOffset: offset)
        case .sentence(let range):
            self.init(sentenceRange: NSRange(range), atByteSampleOffset: offset)
        case .bookmark(let name): self.init(bookmarkName: name, atByteSampleOffset: offset)
        }
    }
}
