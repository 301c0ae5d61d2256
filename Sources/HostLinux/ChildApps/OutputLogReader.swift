import Foundation
import Glibc

/// What a program prints into a file, from one look to the next. One thread.
///
/// The file is kept short, whatever the program prints; it appends to it.
struct OutputLogReader {
    private let path: String
    private let descriptor: Int32
    private let bytesMax: Int
    /// Up to where the file was looked at.
    private var place = 0
    /// The beginning of a line whose end has not been printed.
    private var rest: [UInt8] = []

    /// Lines that are told of one look; so many more are counted.
    static let linesMax = 2
    /// Bytes that are read at one look: the last ones, where more came.
    private static let readMax = 16_384
    /// What the library of Swift says before it ends a program.
    private static let lastWords = "Fatal error"

    /// - Parameter bytesMax: Of the file; a longer one is emptied.
    init(path: String, bytesMax: Int) {
        self.path = path
        self.bytesMax = bytesMax
        descriptor = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
    }

    func end() {
        if descriptor >= 0 { close(descriptor) }
    }

    /// What was printed since the last look.
    ///
    /// - Parameter isOver: Nothing will follow: a line without an end is one.
    mutating func look(isOver: Bool = false) -> Look {
        var look = Look()
        var status = stat()
        guard descriptor >= 0, fstat(descriptor, &status) == 0 else { return look }
        let size = Int(status.st_size)
        // Emptied by someone else.
        if size < place { place = 0 }
        if size - place > Self.readMax {
            look.isCut = true
            rest = []
            place = size - Self.readMax
        }
        var bytes = [UInt8](repeating: 0, count: size - place)
        let count = pread(descriptor, &bytes, bytes.count, off_t(place))
        if count > 0 {
            place += count
            take(bytes[..<count], into: &look)
        }
        if isOver, !rest.isEmpty { add(rest, to: &look) }
        if size > bytesMax, ftruncate(descriptor, 0) == 0 { (place, look.wasEmptied) = (0, true) }
        return look
    }

    /// - Parameter bytes: The first line of which may have lost its beginning.
    private mutating func take(_ bytes: ArraySlice<UInt8>, into look: inout Look) {
        for byte in bytes {
            guard byte == UInt8(ascii: "\n") else {
                if rest.count < Self.readMax { rest.append(byte) }
                continue
            }
            add(rest, to: &look)
            rest = []
        }
    }

    private func add(_ line: [UInt8], to look: inout Look) {
        let text = String(decoding: line, as: UTF8.self)
            .trimmingCharacters(in: .whitespacesAndNewlines)
        guard !text.isEmpty else { return }
        // Only where it stood comes after that.
        if look.lines.contains(where: { $0.contains(Self.lastWords) }) { return }
        if look.lines.count == Self.linesMax {
            look.lines.removeFirst()
            look.isCut = true
        }
        look.lines.append(String(text.prefix(ProgramInformation.textMax)))
    }

    struct Look {
        /// The last ones, cut to `ProgramInformation.textMax` characters.
        var lines: [String] = []
        /// There were more.
        var isCut = false
        var wasEmptied = false
    }
}
