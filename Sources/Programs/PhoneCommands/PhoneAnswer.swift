package import CommandLineTool
import Terminal

/// What a phone answers to a command from another process.
///
/// Sent as a line `CODE COUNT` with the exit code and the number of the lines of text that follow.
package struct PhoneAnswer: Hashable, Sendable {
    package var code: ExitCode
    package var lines: [String]
    /// Whether the phone ends after this answer; not sent.
    package var endsPhone = false

    /// Most lines and bytes of an answer; a longer one is cut.
    static let linesMax = 500
    static let lineBytesMax = 4_000

    package init(_ code: ExitCode = .done, _ lines: [String] = []) {
        self.code = code
        self.lines = lines
    }

    /// An answer of one text that is longer than a line may be: its lines are to be joined.
    package init(asOneText text: String) {
        let pieceByteCount = Self.lineBytesMax / 2
        var lines: [String] = []
        var line = ""
        for scalar in text.unicodeScalars {
            if line.utf8.count >= pieceByteCount {
                lines.append(line)
                line = ""
            }
            line.unicodeScalars.append(scalar)
        }
        self.init(.done, lines + [line])
    }

    /// A picture of a screen, in the usual size of a terminal.
    init(pictureOf screen: PhoneScreen) {
        let (width, height) = (80, 24)
        self.init(
            asOneText: ScreenPicture(screen.lines(width: width, height: height), width: width).svg)
    }

    /// The answer as it is sent. Its lines have no control characters.
    package var text: String {
        let shown = lines.prefix(Self.linesMax).map { line in
            String(decoding: printable(line).utf8.prefix(Self.lineBytesMax), as: UTF8.self)
        }
        return (["\(code.rawValue) \(shown.count)"] + shown).map { $0 + "\n" }.joined()
    }

    /// Takes a complete answer from what has been received; `nil` while it is incomplete.
    ///
    /// - Throws: A `Malformed` when it is no answer.
    package init?(from bytes: [UInt8]) throws(Malformed) {
        let lines = bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
        guard lines.count > 1 else {
            guard bytes.count <= Self.headBytesMax else { throw Malformed() }
            return nil
        }
        let head = String(decoding: lines[0], as: UTF8.self).split(separator: " ")
        guard head.count == 2, let number = Int32(head[0]), let code = ExitCode(rawValue: number),
            let count = Int(head[1]), (0...Self.linesMax).contains(count)
        else { throw Malformed() }
        // The last element is what follows the last line end.
        guard lines.count - 2 >= count else { return nil }
        self.code = code
        self.lines = lines.dropFirst().prefix(count).map {
            printable(String(decoding: $0, as: UTF8.self))
        }
    }

    private static let headBytesMax = 40

    package struct Malformed: Error {}
}
