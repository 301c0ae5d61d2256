import Foundation

/// What an audio file says about its place on a keyboard.
///
/// Source: Multimedia Data Standards Update, "Sample Chunk" and "Instrument Chunk"; Audio
/// Interchange File Format, "Instrument Chunk".
struct SampleInformation {
    private(set) var rootKey: UInt8?
    private(set) var keys: ClosedRange<UInt8>?
    private(set) var velocities: ClosedRange<UInt8>?
    /// In frames.
    private(set) var loop: Range<Int>?
    /// In cents.
    private(set) var tuning = 0

    /// The largest number of chunks that are looked at.
    private static let chunksMax = 256

    init(_ url: URL) {
        guard let data = try? Data(contentsOf: url, options: .mappedIfSafe), data.count > 12 else {
            return
        }
        let form = Self.tag(data, 0)
        let kind = Self.tag(data, 8)
        if form == "RIFF", kind == "WAVE" {
            forEachChunk(data, isBigEndian: false)
        } else if form == "FORM", kind.hasPrefix("AIF") {
            forEachChunk(data, isBigEndian: true)
        }
    }

    private mutating func forEachChunk(_ data: Data, isBigEndian: Bool) {
        var offset = 12
        for _ in 0..<Self.chunksMax {
            guard let size = Self.number(data, offset + 4, 4, isBigEndian) else { return }
            let body = offset + 8
            let end = min(body + size, data.count)
            take(Self.tag(data, offset), data, body, end)
            offset = body + size + size % 2
        }
    }

    private mutating func take(_ tag: String, _ data: Data, _ start: Int, _ end: Int) {
        func byte(_ offset: Int) -> Int? {
            start + offset < end ? Self.number(data, start + offset, 1, true) : nil
        }
        func word(_ offset: Int) -> Int? {
            start + offset + 4 <= end ? Self.number(data, start + offset, 4, false) : nil
        }
        switch tag {
        case "smpl":
            if let key = word(12), key < 128 { rootKey = UInt8(key) }
            // A fraction of a semitone, by which the sound is higher than its key.
            if let fraction = word(16) {
                tuning = -Int((Double(fraction) / 42_949_672.96).rounded())
            }
            if let count = word(28), count > 0, let first = word(44), let last = word(48),
                first < last
            {
                loop = first..<last + 1
            }
        case "inst", "INST":
            // The note, the tuning, the gain and the ranges; the gain is two bytes in one of them.
            let ranges = tag == "inst" ? 3 : 2
            if let key = byte(0), key < 128 { rootKey = rootKey ?? UInt8(key) }
            keys = range(byte(ranges), byte(ranges + 1)) ?? keys
            velocities = range(byte(ranges + 2), byte(ranges + 3)) ?? velocities
        default: break
        }
    }

    private func range(_ low: Int?, _ high: Int?) -> ClosedRange<UInt8>? {
        guard let low, let high, low <= high, high < 128, high > 0 else { return nil }
        return UInt8(low)...UInt8(high)
    }

    private static func tag(_ data: Data, _ offset: Int) -> String {
        guard offset >= 0, offset + 4 <= data.count else { return "" }
        let start = data.startIndex + offset
        return String(decoding: data[start..<start + 4], as: UTF8.self)
    }

    private static func number(
        _ data: Data, _ offset: Int, _ count: Int, _ isBigEndian: Bool
    ) -> Int? {
        guard offset >= 0, offset + count <= data.count else { return nil }
        let start = data.startIndex + offset
        let bytes = data[start..<start + count]
        let ordered = isBigEndian ? Array(bytes) : Array(bytes.reversed())
        return ordered.reduce(0) { $0 << 8 | Int($1) }
    }

    // MARK: Names

    /// The key that a file's name ends with: a note's name, where C3 is 60.
    static func key(ofName url: URL) -> UInt8? {
        let name = Array(url.deletingPathExtension().lastPathComponent)
        var index = name.count - 1
        while index >= 0, name[index].isASCII, name[index].isNumber { index -= 1 }
        guard index < name.count - 1, name.count - 1 - index <= 2,
            var octave = Int(String(name[(index + 1)...]))
        else { return nil }
        if index >= 1, name[index] == "-", "#bABCDEFG".contains(name[index - 1]) {
            octave = -octave
            index -= 1
        }
        var key = 24 + 12 * octave
        if index >= 1, name[index] == "#" || name[index] == "b" {
            key += name[index] == "#" ? 1 : -1
            index -= 1
        }
        let steps: [Character: Int] = ["C": 0, "D": 2, "E": 4, "F": 5, "G": 7, "A": 9, "B": 11]
        guard index >= 0, let step = steps[name[index]],
            index == 0 || !name[index - 1].isLetter
        else { return nil }
        return UInt8(exactly: key + step).flatMap { $0 < 128 ? $0 : nil }
    }
}
