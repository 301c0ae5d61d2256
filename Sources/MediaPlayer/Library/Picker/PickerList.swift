import TextFolding

/// What a picker in a terminal shows, and what keys do to it.
package struct PickerList {
    /// A song of the list.
    package struct Row: Equatable, Sendable {
        package var id: UInt64
        package var title: String
        package var artist: String

        package init(id: UInt64, title: String, artist: String) {
            self.id = id
            self.title = title
            self.artist = artist
        }

        init(_ item: MPMediaItem) {
            self.init(
                id: item.persistentID, title: item.title ?? "",
                artist: item.artist ?? "Unknown Artist")
        }
    }

    /// What a key means.
    package enum Key: Equatable, Sendable {
        case up, down, pageUp, pageDown
        case mark
        case enter
        case cancel
        case erase
        case text(String)
    }

    /// What follows from a key.
    package enum Outcome: Equatable, Sendable {
        case goesOn
        case cancelled
        case picked([UInt64])
    }

    private let rows: [Row]
    /// The folded words of each row, for search.
    private let folds: [String]
    private let isMultiple: Bool
    private let prompt: String
    private(set) var search = ""
    private var shown: [Int]
    private var cursor = 0
    /// The marked rows, in the order of marking.
    private var marked: [Int] = []
    private static let searchCountMax = 100

    package init(_ rows: [Row], isMultiple: Bool, prompt: String) {
        self.rows = rows
        self.isMultiple = isMultiple
        self.prompt = prompt
        folds = rows.map { folded($0.title + " " + $0.artist, .accents) }
        shown = Array(rows.indices)
    }

    /// Handles a key.
    package mutating func press(_ key: Key, page: Int = 10) -> Outcome {
        switch key {
        case .up: move(-1)
        case .down: move(1)
        case .pageUp: move(-page)
        case .pageDown: move(page)
        case .cancel: return .cancelled
        case .mark: isMultiple ? mark() : type(" ")
        case .erase:
            if !search.isEmpty {
                search.removeLast()
                find()
            }
        case .text(let text): type(text)
        case .enter:
            if !marked.isEmpty { return .picked(marked.map { rows[$0].id }) }
            if shown.indices.contains(cursor) { return .picked([rows[shown[cursor]].id]) }
        }
        return .goesOn
    }

    private mutating func move(_ step: Int) {
        cursor = min(max(cursor + step, 0), max(shown.count - 1, 0))
    }

    private mutating func mark() {
        guard shown.indices.contains(cursor) else { return }
        let row = shown[cursor]
        if let index = marked.firstIndex(of: row) {
            marked.remove(at: index)
        } else {
            marked.append(row)
        }
        move(1)
    }

    private mutating func type(_ text: String) {
        guard search.count < Self.searchCountMax else { return }
        search += text
        find()
    }

    private mutating func find() {
        let words = folded(search, .accents).split(separator: " ")
        shown = rows.indices.filter { row in words.allSatisfy { folds[row].contains($0) } }
        cursor = 0
    }

    // MARK: The screen

    /// The lines of a screen of that size.
    package func lines(width: Int, height: Int) -> [String] {
        let count = max(height - 3, 1)
        let first = min(max(cursor - count / 2, 0), max(shown.count - count, 0))
        var lines = [Self.cut(prompt, width), Self.cut("Search: " + search, width)]
        for place in first..<min(first + count, shown.count) {
            let row = rows[shown[place]]
            let mark = isMultiple ? (marked.contains(shown[place]) ? "[x] " : "[ ] ") : ""
            let text = Self.cut(
                (place == cursor ? "> " : "  ") + mark + "\(row.title) - \(row.artist)", width)
            lines.append(place == cursor ? "\u{1B}[7m\(text)\u{1B}[0m" : text)
        }
        if shown.isEmpty { lines.append(rows.isEmpty ? "  The library is empty." : "  No song.") }
        let help =
            isMultiple
            ? "\(marked.count) marked   Space marks   Enter: done   Esc: cancel"
            : "\(shown.count) songs   Enter: pick   Esc: cancel"
        while lines.count < height - 1 { lines.append("") }
        lines.append(Self.cut(help, width))
        return lines
    }

    /// The beginning of a text, without control characters, at most `width` columns wide.
    private static func cut(_ text: String, _ width: Int) -> String {
        var result = ""
        var columns = 0
        for character in text {
            let isControl = character.unicodeScalars.contains {
                $0.value < 0x20 || (0x7F...0x9F).contains($0.value)
                    || (0x202A...0x202E).contains($0.value) || (0x2066...0x2069).contains($0.value)
            }
            if isControl { continue }
            let isWide = character.unicodeScalars.first.map {
                $0.value >= 0x1100 && isWideScalar($0)
            }
            columns += isWide == true ? 2 : 1
            guard columns <= width else { break }
            result.append(character)
        }
        return result
    }

    /// Source: Unicode Standard Annex 11, the ranges of wide characters in common use.
    private static func isWideScalar(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0x1100...0x115F, 0x2E80...0x303E, 0x3041...0xA4CF, 0xAC00...0xD7A3, 0xF900...0xFAFF,
            0xFE30...0xFE6F, 0xFF00...0xFF60, 0xFFE0...0xFFE6, 0x1F300...0x1FAFF,
            0x20000...0x3FFFD:
            true
        default: false
        }
    }
}

/// Decodes the keys of a picker from a terminal's bytes; a key's bytes may arrive in parts.
package struct PickerKeys {
    private var pending: [UInt8] = []
    private static let pendingMax = 16

    package init() {}

    /// Whether an escape is waiting for what follows.
    package var endsWithEscape: Bool { pending == [0x1B] }

    /// Takes a waiting escape as the key itself, because nothing has followed.
    package mutating func flush() -> [PickerList.Key] {
        defer { pending = [] }
        return endsWithEscape ? [.cancel] : []
    }

    /// - Returns: The keys that are complete; unknown sequences are skipped.
    package mutating func keys(in bytes: some Sequence<UInt8>) -> [PickerList.Key] {
        bytes.compactMap { key(after: $0) }
    }

    private mutating func key(after byte: UInt8) -> PickerList.Key? {
        if pending.isEmpty { return first(byte) }
        pending.append(byte)
        if pending[0] != 0x1B { return character() }
        guard pending.count > 2 else {
            if byte == UInt8(ascii: "[") || byte == UInt8(ascii: "O") { return nil }
            pending = []
            return .cancel
        }
        guard !(0x20...0x3F).contains(byte) else {
            if pending.count >= Self.pendingMax { pending = [] }
            return nil
        }
        let sequence = pending
        pending = []
        switch byte {
        case UInt8(ascii: "A"): return .up
        case UInt8(ascii: "B"): return .down
        case UInt8(ascii: "~"):
            return sequence[2] == 0x35 ? .pageUp : sequence[2] == 0x36 ? .pageDown : nil
        default: return nil
        }
    }

    private mutating func first(_ byte: UInt8) -> PickerList.Key? {
        switch byte {
        case 0x1B, 0xC2...0xF4:
            pending = [byte]
            return nil
        case 0x03, 0x04: return .cancel
        case 0x0A, 0x0D: return .enter
        case 0x08, 0x7F: return .erase
        case 0x20: return .mark
        case 0x10: return .up
        case 0x0E: return .down
        case 0x21...0x7E: return .text(String(UnicodeScalar(byte)))
        default: return nil
        }
    }

    /// A character of several bytes, when it is complete.
    private mutating func character() -> PickerList.Key? {
        let count = pending[0] < 0xE0 ? 2 : pending[0] < 0xF0 ? 3 : 4
        guard pending.count >= count else { return nil }
        let text = String(decoding: pending, as: UTF8.self)
        pending = []
        return text.contains("\u{FFFD}") ? nil : .text(text)
    }
}
