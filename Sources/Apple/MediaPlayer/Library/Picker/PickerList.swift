import MusicLibrary
package import Terminal

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

    /// The beginning of a text, without characters that could steer the terminal.
    private static func cut(_ text: String, _ width: Int) -> String {
        printableInScreen(text).cut(toColumns: width)
    }
}

extension PickerList.Key {
    /// Makes the picker's key of a terminal key; `nil` for a key without a meaning.
    package init?(_ key: TerminalKey) {
        switch key {
        case .up, .control("p"): self = .up
        case .down, .control("n"): self = .down
        case .pageUp: self = .pageUp
        case .pageDown: self = .pageDown
        case .enter: self = .enter
        case .backspace: self = .erase
        case .escape, .interrupt, .control("d"): self = .cancel
        case .character(" "): self = .mark
        case .character(let character): self = .text(String(character))
        default: return nil
        }
    }
}
